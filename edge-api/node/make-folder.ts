/** Makes a folder and the folders above it. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from './is-errno.ts';

/**
 * Unlike `mkdir({ recursive: true })`, which Node 20 never ends where the system answers "no such folder" although the
 * folder above is there (/proc does).
 * @throws the system's error when a folder can't be made
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (isErrno(error, 'EEXIST') && (await stat(path)).isDirectory()) return;
    if (!isErrno(error, 'ENOENT') || dirname(path) === path || (await isThere(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

/** Whether there is a file or a folder. @throws the system's error where it can't tell */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}
