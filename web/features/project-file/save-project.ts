/** "Save project": a file that the person chooses, or a download where the browser lets nobody choose. */
import type { ProjectFile } from '#editor/project-file.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import { STORYREEL_TYPE } from '#shared/storyreel-file/document.ts';
import { saveFile } from '#ui/save-file.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { gatherProject } from './project-bytes.ts';
import { saveWords as words } from './words.ts';

/** Where a download is put together, so that it is never whole in memory. */
const TEMPORARY = 'saved-project.storyreel';

/** Call it from a click. Says how it went by notices. */
export async function saveProject(projectId: string, title: string): Promise<void> {
  try {
    const name = `${sanitizeTitle(title)}.storyreel`;
    const chosen = 'showSaveFilePicker' in globalThis ? await chooseFile(name) : undefined;
    if (chosen === null) return;
    showToast({ title: words.gathering });
    const file = await gatherProject(projectId);
    await write(file, chosen, name);
    const count = file.document.missing.length;
    showToast({ title: words.saved, ...(count > 0 && { description: words.withoutClips({ count }) }) });
  } catch (error) {
    showFailure(words.failed, error);
  }
}

/** Null when the person dismissed the dialog. */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  try {
    const type: FilePickerAcceptType = { description: words.fileType, accept: { [STORYREEL_TYPE]: ['.storyreel'] } };
    return await showSaveFilePicker({ suggestedName, types: [type] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

async function write({ bytes }: ProjectFile, chosen: FileSystemFileHandle | undefined, name: string): Promise<void> {
  const handle = chosen ?? (await temporaryFile());
  await bytes.pipeTo(await handle.createWritable());
  if (chosen === undefined) saveFile(await handle.getFile(), name);
}

async function temporaryFile(): Promise<FileSystemFileHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getFileHandle(TEMPORARY, { create: true });
}
