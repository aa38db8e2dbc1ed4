/** What tests ask of the origin private file system, and what they take into it. */
import { importFile, type Imported } from '#media/import/client.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';

/** A directory at the root; made first if it isn't there. */
export async function directoryOf(name: string): Promise<FileSystemDirectoryHandle> {
  return await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}

export async function namesIn(directory: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of directory.keys()) names.push(name);
  return names;
}

/** A file with a content, as pickers of files and clip stores have it. */
export async function storedFile(
  directory: FileSystemDirectoryHandle,
  name: string,
  content: string | Blob | Uint8Array<ArrayBuffer>,
): Promise<FileSystemFileHandle> {
  const handle = await directory.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(content);
  await stream.close();
  return handle;
}

/** Of this file's tests alone. */
const name = `taken-in-${crypto.randomUUID()}`;
const folders = { finished: name, unfinished: `${name}-unfinished` };

/** Takes a file in as the app does. */
export async function takeIn(
  file: File,
  kinds: readonly OwnFileKind[],
  options?: { signal: AbortSignal },
): Promise<Imported> {
  const request = { file, ...folders, temporaryName: crypto.randomUUID(), at: 1, kinds: [...kinds] };
  return await importFile(request, options);
}

/** What is left of what was taken in. */
export async function namesTakenIn(): Promise<string[]> {
  return [
    ...(await namesIn(await directoryOf(folders.finished))),
    ...(await namesIn(await directoryOf(folders.unfinished))),
  ];
}

export async function removeTakenIn(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  for (const folder of Object.values(folders))
    await root.removeEntry(folder, { recursive: true }).catch(() => undefined);
}
