/** "Save project": a file that the person chooses, or a download where the browser lets nobody choose. */
import { createSavedProject } from '#data/device-storage.ts';
import type { ProjectFile } from '#editor/project-file.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import { STORYREEL_TYPE } from '#shared/storyreel-file/document.ts';
import { saveFile } from '#ui/save-file.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { gatherProject } from './project-bytes.ts';
import { saveWords as words } from './words.ts';

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
    showToast({ title: words.saved, ...(count > 0 && { description: words.withoutFiles({ count }) }) });
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
  if (chosen !== undefined) return bytes.pipeTo(await chosen.createWritable());
  const { handle, discard } = await createSavedProject();
  try {
    await bytes.pipeTo(await handle.createWritable());
    saveFile(await handle.getFile(), name);
  } catch (error) {
    await discard();
    throw error;
  }
}
