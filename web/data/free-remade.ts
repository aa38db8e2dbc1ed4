/** Makes room for the document: removes every file that can be made again. */
import { keepsFiles } from '#opfs/files.ts';
import { removeRemade } from '#opfs/stored-files.ts';
import type { StoryreelDb } from './db.ts';
import { isTiedToTab } from './tables/exports.ts';

/** Nothing while a movie is being exported or is in a page’s memory: it may still read them. */
export async function freeRemade(db: StoryreelDb): Promise<void> {
  if (!(await keepsFiles()) || (await db.exports.filter(isTiedToTab).count()) > 0) return;
  await removeRemade(() => true);
}
