import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { limits } from '#shared/limits.ts';
import { COST_WARNING, estimateForLength, HIGH_COST_USD } from '#shared/rules/cost.ts';
import { formatDuration, formatUsd } from '#shared/words/format.ts';
import styles from './create-project.module.css';
import { Range } from '#ui/range.tsx';
import { HighCostBadge } from '#widgets/high-cost-badge.tsx';
import { lengthWords as words } from './words.ts';

type TargetLengthProps = {
  seconds: number;
  /** In the demo studio the estimate is still shown, with a line that says nothing is charged. */
  isDemo: boolean;
  onChange: (seconds: number) => void;
};

/** How long the movie should be, with the cost updating as the slider moves. */
export function TargetLength({ seconds, isDemo, onChange }: TargetLengthProps) {
  const labelId = useId();
  const cost = estimateForLength(seconds);
  const isHigh = cost > HIGH_COST_USD;
  return (
    <div>
      <div className={styles['labelRow']}>
        <span className={styles['label']} id={labelId}>
          {words.label}
        </span>
        <span className={styles['counter']}>{words.range}</span>
      </div>
      <div className={`${styles['lengthRow']} numbers`}>
        <output className={styles['length']}>{formatDuration(seconds)}</output>
        <span className={styles['priceSide']}>
          {isHigh ? <HighCostBadge /> : null}
          <output className={styles['price']} data-high={isHigh}>
            {words.cost({ amount: formatUsd(cost) })}
          </output>
        </span>
      </div>
      <Range
        min={limits.targetLengthMinSeconds}
        max={limits.targetLengthMaxSeconds}
        step={limits.targetLengthStepSeconds}
        value={seconds}
        aria-labelledby={labelId}
        aria-valuetext={formatDuration(seconds)}
        onValue={onChange}
      />
      <div className={`${styles['lengthEnds']} numbers`}>
        <span>{formatDuration(limits.targetLengthMinSeconds)}</span>
        <span>{formatDuration(limits.targetLengthMaxSeconds)}</span>
      </div>
      <p className={styles['warning']}>
        <TriangleAlert size={16} aria-hidden="true" />
        {COST_WARNING}
      </p>
      {isDemo ? <p className={styles['demoLine']}>{words.demo}</p> : null}
    </div>
  );
}
