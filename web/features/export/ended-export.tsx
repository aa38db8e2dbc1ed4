import { VisuallyHidden } from '@radix-ui/themes';
import { Check, CircleX, Download, Play, RotateCcw, X } from 'lucide-react';
import type { ExportRow } from '#data/tables/rows.ts';
import { dismissExport, downloadExport, retryExport } from '#editor/page-exports.ts';
import { exportWords } from '#editor/words.ts';
import { formatBytes } from '#shared/words/format.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './export-card.module.css';
import { ExportFrame } from './export-frame.tsx';
import { outcomeText, placeText } from './export-text.ts';
import { FoldButton, type Folding } from './fold-button.tsx';
import { pickMovieFile } from './pick-movie-file.ts';
import { cardWords, exportWords as startWords } from './words.ts';

type EndedExportProps = { row: ExportRow; folding: Folding; onWatch: () => void };

/** The newest export that has ended: the movie to be had, or why there is none. */
export function EndedExport({ row, folding, onWatch }: EndedExportProps) {
  const { isFolded } = folding;
  const isComplete = row.status === 'complete';
  return (
    <section className={styles['card']} aria-label={cardWords.label(row)}>
      <div className={styles['top']}>
        {isFolded ? null : isComplete ? <WatchFrame row={row} onWatch={onWatch} /> : <ExportFrame row={row} />}
        <div className={styles['words']}>
          <div className={styles['head']}>
            {isFolded ? <StateIcon isComplete={isComplete} /> : null}
            <p className={`${styles['name']} one-line`}>{row.fileName}</p>
            {isFolded && isComplete ? <DownloadButton row={row} size="1" /> : null}
            <FoldButton {...folding} />
            <IconAction
              size="1"
              label={cardWords.dismiss}
              onClick={() => void attempt(cardWords.dismissFailed, () => dismissExport(row))}
            >
              <X size={16} />
            </IconAction>
          </div>
          {isFolded ? null : isComplete ? <FinishedWords row={row} /> : <FailedWords row={row} />}
        </div>
      </div>
      {isFolded ? null : isComplete ? <FinishedActions row={row} onWatch={onWatch} /> : <FailedActions row={row} />}
    </section>
  );
}

function StateIcon({ isComplete }: { isComplete: boolean }) {
  const Icon = isComplete ? Check : CircleX;
  return (
    <span className={`${styles['icon']} ${styles[isComplete ? 'done' : 'failed']}`}>
      <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{isComplete ? cardWords.complete : cardWords.failed}</VisuallyHidden>
    </span>
  );
}

/** The frame, which opens the movie. */
function WatchFrame({ row, onWatch }: { row: ExportRow; onWatch: () => void }) {
  return (
    <button type="button" className={styles['watch']} aria-label={cardWords.watch(row)} onClick={onWatch}>
      <ExportFrame row={row} />
      <span className={styles['disc']}>
        <Play size={14} fill="currentColor" aria-hidden="true" />
      </span>
    </button>
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

function FinishedActions({ row, onWatch }: { row: ExportRow; onWatch: () => void }) {
  return (
    <div className={styles['actions']}>
      <DownloadButton row={row} size="2" />
      {row.receipt === null ? null : (
        <QuietButton size="2" onClick={onWatch}>
          {cardWords.showReceipt}
        </QuietButton>
      )}
    </div>
  );
}

/** Nothing for a movie that went into a file that the person chose: they have it. */
export function DownloadButton({ row, size }: { row: ExportRow; size: '1' | '2' | '3' }) {
  const refusal = useServerRefusal(row);
  if (row.keptIn === 'chosen-file') return null;
  return (
    <RefusableButton
      size={size}
      refusal={refusal}
      onPress={() => void attempt(cardWords.downloadFailed, () => downloadExport(row))}
    >
      <Download size={16} aria-hidden="true" />
      {cardWords.download}
    </RefusableButton>
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
  const refusal = useServerRefusal(row);
  return (
    <div className={styles['actions']}>
      <RefusableButton
        isQuiet
        size="2"
        refusal={refusal}
        onPress={() => void attempt(startWords.startFailed, () => tryAgain(row))}
      >
        <RotateCcw size={16} aria-hidden="true" />
        {uiWords.retry}
      </RefusableButton>
    </div>
  );
}

/** Why the server can't be asked for a movie that it writes; null for one that this browser writes. */
function useServerRefusal({ server }: ExportRow): string | null {
  const refusal = useRefusals().server?.sentence ?? null;
  return server === null ? null : refusal;
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
