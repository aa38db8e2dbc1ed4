/** What of a person only this device has. */
import type { StoryreelDb } from '../db.ts';
import { readMissing } from './missing-projects.ts';

export type Unsent = {
  changes: number;
  files: number;
  /** Those that the server lacks. */
  projects: number;
};

/** Edits, named versions, and projects that the server doesn't have, and own files that aren't there whole. */
export async function readUnsent(db: StoryreelDb, userId: string): Promise<Unsent> {
  const [edits, versions, files, missing] = await Promise.all([
    db.outbox.where('userId').equals(userId).count(),
    db.versions
      .where('[userId+state]')
      .anyOf([userId, 'waiting'], [userId, 'local'])
      // Nobody asked for the others, and what they hold is counted with the edits that led there.
      .filter(({ name }) => name !== null)
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
