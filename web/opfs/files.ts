/** Files of the origin private file system, in the page and in workers. What a browser says when one is not there, or is held by somebody else, is known here alone. */

/** @throws SecurityError (a DOMException) in a private window that keeps no files */
export async function openRoot(): Promise<FileSystemDirectoryHandle> {
  const { storage }: { storage?: { getDirectory?: StorageManager['getDirectory'] } } = navigator;
  if (storage?.getDirectory === undefined) throw new DOMException('This browser keeps no files.', 'SecurityError');
  return navigator.storage.getDirectory();
}

/** Whether this window keeps files at all. */
export async function keepsFiles(): Promise<boolean> {
  try {
    await openRoot();
    return true;
  } catch (error) {
    if (isWithoutFiles(error)) return false;
    throw error;
  }
}

/** What Firefox says of files in a private window. */
export function isWithoutFiles(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

/** The directory at the end of these names. @throws NotFoundError (a DOMException) for one that is not there, unless it is made */
export async function openDirectory(
  names: readonly string[],
  create: boolean,
  root: () => Promise<FileSystemDirectoryHandle> = openRoot,
): Promise<FileSystemDirectoryHandle> {
  let directory = await root();
  for (const name of names) directory = await directory.getDirectoryHandle(name, { create });
  return directory;
}

/** A file, to be read by ranges; null where there is none. */
export async function readFile(directory: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await directory.getFileHandle(name)).getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The files of a directory. One that goes away meanwhile is left out. */
export async function* filesOf(
  directory: FileSystemDirectoryHandle,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<File> {
  for await (const handle of directory.values()) {
    if (handle.kind !== 'file' || !isWanted(handle.name)) continue;
    const file = await fileIfThere(handle);
    if (file !== null) yield file;
  }
}

/** One that is not there is fine. @throws NoModificationAllowedError (a DOMException) for one that is held */
export async function removeFile(directory: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await directory.removeEntry(name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** The same, but a file that another tab writes stays. @returns whether there was one and it is gone */
export async function removeUnlessHeld(directory: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await directory.removeEntry(name);
    return true;
  } catch (error) {
    if (isNotFound(error) || isHeld(error)) return false;
    throw error;
  }
}

/** Moves a file in one step. @returns false where the browser can't: then nothing has happened */
export async function moveFile(
  file: FileSystemFileHandle,
  directory: FileSystemDirectoryHandle,
  name: string,
): Promise<boolean> {
  if (!canMove(file)) return false;
  await file.move(directory, name);
  return true;
}

/** Moves in one step where the browser can, else copies: the name appears only with the whole file behind it. */
export async function moveOrCopy(
  file: FileSystemFileHandle,
  directory: FileSystemDirectoryHandle,
  name: string,
): Promise<void> {
  if (await moveFile(file, directory, name)) return;
  const target = await directory.getFileHandle(name, { create: true });
  // createWritable swaps the file in when it is closed, so that no half of it is ever seen.
  await (await file.getFile()).stream().pipeTo(await target.createWritable());
}

/** What the file system says of a name that is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/** What reading a file says once it was removed: it was whole when it was opened. */
export function isGone(error: unknown): boolean {
  return isNotFound(error) || (error instanceof DOMException && error.name === 'NotReadableError');
}

/** What removing a file says that is open for writing: the standard's name for it, and that of older Safari. */
function isHeld(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'NoModificationAllowedError' || error.name === 'InvalidStateError')
  );
}

/** Null for a file that has got another name meanwhile, or is gone. */
async function fileIfThere(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return await handle.getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

type Movable = { move(directory: FileSystemDirectoryHandle, name: string): Promise<void> };

function canMove(handle: FileSystemFileHandle): handle is FileSystemFileHandle & Movable {
  return 'move' in handle && typeof handle.move === 'function';
}
