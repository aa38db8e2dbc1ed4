/**
 * Room that is kept for the document: a file of nothing, written before clips are downloaded and removed when an edit has no
 * room. How much is left can't be asked everywhere: Chromium tells every page of ten free gigabytes.
 */
import { isNotFound, openDirectory, readFile, removeUnlessHeld } from './files.ts';
import { storedKinds } from './stored-kinds.ts';

/** Months of edits, their history, and unsent changes. */
export const SPARE_BYTES = 16_000_000;
const NAME = 'spare';

let underWay: Promise<void> | null = null;

/** Takes it unless it is taken. @throws QuotaExceededError (a DOMException) where there is no room for it */
export function keepSpareRoom(): Promise<void> {
  underWay ??= take().finally(() => (underWay = null));
  return underWay;
}

async function take(): Promise<void> {
  const folder = await openFolder(true);
  if ((await readFile(folder, NAME))?.size === SPARE_BYTES) return;
  const writable = await (await folder.getFileHandle(NAME, { create: true })).createWritable();
  try {
    await writable.write(new Uint8Array(SPARE_BYTES));
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    await giveUpSpareRoom();
    throw error;
  }
}

/** Leaves it to the document. Where nothing was kept nothing is made: there may be no room for a folder. */
export async function giveUpSpareRoom(): Promise<void> {
  try {
    await removeUnlessHeld(await openFolder(false), NAME);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function openFolder(create: boolean): Promise<FileSystemDirectoryHandle> {
  return openDirectory([storedKinds.spareRoom.directory], create);
}
