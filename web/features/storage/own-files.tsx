import { Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { db } from '#data/db.ts';
import { useReach } from '#data/live.ts';
import { useUploadsPaused } from '#data/live-uploads.ts';
import type { OwnFileUse } from '#data/tables/own-file-uses.ts';
import { pauseUploads } from '#data/tables/uploads-paused.ts';
import { leftOf, uploadedBytes } from '#data/tables/project-uploads.ts';
import { retryUpload } from '#editor/refused-changes.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { removedToast } from '#ui/removed-files.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { removeOwnFiles } from './own-file-acts.ts';
import { ownFileListWords as words } from './own-file-words.ts';
import styles from './file-list.module.css';
import { RemoveFilesDialog } from './remove-files-dialog.tsx';
import { useOwnFiles } from './use-stored.ts';

type OwnFilesProps = { userId: string; onRemoved: () => void };

/** What the person brought: how far each file is on its way to the server, what plays it, and how to remove it. */
export function OwnFiles({ userId, onRemoved }: OwnFilesProps) {
  const files = useOwnFiles(userId);
  const [removing, setRemoving] = useState<readonly OwnFileUse[]>([]);
  const refusal = useRefusals().server?.sentence ?? null;
  if (files === undefined || files.length === 0) return null;
  const unused = files.filter(({ projects }) => projects.length === 0);
  const bytesOf = (rows: readonly OwnFileUse[]): number => uploadedBytes(rows).allBytes;
  const remove = async (): Promise<void> => {
    setRemoving([]);
    try {
      showToast(removedToast(await removeOwnFiles(removing), words));
    } catch (error) {
      showFailure(words.removeFailed, error);
    }
    onRemoved();
  };
  return (
    <section className={styles['files']} aria-labelledby="own-files">
      <div className={styles['head']}>
        <Heading as="h2" size="3" id="own-files">
          {words.title}
        </Heading>
        <p className="numbers">{words.sum({ count: files.length, bytes: bytesOf(files) })}</p>
      </div>
      <div className={styles['line']}>
        <p className={styles['note']}>{words.lead}</p>
        {unused.length === 0 ? null : (
          <RefusableButton isQuiet size="1" refusal={refusal} onPress={() => setRemoving(unused)}>
            {words.removeUnused({ count: unused.length, bytes: bytesOf(unused) })}
          </RefusableButton>
        )}
      </div>
      <Uploads files={files} />
      <ul className={styles['list']}>
        {files.map((file) => (
          <File key={file.sha256} file={file} refusal={refusal} onRemove={() => setRemoving([file])} />
        ))}
      </ul>
      {removing.length === 0 ? null : (
        <RemoveFilesDialog
          title={words.confirmTitle({ count: removing.length })}
          lead={words.confirmLead({ bytes: bytesOf(removing) })}
          confirm={words.confirm}
          files={removing.map(({ sha256, file }) => ({ id: sha256, name: file.name }))}
          refusal={refusal}
          onRemove={() => void remove()}
          onClose={() => setRemoving([])}
        />
      )}
    </section>
  );
}

/** All that is on its way, and whether it may be. */
function Uploads({ files }: { files: readonly OwnFileUse[] }) {
  const isPaused = useUploadsPaused();
  const isOffline = useReach() === 'offline';
  const waiting = files.filter(({ state }) => state === 'waiting');
  const left = leftOf(waiting);
  if (left === null) return null;
  const { sentBytes, allBytes } = uploadedBytes(waiting);
  const sentence = isPaused
    ? words.paused(left)
    : isOffline
      ? words.offline(left)
      : words.uploading({ count: left.count, sentBytes, allBytes });
  return (
    <div className={styles['uploads']}>
      <div className={styles['line']}>
        <output className="numbers">{sentence}</output>
        <QuietButton size="1" onClick={() => void pauseUploads(db, !isPaused)}>
          {isPaused ? words.resume : words.pause}
        </QuietButton>
      </div>
      <UploadBar label={words.progress} sentBytes={sentBytes} allBytes={allBytes} />
    </div>
  );
}

type UploadBarProps = { label: string; sentBytes: number; allBytes: number };

function UploadBar({ label, sentBytes, allBytes }: UploadBarProps) {
  const share = sentBytes / Math.max(1, allBytes);
  return <SegmentBar label={label} percent={Math.floor(share * 100)} segments={[{ tone: 'plain', share }]} />;
}

type FileProps = {
  file: OwnFileUse;
  /** Why the server can't be asked now. */ refusal: string | null;
  onRemove: () => void;
};

function File({ file: row, refusal, onRemove }: FileProps) {
  const { file, state, sentBytes, sentence, projects } = row;
  const { name, kind, sizeBytes } = file;
  const isUsed = projects.length > 0;
  const retry = (): void => {
    retryUpload(row).catch((error: unknown) => showFailure(words.retryFailed, error));
  };
  return (
    <li>
      <div className={styles['about']}>
        <p className={styles['name']}>{name}</p>
        <p className={`${styles['note']} numbers`}>
          {words.facts({ kind: words.kinds[kind], sizeBytes })} ·{' '}
          {isUsed ? words.usedIn({ titles: projects }) : words.unused}
        </p>
        {state !== 'sent' && sentence !== null ? <p className={styles['bad']}>{sentence}</p> : null}
      </div>
      <div className={styles['state']}>
        {state === 'waiting' && sentBytes > 0 ? (
          <UploadBar label={words.progressOf({ name })} sentBytes={sentBytes} allBytes={sizeBytes} />
        ) : (
          <p className={state === 'refused' ? styles['bad'] : styles['note']}>{stateWords[state]}</p>
        )}
      </div>
      <div className={styles['acts']}>
        {state === 'refused' || (state === 'waiting' && sentence !== null) ? (
          <QuietButton size="1" aria-label={words.retryOf({ name })} onClick={retry}>
            {words.retry}
          </QuietButton>
        ) : null}
        <RefusableButton
          isQuiet
          size="1"
          refusal={isUsed ? words.inUse({ titles: projects }) : refusal}
          aria-label={words.removeOf({ name })}
          onPress={onRemove}
        >
          {words.remove}
        </RefusableButton>
      </div>
    </li>
  );
}

const stateWords = { waiting: words.waiting, sent: words.uploaded, refused: words.refused } as const;
