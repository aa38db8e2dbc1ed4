/**
 * Saved projects on their way to a person's downloads, where the browser lets nobody choose a file: put together here, so
 * that they are never whole in memory. A browser doesn't say when a download has ended, so a file stays while its page
 * holds its lock, and goes with the next page, or after an hour.
 */
import { openDirectory, openRoot, removeFile, removeUnlessHeld } from './files.ts';
import { storedKinds } from './stored-kinds.ts';

/** What earlier versions wrote, at the root. */
const FORMER = 'saved-project.storyreel';
/** A download copies a file of this very device. */
const LONGEST_DOWNLOAD_MS = 3_600_000;

export type SavedProject = { handle: FileSystemFileHandle; discard(): Promise<void> };

/** A file of its own for each save. Discard it if it can't be written. */
export async function createSavedProject(): Promise<SavedProject> {
  const name = `${crypto.randomUUID()}.storyreel`;
  const release = await hold(name);
  const folder = await openFolder();
  const discard = async (): Promise<void> => {
    release();
    await removeUnlessHeld(folder, name);
  };
  setTimeout(() => void discard().catch((error: unknown) => console.warn('A file stays.', error)), LONGEST_DOWNLOAD_MS);
  return { handle: await folder.getFileHandle(name, { create: true }), discard };
}

/** Removes those that no page of this browser holds any more. */
export async function removeFinishedSaves(): Promise<void> {
  const folder = await openFolder();
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set(held.map(({ name }) => name));
  for (const name of names) if (!inUse.has(lockOf(name))) await removeUnlessHeld(folder, name);
  await removeUnlessHeld(await openRoot(), FORMER);
}

/** Whoever leaves this browser leaves no project behind in it. */
export async function removeAllSaves(): Promise<void> {
  const folder = await openFolder();
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names) await removeUnlessHeld(folder, name);
  await removeFile(await openRoot(), FORMER);
}

function openFolder(): Promise<FileSystemDirectoryHandle> {
  return openDirectory([storedKinds.savedProjects.directory], true);
}

function lockOf(name: string): string {
  return `saved-project:${name}`;
}

/** Resolves to how to let go once the lock is held. */
function hold(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockOf(name), () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}
