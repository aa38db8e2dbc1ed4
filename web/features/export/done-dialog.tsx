import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useProject, useScenes } from '#data/live.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { db } from '#data/db.ts';
import { useProjectUploads } from '#data/live-uploads.ts';
import { actions } from '#editor/actions.ts';
import { publicAfterUploads, refusedUpload } from '#editor/upload-notes.ts';
import { exportAddress } from '#editor/page-exports.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import { formatBytes, formatDuration } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './done-dialog.module.css';
import { DownloadButton } from './ended-export.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { placeText, receiptFileName } from './export-text.ts';
import { MoviePlayer } from './movie-player.tsx';
import { PlanLegend, PlanPicture } from './plan-picture.tsx';
import { receiptStrip } from './plan-strip.ts';
import { readReceipt, receiptFps, receiptRows } from './receipt-rows.ts';
import { cardWords, doneWords as words, receiptWords } from './words.ts';

/** The finished movie: it plays in place, over what of it was copied and encoded, beside its receipt. */
export function DoneDialog({ row, onClose }: { row: ExportRow; onClose: () => void }) {
  const project = useProject(row.projectId) ?? null;
  const scenes = useScenes(row.projectId) ?? [];
  const [isAnother, setIsAnother] = useState(false);
  const { address, problem, fail } = useAddress(row);
  const receipt = readReceipt(row.receipt);
  if (isAnother && project !== null) return <ExportDialog project={project} scenes={scenes} onClose={onClose} />;
  return (
    <DialogFrame title={words.title} width={1088} onClose={onClose} footer={null}>
      <div className={styles['done']}>
        <div className={styles['movie']}>
          <MoviePlayer url={address} problem={problem} onError={fail} />
          {receipt === null ? null : (
            <div className={styles['strip']}>
              <PlanPicture strip={receiptStrip(receipt.stretches)} scenes={scenes} height="low" />
              <PlanLegend stretches={receipt.stretches} framesPerSecond={receiptFps(receipt)} />
            </div>
          )}
        </div>
        <div className={styles['side']}>
          <MovieName row={row} receipt={receipt} />
          <div className={styles['actions']}>
            <DownloadButton row={row} size="3" />
            <div className={styles['others']}>
              {project === null ? null : <ShowcaseButton project={project} />}
              <QuietButton size="2" disabled={project === null} onClick={() => setIsAnother(true)}>
                {words.anotherSize}
              </QuietButton>
            </div>
          </div>
          <ReceiptInWords row={row} receipt={receipt} />
        </div>
      </div>
    </DialogFrame>
  );
}

function MovieName({ row, receipt }: { row: ExportRow; receipt: Receipt | null }) {
  const { sizeBytes, fileName } = row;
  const facts = [
    ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]),
    ...(receipt === null ? [] : [formatDuration(receipt.file.seconds)]),
  ];
  const place = placeText(row);
  return (
    <div className={styles['name']}>
      <p className="one-line">{fileName}</p>
      <p className={`${styles['state']} numbers`}>
        <Check size={14} aria-hidden="true" />
        <span>{cardWords.complete}</span>
        <span className="quiet">{facts.map((fact) => ` · ${fact}`)}</span>
      </p>
      {place === null ? null : <p className="quiet">{place}</p>}
    </div>
  );
}

/** Makes the project public, as its Project Visibility does; what is public is shown instead. */
function ShowcaseButton({ project: { id, isPublic } }: { project: Project }) {
  const upload = refusedUpload(useProjectUploads(id) ?? { refused: [] });
  const refusal = useRefusals().server?.sentence ?? upload;
  if (isPublic)
    return (
      <QuietButton size="2" asChild>
        <Link to={`/showcase/${id}`}>{words.inShowcase}</Link>
      </QuietButton>
    );
  return (
    <RefusableButton isQuiet size="2" refusal={refusal} onPress={() => void publish(id)}>
      {words.toShowcase}
    </RefusableButton>
  );
}

async function publish(projectId: string): Promise<void> {
  try {
    await actions.setVisibility(projectId, true);
    const description = (await publicAfterUploads(db, projectId)) ?? words.nowPublic;
    showToast({ title: words.visibilityUpdated, description });
  } catch (error) {
    showFailure(words.visibilityFailed, error);
  }
}

function ReceiptInWords({ row, receipt }: { row: ExportRow; receipt: Receipt | null }) {
  const { receipt: text, title } = row;
  const save = (): void => {
    if (text !== null) saveFile(new Blob([text], { type: 'application/json' }), receiptFileName(title));
  };
  return (
    <section aria-label={receiptWords.heading}>
      <div className={styles['receiptHead']}>
        <h3>{receiptWords.heading}</h3>
        {text === null ? null : (
          <QuietButton size="1" onClick={save}>
            {receiptWords.save}
          </QuietButton>
        )}
      </div>
      {receipt === null ? <p className="quiet">{receiptWords.noReceipt}</p> : <Rows receipt={receipt} row={row} />}
    </section>
  );
}

function Rows({ receipt, row }: { receipt: Receipt; row: ExportRow }) {
  return (
    <>
      <dl className={`${styles['rows']} numbers`}>
        {receiptRows(receipt, row).map(({ name, text, isCode = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-code={isCode}>{text}</dd>
          </div>
        ))}
      </dl>
      {receipt.notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </>
  );
}

/** From where the movie is played, or why it can't be. */
function useAddress(row: ExportRow): { address: string | null; problem: string | null; fail: () => void } {
  const [address, setAddress] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isElsewhere = row.keptIn === 'chosen-file';
  useEffect(() => {
    if (isElsewhere) return;
    let isWanted = true;
    exportAddress(row).then(
      (url) => {
        if (isWanted) setAddress(url);
      },
      (error: unknown) => {
        console.warn('A finished movie could not be opened.', error);
        if (isWanted) setHasFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
    // The row of a finished movie changes no more; a new object of it is the same movie.
  }, [row, isElsewhere]);
  const problem = isElsewhere ? words.unplayable['chosen-file'] : hasFailed ? words.unplayable.other : null;
  return { address, problem, fail: () => setHasFailed(true) };
}
