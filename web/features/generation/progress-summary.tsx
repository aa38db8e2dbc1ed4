import { useProjectSpending } from '#api/queries/spending.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import { formatDuration } from '#shared/words/format.ts';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import type { GenerationRun } from './generation-run.ts';
import styles from './progress-dialog.module.css';
import { progressWords as words } from './words.ts';

type ProgressSummaryProps = { counts: GenerationCounts; run: GenerationRun | null; scenes: readonly Scene[] };

/** The run in numbers: how many scenes, how far, how long, how much. */
export function ProgressSummary({ counts, run, scenes }: ProgressSummaryProps) {
  const { complete, generating, failed, total, percent } = counts;
  const projectId = scenes[0]?.projectId;
  return (
    <div className={styles['summary']}>
      <dl className={`${styles['counters']} numbers`}>
        <Counter of="scenes" name={words.counters.complete} value={String(complete)} />
        <Counter of="scenes" name={words.counters.generating} value={String(generating)} />
        <Counter of="scenes" name={words.counters.failed} value={String(failed)} />
        {run ? <TimeSoFar run={run} /> : null}
        {run && projectId ? <CostSoFar run={run} projectId={projectId} scenes={scenes} /> : null}
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
  return <Counter of="time" name={words.timeSoFar} value={formatDuration(seconds)} />;
}

type CounterProps = { of: 'scenes' | 'time' | 'cost'; name: string; value: string };

function Counter({ of, name, value }: CounterProps) {
  return (
    <div data-of={of}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type CostSoFarProps = { run: GenerationRun; projectId: string; scenes: readonly Scene[] };

/** What the ledger says the run cost, with what is still reserved. Asked anew whenever the job runner wrote of a scene. */
function CostSoFar({ run, projectId, scenes }: CostSoFarProps) {
  const mark = String(Math.max(...scenes.map(({ updatedAt }) => updatedAt)));
  const { sums, isMissing } = useProjectSpending(projectId, run.startedAtMs, mark);
  const { label, demo, unavailable, inProgress } = words.costSoFar;
  if (!sums) return <Counter of="cost" name={label} value={isMissing ? unavailable : '…'} />;
  const { spentUsd, openUsd } = sums;
  const isFree = spentUsd + openUsd === 0 && scenes.some(({ isDemo }) => isDemo);
  if (isFree) return <Counter of="cost" name={label} value={demo} />;
  const open = openUsd > 0 ? inProgress({ amount: formatSpentUsd(openUsd) }) : '';
  return <Counter of="cost" name={label} value={`${formatSpentUsd(spentUsd)}${open}`} />;
}
