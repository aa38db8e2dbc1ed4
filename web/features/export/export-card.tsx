import { Button, Spinner } from '@radix-ui/themes';
import { Check, CircleX, Download, RotateCcw, X } from 'lucide-react';
import { useEffect } from 'react';
import { useExports } from '#data/live.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { cancelExport, dismissExport, downloadExport, followServerExports, retryExport } from '#editor/page-exports.ts';
import { exportWords } from '#editor/words.ts';
import { formatBytes } from '#shared/words/format.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { showFailure } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import styles from './export-card.module.css';
import { ExportFrame } from './export-frame.tsx';
import { choiceText, outcomeText, placeText, progressText, receiptFileName, shownExports } from './export-text.ts';
import { pickMovieFile } from './pick-movie-file.ts';
import { cardWords, exportWords as startWords } from './words.ts';
import { useSecondsSince } from '#ui/seconds-since.ts';

/** The exports, wherever in the app one is: how far the one at work is, what waits behind it, and the newest result. */
export function ExportCard() {
  const { running, waiting, ended } = shownExports(useExports() ?? []);
  useEffect(() => followServerExports((error) => console.error('Exports on the server are not followed.', error)), []);
  if (running === null && ended === null) return null;
  return (
    <div className={styles['stack']}>
      {ended ? <EndedExport key={ended.id} row={ended} /> : null}
      {running ? <RunningExport key={running.id} row={running} waiting={waiting} /> : null}
    </div>
  );
}

function RunningExport({ row, waiting }: { row: ExportRow; waiting: readonly ExportRow[] }) {
  const elapsed = useSecondsSince(row.startedAt);
  return (
    <section className={styles['card']} aria-label={cardWords.label(row)}>
      <div className={styles['top']}>
        <ExportFrame row={row} />
        <div className={styles['words']}>
          <p className={`${styles['name']} one-line`}>{row.fileName}</p>
          <p className={styles['phase']}>
            <Spinner size="1" />
            <span>{row.phase ?? cardWords.preparing}</span>
          </p>
          <SegmentBar
            segments={[{ tone: 'live', share: row.progress / 100 }]}
            label={cardWords.progress}
            percent={row.progress}
          />
        </div>
      </div>
      <div className={styles['foot']}>
        <span className="numbers">{progressText(row, elapsed)}</span>
        <QuietButton size="1" onClick={() => void cancelExport(row)}>
          {uiWords.cancel}
        </QuietButton>
      </div>
      {waiting.length > 0 ? <WaitingExports rows={waiting} /> : null}
    </section>
  );
}

function WaitingExports({ rows }: { rows: readonly ExportRow[] }) {
  return (
    <div className={styles['waiting']}>
      <p>{cardWords.queued({ count: rows.length })}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="one-line">
              {row.fileName} · {choiceText(row)}
            </span>
            <IconAction size="1" label={cardWords.cancelQueued(row)} onClick={() => void cancelExport(row)}>
              <X size={14} />
            </IconAction>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EndedExport({ row }: { row: ExportRow }) {
  return (
    <section className={styles['card']} aria-label={cardWords.label(row)}>
      <div className={styles['top']}>
        <ExportFrame row={row} />
        <div className={styles['words']}>
          <div className={styles['head']}>
            <p className={`${styles['name']} one-line`}>{row.fileName}</p>
            <IconAction
              label={cardWords.dismiss}
              onClick={() => void attempt(cardWords.dismissFailed, () => dismissExport(row))}
            >
              <X size={16} />
            </IconAction>
          </div>
          {row.status === 'complete' ? <FinishedWords row={row} /> : <FailedWords row={row} />}
        </div>
      </div>
      {row.status === 'complete' ? <FinishedActions row={row} /> : <FailedActions row={row} />}
    </section>
  );
}

function FinishedWords({ row }: { row: ExportRow }) {
  const { sizeBytes } = row;
  const outcome = outcomeText(row.outcome);
  const place = placeText(row);
  return (
    <>
      <output className={`${styles['state']} ${styles['done']} numbers`}>
        <Check size={16} aria-hidden="true" />
        <span>{cardWords.complete}</span>
        {sizeBytes === null ? null : <span className="quiet">· {formatBytes(sizeBytes)}</span>}
      </output>
      {outcome === null ? null : <p className={`${styles['note']} numbers`}>{outcome}</p>}
      {row.outcome?.notes?.map((note) => (
        <p key={note} className={`${styles['note']} numbers`}>
          {note}
        </p>
      ))}
      {place === null ? null : <p className={styles['note']}>{place}</p>}
    </>
  );
}

function FinishedActions({ row }: { row: ExportRow }) {
  const { receipt } = row;
  return (
    <div className={styles['actions']}>
      {row.keptIn === 'chosen-file' ? null : (
        <Button size="2" onClick={() => void attempt(cardWords.downloadFailed, () => downloadExport(row))}>
          <Download size={16} aria-hidden="true" />
          {cardWords.download}
        </Button>
      )}
      {receipt === null ? null : (
        <QuietButton
          size="2"
          onClick={() => saveFile(new Blob([receipt], { type: 'application/json' }), receiptFileName(row.title))}
        >
          {cardWords.receipt}
        </QuietButton>
      )}
    </div>
  );
}

function FailedWords({ row }: { row: ExportRow }) {
  return (
    <>
      <p className={`${styles['state']} ${styles['failed']}`}>
        <CircleX size={16} aria-hidden="true" />
        {cardWords.failed}
      </p>
      <p className={styles['note']} role="alert">
        {row.errorMessage ?? exportWords.failed}
      </p>
    </>
  );
}

function FailedActions({ row }: { row: ExportRow }) {
  return (
    <div className={styles['actions']}>
      <QuietButton size="2" onClick={() => void attempt(startWords.startFailed, () => tryAgain(row))}>
        <RotateCcw size={16} aria-hidden="true" />
        {uiWords.retry}
      </QuietButton>
    </div>
  );
}

/** At the same choice. A file is chosen anew: what was allowed for the failed try does not last. */
async function tryAgain(row: ExportRow): Promise<void> {
  if (row.keptIn !== 'chosen-file') return retryExport(row, { kind: 'device' });
  const handle = await pickMovieFile(row.fileName, row.format);
  if (handle !== null) await retryExport(row, { kind: 'chosen-file', handle });
}

async function attempt(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure(title, error);
  }
}
