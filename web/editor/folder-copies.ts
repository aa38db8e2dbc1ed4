/**
 * Keeps a saved project in a folder that the person chose in step with the project: a while after each change the file is
 * written anew, in one tab. It's replaced only when the new one is whole.
 */
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import {
  changeFolderCopy,
  forgetFolderCopy,
  joinMarks,
  listFolderCopies,
  markOfDocument,
  markOfFiles,
  markOfProject,
  type FolderCopy,
} from '#data/tables/folder-copies.ts';

type FolderCopyDeps = {
  db: StoryreelDb;
  now(): number;
  /** The project as a file, and how many of its clips, sounds, and pictures couldn't be had for it. */
  write(projectId: string): Promise<{ bytes: ReadableStream<Uint8Array>; missing: number }>;
  /** Runs the work in one tab of this browser at a time. */
  alone(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** A copy that was kept can't be written any more. It's tried again with the next change, or once the browser allows it. */
  onStopped(copy: FolderCopy, why: 'asks' | 'failed'): void;
  onFailed(error: unknown): void;
};

/** Somebody who types makes one file of it. */
const QUIET_MS = 3_000;

/** Until the signal is aborted. */
export function keepFolderCopies(deps: FolderCopyDeps, userId: string, signal: AbortSignal): void {
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | null = null;
      let busy = Promise.resolve();
      const see = (due: readonly string[]): void => {
        if (timer !== null) clearTimeout(timer);
        timer = due.length === 0 ? null : setTimeout(writeNext, QUIET_MS);
      };
      const writeNext = (): void => {
        busy = busy.then(writeDue).catch(deps.onFailed);
      };
      const writeDue = async (): Promise<void> => {
        for (const { copy } of await dueCopies(deps.db, userId)) {
          if (signal.aborted) return;
          await writeCopy(deps, copy).catch(deps.onFailed);
        }
      };
      // Each change of a project that is due counts: the pause begins anew.
      follow(
        async () => (await dueCopies(deps.db, userId)).map(({ copy, mark }) => `${copy.projectId} ${mark}`),
        see,
        deps.onFailed,
        signal,
      );
      signal.addEventListener('abort', () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      });
    });
  deps.alone(`folder-copies:${userId}`, work, signal).catch((error: unknown) => {
    if (!signal.aborted) deps.onFailed(error);
  });
}

async function dueCopies(db: StoryreelDb, userId: string): Promise<{ copy: FolderCopy; mark: string | null }[]> {
  const copies = (await listFolderCopies(db, userId)).filter(({ state }) => state !== 'asks');
  const marked = await Promise.all(
    copies.map(async (copy) => ({ copy, mark: await markOfProject(db, copy.projectId) })),
  );
  // What has failed waits for a change: a full disk is still full.
  return marked.filter(({ copy, mark }) => copy.mark !== mark && (copy.state !== 'failed' || copy.failedMark !== mark));
}

/** Writes one, unless the browser has to be asked first. @throws the database's error */
async function writeCopy(
  { db, now, write, onStopped }: Pick<FolderCopyDeps, 'db' | 'now' | 'write' | 'onStopped'>,
  copy: FolderCopy,
): Promise<void> {
  const { projectId, handle, fileName } = copy;
  const documentMark = await markOfDocument(db, projectId);
  // The project is gone; what is in the folder is the person's.
  if (documentMark === null) return forgetFolderCopy(db, projectId);
  const tell = (why: 'asks' | 'failed'): void => (copy.state === 'kept' ? onStopped(copy, why) : undefined);
  if (!(await isAllowed(handle))) {
    await changeFolderCopy(db, projectId, { state: 'asks' });
    return tell('asks');
  }
  try {
    const { bytes, missing } = await write(projectId);
    // Gathering the project brings clips that weren't here: this is what the file has, and what arrives later is news.
    const mark = joinMarks(documentMark, await markOfFiles(db, projectId));
    const file = await handle.getFileHandle(fileName, { create: true });
    // It's swapped in when it is closed.
    await bytes.pipeTo(await file.createWritable());
    await changeFolderCopy(db, projectId, { mark, missing, failedMark: null, writtenAt: now(), state: 'kept' });
  } catch (error) {
    console.warn('The copy in the folder can’t be written.', error);
    const failedMark = joinMarks(documentMark, await markOfFiles(db, projectId));
    await changeFolderCopy(db, projectId, { state: 'failed', failedMark });
    tell('failed');
  }
}

type Asking = { queryPermission?(wish: { mode: 'readwrite' }): Promise<PermissionState> };

async function isAllowed(handle: FileSystemDirectoryHandle & Asking): Promise<boolean> {
  return ['granted', undefined].includes(await handle.queryPermission?.({ mode: 'readwrite' }));
}
