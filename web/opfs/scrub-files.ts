/**
 * Scrub copies of clips: small pictures of every frame, named by the clip's hash and the version of what made them. They can
 * be made again at any time, so they are the first to go where room is short.
 */
import { filesOf, moveFile, openDirectory, readFile, removeUnlessHeld } from './files.ts';

/** Raised when the pictures or the file's form change. Files of other versions are removed. */
export const SCRUB_VERSION = 1;

/** The directory, from the root. */
const DIRECTORY = 'scrub-copies';
/** For 300 clips of eight seconds. */
const MOST_BYTES = 400_000_000;
const UNFINISHED_END = '.part';
/** Longer than a copy takes to be written; what is older was left by a tab that died. */
const UNFINISHED_FOR_MS = 3_600_000;

const directory = (): Promise<FileSystemDirectoryHandle> => openDirectory([DIRECTORY], true);

function nameOf(sha256: string): string {
  return `${sha256}-${SCRUB_VERSION}`;
}

/** Null where there is none. */
export async function readScrubFile(sha256: string): Promise<File | null> {
  return await readFile(await directory(), nameOf(sha256));
}

/**
 * Puts a copy under its clip's name in one step, and removes the oldest beyond the budget.
 * @returns false where the browser can't move files: then there is none
 * @throws QuotaExceededError (a DOMException)
 */
export async function writeScrubFile(sha256: string, copy: Blob, mostBytes = MOST_BYTES): Promise<boolean> {
  const folder = await directory();
  const name = `${crypto.randomUUID()}${UNFINISHED_END}`;
  try {
    const draft = await folder.getFileHandle(name, { create: true });
    const stream = await draft.createWritable();
    try {
      await stream.write(copy);
    } catch (error) {
      await stream.abort(error);
      throw error;
    }
    await stream.close();
    if (!(await moveFile(draft, folder, nameOf(sha256)))) return false;
  } finally {
    await removeUnlessHeld(folder, name);
  }
  await sweep(folder, nameOf(sha256), mostBytes);
  return true;
}

/** One that is not there is fine. */
export async function removeScrubFile(sha256: string): Promise<void> {
  const folder = await directory();
  for (const name of await namesOf(folder)) if (name.startsWith(`${sha256}-`)) await removeUnlessHeld(folder, name);
}

/** Removes all of them. @returns bytes removed */
export async function clearScrubFiles(): Promise<number> {
  return await sweep(await directory(), null, 0);
}

/** Bytes that they take up. */
export async function scrubUsage(): Promise<number> {
  let total = 0;
  for await (const { size } of filesOf(await directory())) total += size;
  return total;
}

async function namesOf(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** Removes what another version wrote and what is unfinished, then the oldest. @param newest stays */
async function sweep(folder: FileSystemDirectoryHandle, newest: string | null, mostBytes: number): Promise<number> {
  const files: File[] = [];
  for await (const file of filesOf(folder, (name) => name !== newest)) files.push(file);
  files.sort((a, b) => b.lastModified - a.lastModified);
  let kept = newest === null ? 0 : ((await readFile(folder, newest))?.size ?? 0);
  let removed = 0;
  for (const { name, size, lastModified } of files) {
    const isUnfinished = name.endsWith(UNFINISHED_END);
    const isWanted = isUnfinished
      ? Date.now() - lastModified <= UNFINISHED_FOR_MS
      : name.endsWith(`-${SCRUB_VERSION}`) && kept + size <= mostBytes;
    if (isWanted) kept += size;
    else if (await removeUnlessHeld(folder, name)) removed += size;
  }
  return removed;
}
