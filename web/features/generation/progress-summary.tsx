import type { Scene } from '#shared/entities/scene.ts';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import { formatDuration, formatUsd } from '#shared/words/format.ts';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { costSoFar, type GenerationRun } from './generation-run.ts';
import styles from './progress-dialog.module.css';
import { costWords, progressWords as words } from './words.ts';

type ProgressSummaryProps = { counts: GenerationCounts; run: GenerationRun | null; scenes: readonly Scene[] };

/** The run in numbers: how many scenes, how far, how long, how much. */
export function ProgressSummary({ counts, run, scenes }: ProgressSummaryProps) {
  const { complete, generating, failed, total, percent } = counts;
  return (
    <div className={styles['summary']}>
      <dl className={`${styles['counters']} numbers`}>
        <Counter name={words.counters.complete} value={String(complete)} />
        <Counter name={words.counters.generating} value={String(generating)} />
        <Counter name={words.counters.failed} value={String(failed)} />
        {run ? <TimeSoFar run={run} /> : null}
        <Counter name={words.costSoFar.label} value={costText(run, scenes)} />
      </dl>
      <div className={styles['barRow']}>
        <SegmentBar
          label={words.overall}
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
  return <Counter name={words.timeSoFar} value={formatDuration(seconds)} />;
}

function Counter({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** By the estimate’s rule. Settings shows what each clip really cost. */
function costText(run: GenerationRun | null, scenes: readonly Scene[]): string {
  const cost = costSoFar(run, scenes);
  if (cost > 0) return costWords.about({ amount: formatUsd(cost) });
  return scenes.some(({ isDemo }) => isDemo) ? words.costSoFar.demo : formatUsd(0);
}
