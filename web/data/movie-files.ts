/** Finished movies in the origin private file system. */
import { openDirectory, readFile, removeUnlessHeld } from '#opfs/files.ts';
import type { StoryreelDb } from './db.ts';
import { EXPORT_DIRECTORY, exportLockName, isRunning, type ReadHeldLocks } from './tables/exports.ts';

export type MovieFiles = {
  /** The file of a movie, read by ranges; null when it is gone. */
  read(storedName: string): Promise<File | null>;
  /** Removes a movie's file; one that is not there is fine, and so is one that is still being written. */
  remove(storedName: string): Promise<void>;
  /** Names of all files. */
  list(): Promise<string[]>;
};

export function createMovieFiles(): MovieFiles {
  const directory = (): Promise<FileSystemDirectoryHandle> => openDirectory([EXPORT_DIRECTORY], true);
  return {
    read: async (storedName) => readFile(await directory(), storedName),
    async remove(storedName) {
      await removeUnlessHeld(await directory(), storedName);
    },
    async list() {
      const names: string[] = [];
      for await (const name of (await directory()).keys()) names.push(name);
      return names;
    },
  };
}

export const movieFiles = createMovieFiles();

/**
 * Removes files that no finished or running export names: a tab that was killed while it exported leaves one. Call it when
 * a page starts, after orphaned exports have been told.
 */
export async function removeStrayMovies(
  db: StoryreelDb,
  files: Pick<MovieFiles, 'list' | 'remove'>,
  readHeldLocks: ReadHeldLocks,
): Promise<void> {
  // In this order: a file that was seen had its row before, and a row that was not seen any more its lock until now.
  const names = await files.list();
  const rows = await db.exports.filter((row) => isRunning(row) || row.status === 'complete').toArray();
  const held = await readHeldLocks();
  const wanted = new Set(rows.map((row) => row.storedName));
  for (const name of names)
    if (!wanted.has(name) && !held.has(exportLockName(idOfStoredName(name)))) await files.remove(name);
}

/** The name under which a movie is kept. */
export function storedMovieName(id: string, format: string): string {
  return `${id}.${format}`;
}

function idOfStoredName(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
