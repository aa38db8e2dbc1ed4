import type { Scene } from '#shared/entities/scene.ts';
import { formatUsd } from '#shared/rules/cost.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { costSoFar, type GenerationRun } from './generation-run.ts';
import styles from './progress-dialog.module.css';

type ProgressSummaryProps = { counts: GenerationCounts; run: GenerationRun | null; scenes: readonly Scene[] };

/** The whole in figures: how many, how far, how long, how much. */
export function ProgressSummary({ counts, run, scenes }: ProgressSummaryProps) {
  const { complete, generating, failed, total, percent } = counts;
  return (
    <div className={styles['summary']}>
      <dl className={`${styles['counters']} numbers`}>
        <Counter name="Complete" value={String(complete)} />
        <Counter name="Generating" value={String(generating)} />
        <Counter name="Failed" value={String(failed)} />
        {run ? <TimeSoFar run={run} /> : null}
        <Counter name="Cost so far" value={costText(run, scenes)} />
      </dl>
      <div className={styles['barRow']}>
        <SegmentBar
          label="Overall progress"
          percent={percent}
          segments={[
            { tone: 'ok', share: complete / Math.max(1, total) },
            { tone: 'bad', share: failed / Math.max(1, total) },
          ]}
        />
        <span className="numbers">{percent}%</span>
      </div>
    </div>
  );
}

function TimeSoFar({ run }: { run: GenerationRun }) {
  const seconds = useSecondsSince(run.startedAtMs, run.endedAtMs);
  return <Counter name="Time so far" value={formatDuration(seconds)} />;
}

function Counter({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** By the estimate's rule: what each clip really costs stands in Settings. */
function costText(run: GenerationRun | null, scenes: readonly Scene[]): string {
  const cost = costSoFar(run, scenes);
  if (cost > 0) return `about ${formatUsd(cost)}`;
  return scenes.some(({ isDemo }) => isDemo) ? 'Nothing (demo)' : formatUsd(0);
}
