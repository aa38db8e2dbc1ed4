/** Keeps files from the other people of this machine. */
import { chmod, open, stat } from 'node:fs/promises';
import { isErrno } from './is-errno.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** Of folders that are everybody's by intent, such as /tmp: closing one would harm others. */
const STICKY = 0o1000;

/** Something that others may read or write. */
type OpenToOthers = { path: string; mode: string };

/** Makes an empty file that is its owner's alone, where there is none. */
export async function makePrivateFile(path: string): Promise<void> {
  await (await open(path, 'a', FILE_MODE)).close();
}

/** Closes a folder and those of the files that are there. @returns what is still open */
export async function closeToOthers(folder: string, files: readonly string[]): Promise<OpenToOthers[]> {
  // Windows has no such modes: there, a folder has the rights of the one above.
  if (process.platform === 'win32') return [];
  const results = [await close(folder, FOLDER_MODE)];
  for (const file of files) results.push(await close(file, FILE_MODE));
  return results.filter((result) => result !== null);
}

async function close(path: string, mode: number): Promise<OpenToOthers | null> {
  try {
    const { mode: found } = await stat(path);
    if ((found & OTHERS) === 0) return null;
    if ((found & STICKY) !== 0) return openToOthers(path, found);
    await chmod(path, mode);
    const left = (await stat(path)).mode;
    return (left & OTHERS) === 0 ? null : openToOthers(path, left);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    if (!isErrno(error)) throw error;
    return openToOthers(path, (await stat(path)).mode);
  }
}

function openToOthers(path: string, mode: number): OpenToOthers {
  return { path, mode: (mode & 0o7777).toString(8) };
}
