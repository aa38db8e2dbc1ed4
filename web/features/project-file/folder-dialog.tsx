import { Button } from '@radix-ui/themes';
import { useLive } from '#data/live-uploads.ts';
import { db } from '#data/db.ts';
import { forgetFolderCopy, readFolderCopy, writeFolderCopy, type FolderCopy } from '#data/tables/folder-copies.ts';
import type { Project } from '#shared/entities/project.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { folderWords as words, writtenText } from './folder-words.ts';

/** Chooses a folder that gets a copy of the project, says how that goes, and stops it. */
export function FolderDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const copy = useLive((from) => readFolderCopy(from, project.id), [project.id]);
  if (copy === undefined) return null;
  const run = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => showFailure(words.chooseFailed, error));
  const stop = async (): Promise<void> => {
    await forgetFolderCopy(db, project.id);
    showToast({ title: words.stopped });
  };
  const footer = (
    <>
      {copy === null ? null : (
        <QuietButton size="3" onClick={() => run(stop)}>
          {words.stop}
        </QuietButton>
      )}
      {copy?.state === 'asks' ? (
        <Button size="3" onClick={() => run(() => allow(copy))}>
          {words.allow}
        </Button>
      ) : (
        <Button size="3" data-autofocus="" onClick={() => run(() => choose(project, copy))}>
          {copy === null ? words.choose : words.another}
        </Button>
      )}
    </>
  );
  return (
    <DialogFrame title={words.title} width={520} onClose={onClose} footer={footer}>
      <p>{words.text}</p>
      {copy === null ? null : <Kept copy={copy} />}
    </DialogFrame>
  );
}

function Kept({ copy: { handle, fileName, writtenAt, missing, state } }: { copy: FolderCopy }) {
  if (state !== 'kept') return <FormNote tone="bad">{state === 'asks' ? words.asks : words.failed}</FormNote>;
  return (
    <FormNote tone={writtenAt === null || missing > 0 ? 'plain' : 'ok'}>
      {words.in({ folder: handle.name, file: fileName })} ·{' '}
      {writtenAt === null ? words.waiting : writtenText(writtenAt)}
      {missing > 0 ? ` · ${words.without({ missing })}` : ''}
    </FormNote>
  );
}

async function choose({ id: projectId, userId, title }: Project, copy: FolderCopy | null): Promise<void> {
  const handle = await pick();
  if (handle === null) return;
  const isSame = copy !== null && (await copy.handle.isSameEntry(handle));
  const fileName = isSame ? copy.fileName : await freeName(handle, sanitizeTitle(title));
  const fresh = { mark: null, failedMark: null, missing: 0, writtenAt: null, state: 'kept' } as const;
  await writeFolderCopy(db, { projectId, userId, handle, fileName, ...fresh });
}

/** What lies in the folder already is left alone: another project may have this title. */
async function freeName(folder: FileSystemDirectoryHandle, title: string): Promise<string> {
  const taken = new Set<string>();
  for await (const name of folder.keys()) taken.add(name.toLowerCase());
  for (let number = 1; ; number++) {
    const name = `${title}${number === 1 ? '' : `-${number}`}.storyreel`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

type Picking = { showDirectoryPicker?(wish: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle> };

/** Null when the person dismissed the dialog. */
async function pick(host: Picking = globalThis as Picking): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await host.showDirectoryPicker?.({ mode: 'readwrite' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

type Asking = { requestPermission?(wish: { mode: 'readwrite' }): Promise<PermissionState> };

async function allow(copy: FolderCopy): Promise<void> {
  const handle: FileSystemDirectoryHandle & Asking = copy.handle;
  const isAllowed = (await handle.requestPermission?.({ mode: 'readwrite' })) === 'granted';
  if (isAllowed) await writeFolderCopy(db, { ...copy, state: 'kept' });
}
