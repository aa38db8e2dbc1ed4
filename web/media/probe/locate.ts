/** From where a clip's bytes are to a Blob that is read by ranges. */
import { MediaFailure } from '../failures.ts';
import type { MediaLocation, OpfsPath } from '../worker/protocol.ts';

/** @throws MediaFailure `source-missing` when there is no such file */
export async function blobAt(location: MediaLocation, sceneNumber?: number): Promise<Blob> {
  if (location.kind === 'blob') return location.blob;
  try {
    const directory = await knownDirectory(location.path);
    const handle = await directory.getFileHandle(location.path.name);
    return await handle.getFile();
  } catch (error) {
    throw new MediaFailure('source-missing', sceneNumber === undefined ? {} : { sceneNumber }, error);
  }
}

/** Directories that files were found in: a movie's clips stand in one, and finding it takes a message for each step. */
const directories = new Map<string, Promise<FileSystemDirectoryHandle>>();

async function knownDirectory(path: OpfsPath): Promise<FileSystemDirectoryHandle> {
  const key = path.directories.join('/');
  const finding = directories.get(key) ?? openDirectory(path, false);
  directories.set(key, finding);
  finding.catch(() => directories.delete(key));
  return await finding;
}

/** The directory that a path's file stands in. */
export async function openDirectory(path: OpfsPath, create: boolean): Promise<FileSystemDirectoryHandle> {
  let directory = await navigator.storage.getDirectory();
  for (const name of path.directories) directory = await directory.getDirectoryHandle(name, { create });
  return directory;
}

/** What reading a file says once it was removed: it was whole when it was opened. */
export function isGone(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'NotReadableError');
}

/** What the file system says of a name that is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
