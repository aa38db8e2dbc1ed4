import { useEffect } from 'react';
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { showToast } from '#ui/toasts.ts';

/** Keeps the copies in folders in step for as long as the page is open. Draws nothing. */
export function FolderCopies({ userId }: { userId: string }) {
  useEffect(() => {
    if (!('showDirectoryPicker' in globalThis)) return undefined;
    const stop = new AbortController();
    const deps = {
      db,
      now: () => browserDevice.now(),
      write: async (projectId: string) => {
        const { bytes, document } = await (await import('./project-bytes.ts')).gatherProject(projectId);
        return { bytes, missing: document.missing.length };
      },
      alone: (name: string, work: () => Promise<void>, signal: AbortSignal) =>
        navigator.locks.request(name, { signal }, work),
      onStopped: ({ fileName }: { fileName: string }, why: 'asks' | 'failed') =>
        void import('./folder-words.ts').then(({ folderWords: words }) =>
          showToast({ title: words.stoppedBy({ file: fileName }), description: words[why], tone: 'destructive' }),
        ),
      onFailed: (error: unknown) => console.error('A copy in a folder can’t be kept in step.', error),
    };
    import('#editor/folder-copies.ts').then(
      ({ keepFolderCopies }) => stop.signal.aborted || keepFolderCopies(deps, userId, stop.signal),
      deps.onFailed,
    );
    return () => stop.abort();
  }, [userId]);
  return null;
}
