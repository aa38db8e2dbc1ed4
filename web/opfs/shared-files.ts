/** Files that another app has shared with this one. The service worker keeps them (public/sw.js) until somebody decides. */
import { isNotFound, openDirectory, readFile, removeFile } from './files.ts';
import { storedKinds } from './stored-kinds.ts';

const LIST = 'list.json';

type Listed = { name: string; type: string; stored: string };

/** In their order, with the names that they had; none where nothing was shared. */
export async function readShared(): Promise<File[]> {
  const folder = await openShared();
  const list = folder && (await readFile(folder, LIST));
  if (!folder || !list) return [];
  const files: File[] = [];
  for (const { name, type, stored } of listOf(await list.text())) {
    const file = await readFile(folder, stored);
    if (file !== null) files.push(new File([file], name, { type }));
  }
  return files;
}

export async function removeShared(): Promise<void> {
  const folder = await openShared();
  if (folder === null) return;
  // The list first: none is to name a file that has gone.
  await removeFile(folder, LIST);
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names) await removeFile(folder, name);
}

async function openShared(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await openDirectory([storedKinds.shared.directory], false);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Another version of the service worker may have written it. */
function listOf(text: string): Listed[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter(isListed) : [];
}

function isListed(entry: unknown): entry is Listed {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    ['name', 'type', 'stored'].every((field) => typeof Reflect.get(entry, field) === 'string')
  );
}
