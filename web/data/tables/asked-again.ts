/** Own files that the server is asked for again. Apart from the others, as the outbox needs it in the first load. */
import type { StoryreelDb } from '../db.ts';

/** The server refused something that needs these files: those that it had may be gone there. */
export async function askAgain(db: StoryreelDb, userId: string, hashes: readonly string[]): Promise<void> {
  const keys = hashes.map((sha256): [string, string] => [userId, sha256]);
  const rows = db.ownFiles.where('[userId+sha256]').anyOf(keys);
  await rows.filter(({ state }) => state === 'sent').modify({ isAskedAgain: true });
}
