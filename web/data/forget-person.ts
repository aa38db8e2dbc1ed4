/** Takes a person's own copy off this device. What others have here stays. */
import type { StoryreelDb } from './db.ts';
import { forgetDocument } from './tables/documents.ts';
import { forgetKeptSpending } from './tables/kept-spending.ts';
import { forgetOpenedFile } from './tables/opened-file.ts';
import { forgetPreferences } from './tables/preferences.ts';
import { isOfPerson } from './tables/set-aside.ts';
import { forgetCurrentUser, readCurrentUserId } from './tables/users.ts';

/**
 * Removes all rows of a person, unsent changes too, in one transaction.
 * @returns the stored names of their movies, whose files are left to remove
 */
export async function forgetPerson(db: StoryreelDb, userId: string): Promise<string[]> {
  return db.transaction('rw', db.tables, async () => {
    const ofUser = [db.projects, db.bases, db.outbox, db.ownFiles, db.versions].map((table) =>
      table.where('userId').equals(userId),
    );
    const [projects, bases] = await Promise.all([
      db.projects.where('userId').equals(userId).primaryKeys(),
      db.bases.where('userId').equals(userId).primaryKeys(),
    ]);
    for (const projectId of new Set([...projects, ...bases])) await forgetDocument(db, projectId);
    for (const rows of ofUser) await rows.delete();
    const movies = await db.exports.filter((row) => row.userId === userId).toArray();
    await db.exports.bulkDelete(movies.map(({ id }) => id));
    await db.quarantine.filter((row) => isOfPerson(row, userId)).delete();
    await forgetKeptSpending(db, userId);
    await forgetPreferences(db, userId);
    // Copies in folders, too (tables/folder-copies.ts).
    await db.meta.filter(({ value }) => isOfPerson({ table: 'meta', row: value }, userId)).delete();
    // It names nobody, but this person may have opened it.
    await forgetOpenedFile(db);
    await db.users.delete(userId);
    if ((await readCurrentUserId(db)) === userId) await forgetCurrentUser(db);
    return movies.map(({ storedName }) => storedName);
  });
}

/** Removes what the page itself keeps of the person who works here: open drafts, and an API key. */
export function forgetDrafts(storages: { local: Storage; session: Storage }): void {
  storages.session.clear();
  for (const name of Object.keys(storages.local)) if (name.startsWith('storyreel.')) storages.local.removeItem(name);
}
