/** Finished movies in the origin private file system. */
import { EXPORT_DIRECTORY } from './tables/exports.ts';

/** The file of a movie, read by ranges; null when it is gone. */
export async function readMovieFile(storedName: string): Promise<File | null> {
  const directory = await movieDirectory();
  try {
    return await (await directory.getFileHandle(storedName)).getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Removes a movie's file; one that is not there is fine. */
export async function removeMovieFile(storedName: string): Promise<void> {
  const directory = await movieDirectory();
  try {
    await directory.removeEntry(storedName);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function movieDirectory(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(EXPORT_DIRECTORY, { create: true });
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
