import { CloudUpload, TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useProjectUploads, useUploadsPaused } from '#data/live-uploads.ts';
import { leftOf, uploadedBytes } from '#data/tables/project-uploads.ts';
import { sendNow, useSyncStatus, type SyncStatus } from '#sync/status.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Tip } from '#ui/tip.tsx';
import { describe } from './describe.ts';
import { saveStateWords as words } from './save-state-words.ts';
import styles from './save-state.module.css';

const ProblemsDialog = lazyPart(async () => ({ default: (await import('./problems-dialog.tsx')).ProblemsDialog }));

/** A change that has been next in line for this long is delayed, whatever the reason. */
const DELAYED_AFTER_MS = 20_000;

/**
 * Whether the project’s changes have reached the server; on this device they are always safe. Pressed, it opens the
 * changes that the server refused, or retries one that doesn’t get through.
 */
export function SaveState({ projectId }: { projectId: string }) {
  const { status, restart } = useHonestStatus(projectId);
  const [isOpen, setIsOpen] = useState(false);
  const upload = useUploadState(projectId, status);
  if (upload !== null) return <UploadState {...upload} />;
  const { word, Icon, tip } = describe(status, 'project');
  const actions: Partial<Record<SyncStatus['state'], () => void>> = {
    problem: () => setIsOpen(true),
    delayed: () => {
      restart();
      void sendNow(projectId);
    },
  };
  const action = actions[status.state];
  const content = (
    <>
      <Icon size={14} aria-hidden="true" />
      {word}
    </>
  );
  return (
    <>
      <output className={styles['state']}>
        <Tip text={tip}>
          {action ? (
            <button type="button" className={styles[status.state]} onClick={action}>
              {content}
            </button>
          ) : (
            <span className={styles['word']}>{content}</span>
          )}
        </Tip>
      </output>
      {isOpen ? (
        <Suspense>
          <ProblemsDialog problems={status.problems} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type Upload = { word: string; tip: string; tone: 'uploading' | 'delayed' | 'problem' };

/** What own files are doing, where nothing else is the person's business first. */
function useUploadState(projectId: string, { state }: SyncStatus): Upload | null {
  const uploads = useProjectUploads(projectId);
  const isPaused = useUploadsPaused();
  const isShown = state === 'saved' || state === 'saving' || state === 'delayed';
  if (uploads === undefined || !isShown) return null;
  const [refused] = uploads.refused;
  if (refused !== undefined) {
    const { word, tip } = words.uploadRefused;
    return { word, tip: tip(refused.file.name), tone: 'problem' };
  }
  const left = leftOf(uploads.waiting);
  if (left === null) return null;
  if (isPaused) return { ...words.uploadPaused, tone: 'delayed' };
  // While others of them come, those are told of.
  const failing = uploads.waiting.every(({ sentence }) => sentence !== null) ? uploads.waiting[0] : undefined;
  if (failing !== undefined) {
    const { word, tip } = words.uploadDelayed;
    return { word, tip: tip(failing.file.name), tone: 'delayed' };
  }
  const { sentBytes, allBytes } = uploadedBytes(uploads.waiting);
  const { word, tip } = words.uploading;
  return { word: word(Math.floor((sentBytes / allBytes) * 100)), tip: tip(left), tone: 'uploading' };
}

/** Leads to the files. */
function UploadState({ word, tip, tone }: Upload) {
  const Icon = tone === 'problem' ? TriangleAlert : CloudUpload;
  return (
    <output className={styles['state']}>
      <Tip text={tip}>
        <Link to="/settings/storage" className={styles[tone]}>
          <Icon size={14} aria-hidden="true" />
          {word}
        </Link>
      </Tip>
    </output>
  );
}

/** "Saving" is honest only for a while: after that the change is delayed, even if nothing has failed. */
function useHonestStatus(projectId: string): { status: SyncStatus; restart: () => void } {
  const status = useSyncStatus(projectId);
  const [tries, setTries] = useState(0);
  const [overdue, setOverdue] = useState<string | null>(null);
  const waiting = status.state === 'saving' && status.next ? `${status.next.seq} ${tries}` : null;
  useEffect(() => {
    if (waiting === null) return;
    const timer = setTimeout(() => setOverdue(waiting), DELAYED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  const isOverdue = waiting !== null && waiting === overdue;
  return { status: isOverdue ? { ...status, state: 'delayed' } : status, restart: () => setTries(tries + 1) };
}
