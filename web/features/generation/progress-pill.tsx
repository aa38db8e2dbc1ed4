import { Loader } from 'lucide-react';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import { formatDuration } from '#shared/words/format.ts';
import { useSecondsSince } from '#ui/seconds-since.ts';
import type { GenerationRun } from './generation-run.ts';
import styles from './progress-pill.module.css';
import { progressWords as words } from './words.ts';

type ProgressPillProps = { counts: GenerationCounts; run: GenerationRun | null; onOpen: () => void };

/** Keeps counting in the header while the progress dialog is closed; opens it again. */
export function ProgressPill({ counts, run, onOpen }: ProgressPillProps) {
  return (
    <button type="button" className={`${styles['pill']} numbers`} data-summed={counts.complete > 0} onClick={onOpen}>
      <Loader size={14} strokeWidth={2.25} aria-hidden="true" />
      <span className={styles['count']}>
        {counts.complete} / {counts.total}
      </span>
      <span className={styles['word']}>{words.pill({ total: counts.total })}</span>
      {run ? <Elapsed run={run} /> : null}
    </button>
  );
}

/** Hidden from screen readers: they would read a name that changes every second every second. */
function Elapsed({ run }: { run: GenerationRun }) {
  const seconds = useSecondsSince(run.startedAtMs, run.endedAtMs);
  return (
    <span className={styles['time']} aria-hidden="true">
      {formatDuration(seconds)}
    </span>
  );
}
