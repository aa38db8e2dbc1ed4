/** Clips of the .storyreel file that was opened last: no project of this device has them, and they stay all the same. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const KEY = 'openedFileClips';

export async function readOpenedClips(db: StoryreelDb): Promise<ReadonlySet<string>> {
  return new Set(await readMeta(db, KEY, z.array(z.string()), []));
}

export async function rememberOpenedClips(db: StoryreelDb, sha256s: readonly string[]): Promise<void> {
  await writeMeta(db, KEY, sha256s);
}
