/** What of a person only this device has. */
import type { StoryreelDb } from '../db.ts';
import { readMissing } from './missing-projects.ts';

export type Unsent = {
  changes: number;
  files: number;
  /** Those that the server lacks. */
  projects: number;
};

/** Edits, versions, and projects that the server doesn't have, and own files that aren't there whole. */
export async function readUnsent(db: StoryreelDb, userId: string): Promise<Unsent> {
  const [edits, versions, files, missing] = await Promise.all([
    db.outbox.where('userId').equals(userId).count(),
    db.versions
      .where('[userId+state]')
      .anyOf([userId, 'waiting'], [userId, 'local'])
      // An automatic one that the server can't take stays here for good, and counts for little.
      .filter(({ name, state }) => name !== null || state === 'waiting')
      .count(),
    db.ownFiles
      .where('userId')
      .equals(userId)
      .filter(({ state }) => state !== 'sent')
      .count(),
    readMissing(db),
  ]);
  return { changes: edits + versions, files, projects: missing.length };
}
