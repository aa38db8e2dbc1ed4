/** Waits until the server has the own files that a movie plays. */
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { readProjectUploads, uploadedBytes, type ProjectUploads } from '#data/tables/project-uploads.ts';
import { readReach, type Reach } from '#data/tables/reach.ts';
import { AppError } from '#shared/errors.ts';
import { failingUpload, refusedUpload } from './upload-notes.ts';
import { projectUploadWords as words } from './upload-words.ts';

type Seen = ProjectUploads & { reach: Reach };

/**
 * However long it takes: files may be large, and the network away.
 * @param tell told how far it is whenever that changes, as long as something is missing
 * @throws AppError `invalid_input` when the server won't take one of them, the signal's reason
 */
export function untilUploaded(
  db: StoryreelDb,
  projectId: string,
  tell: (phase: string) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const watch = new AbortController();
    const abort = (): void => end(() => reject(signal.reason));
    const end = (settle: () => void): void => {
      watch.abort();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const see = (seen: Seen): void => {
      const refusal = refusedUpload(seen);
      if (refusal !== null) end(() => reject(new AppError('invalid_input', refusal)));
      else if (seen.waiting.length === 0) end(resolve);
      else tell(phaseOf(seen));
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    const read = async (): Promise<Seen> => ({
      ...(await readProjectUploads(db, projectId)),
      reach: await readReach(db),
    });
    follow(read, see, (error) => end(() => reject(error)), watch.signal);
  });
}

function phaseOf({ waiting, reach }: Seen): string {
  if (reach === 'offline') return words.offline;
  if (reach === 'signed-out') return words.signedOut;
  return failingUpload(waiting) ?? words.uploading(uploadedBytes(waiting));
}
