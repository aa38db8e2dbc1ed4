import { Button, Spinner } from '@radix-ui/themes';
import { Check, Download, X } from 'lucide-react';
import { useExports } from '#data/live.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { cancelExport, dismissExport, downloadExport } from '#editor/export-runner.ts';
import { formatBytes, formatDuration } from '#shared/rules/duration-text.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { showFailure } from '#ui/toasts.ts';
import styles from './export-card.module.css';
import { isRunning } from './export-words.ts';
import { useSecondsSince } from './use-seconds-since.ts';

/** The newest export, wherever in the app one is: how far it is, then the file. */
export function ExportCard() {
  const row = useExports()?.[0];
  if (!row) return null;
  return (
    <section className={styles['card']} aria-label={`Export of ${row.title}`}>
      <div className={styles['head']}>
        <p className="one-line">{row.fileName}</p>
        {isRunning(row) ? null : (
          <IconAction label="Dismiss export" onClick={() => void attempt(() => dismissExport(row.id))}>
            <X size={16} />
          </IconAction>
        )}
      </div>
      {isRunning(row) ? <RunningExport row={row} /> : null}
      {row.status === 'complete' ? <FinishedExport row={row} /> : null}
      {row.status === 'failed' ? (
        <p className={styles['failure']}>{row.errorMessage ?? 'The export failed. Please try again.'}</p>
      ) : null}
    </section>
  );
}

function RunningExport({ row }: { row: ExportRow }) {
  const elapsed = useSecondsSince(row.startedAt);
  return (
    <>
      <p className={styles['phase']}>
        <Spinner size="1" />
        {row.phase ?? 'Getting ready'}
      </p>
      <SegmentBar
        segments={[{ tone: 'live', share: row.progress / 100 }]}
        label="Export progress"
        percent={row.progress}
      />
      <div className={styles['foot']}>
        <span className="numbers">
          {row.progress} % · {formatDuration(elapsed)} elapsed
          {row.secondsLeft === null ? '' : `, about ${formatDuration(row.secondsLeft)} left`}
        </span>
        <QuietButton size="1" onClick={() => cancelExport(row.id)}>
          Cancel
        </QuietButton>
      </div>
    </>
  );
}

function FinishedExport({ row }: { row: ExportRow }) {
  return (
    <>
      <output className={`${styles['done']} numbers`}>
        <Check size={16} aria-hidden="true" />
        <span>Complete</span>
        {row.sizeBytes === null ? null : <span className="quiet">· {formatBytes(row.sizeBytes)}</span>}
      </output>
      <Button size="2" onClick={() => void attempt(() => downloadExport(row.id))}>
        <Download size={16} aria-hidden="true" />
        Download Export
      </Button>
    </>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure('Failed to download video', error);
  }
}
