/** Makes room for the document: gives it what was kept for it, and removes every file that can be made again. */
import { keepsFiles } from '#opfs/files.ts';
import { giveUpSpareRoom } from '#opfs/spare-room.ts';
import { removeRemade } from '#opfs/stored-files.ts';
import type { StoryreelDb } from './db.ts';
import { isTiedToTab } from './tables/exports.ts';

/** Of the files nothing while a movie is being exported or is in a page’s memory: it may still read them. */
export async function freeRemade(db: StoryreelDb): Promise<void> {
  if (!(await keepsFiles())) return;
  await giveUpSpareRoom();
  if ((await db.exports.filter(isTiedToTab).count()) > 0) return;
  await removeRemade(() => true);
}
