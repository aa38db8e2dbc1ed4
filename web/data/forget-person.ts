/** Takes a person's own copy off this device. What others have here stays. */
import type { StoryreelDb } from './db.ts';
import { forgetDocument } from './tables/documents.ts';
import { forgetKeptSpending } from './tables/kept-spending.ts';
import { forgetOpenedFile } from './tables/opened-file.ts';
import { forgetPreferences } from './tables/preferences.ts';
import { isOfPerson } from './tables/set-aside.ts';
import { forgetCurrentUser, readCurrentUserId } from './tables/users.ts';

/** `movies`: stored names. `projectIds`: of all projects of the person that were here. */
type Left = { movies: string[]; projectIds: string[] };

/**
 * Removes all rows of a person, unsent changes too, in one transaction.
 * @returns what is left to remove outside the database: the files of their movies, and what is kept by project
 */
export async function forgetPerson(db: StoryreelDb, userId: string): Promise<Left> {
  return db.transaction('rw', db.tables, async () => {
    const ofUser = [db.projects, db.bases, db.outbox, db.ownFiles, db.versions].map((table) =>
      table.where('userId').equals(userId),
    );
    const [projects, bases] = await Promise.all([
      db.projects.where('userId').equals(userId).primaryKeys(),
      db.bases.where('userId').equals(userId).primaryKeys(),
    ]);
    const projectIds = [...new Set([...projects, ...bases])];
    for (const projectId of projectIds) await forgetDocument(db, projectId);
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
    return { movies: movies.map(({ storedName }) => storedName), projectIds };
  });
}

/** Removes what the page itself keeps of a person: open drafts, and how far generation was. What others left stays. */
export function forgetDrafts(
  storages: readonly Storage[],
  person: { userId: string; projectIds: readonly string[] },
): void {
  for (const storage of storages)
    for (const name of Object.keys(storage))
      if (name.startsWith('storyreel.') && isDraftOf(person, name, storage.getItem(name))) storage.removeItem(name);
}

/** A draft says by its name of which project it is, or in its text of which person. */
function isDraftOf(
  { userId, projectIds }: { userId: string; projectIds: readonly string[] },
  name: string,
  text: string | null,
): boolean {
  return projectIds.some((id) => name.endsWith(`.${id}`)) || text?.includes(JSON.stringify(userId)) === true;
}
