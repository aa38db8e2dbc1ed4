/** Takes a person's own copy off this device. What others have here stays, and so do files that they refer to. */
import { Dexie } from 'dexie';
import { removeShared } from '#opfs/shared-files.ts';
import { StoryreelDb } from '../db.ts';
import { forgetDrafts } from '../forget-drafts.ts';
import { movieFiles } from '../movie-files.ts';
import { clipFiles } from '../page-clip-store.ts';
import { beginLeaving, endLeaving, readLeaving } from '../tables/device-person.ts';
import { clipsOfOthers } from './other-databases.ts';
import { databaseNameOf } from './page-person.ts';
import { remadeFiles } from './remade-files.ts';

/** What removes files by their names, and the rest that a page keeps of a person. */
export type PersonFiles = {
  clips: { remove(sha256: string): Promise<void> };
  movies: { remove(storedName: string): Promise<void> };
  /** What was made of clips, whoever's they are. */
  remade: { removeAll(): Promise<void> };
  /** What another app gave them, until they add it to a project. */
  shared: { remove(userId: string): Promise<void> };
  drafts: { forget(person: { userId: string; projectIds: readonly string[] }): void };
};

const pageFiles: PersonFiles = {
  clips: clipFiles,
  movies: movieFiles,
  remade: remadeFiles,
  shared: { remove: (userId) => removeShared(userId) },
  drafts: { forget: (person) => forgetDrafts([localStorage, sessionStorage], person) },
};
/** A tab that doesn't let go of the database is not waited for: it goes with that tab. */
const PATIENCE_MS = 3_000;

/**
 * Signs a person out here, and removes their database, unsent changes too, with their files and drafts. A page that is
 * closed meanwhile leaves the rest to the next one.
 */
export async function removePerson(device: StoryreelDb, userId: string, files: PersonFiles = pageFiles): Promise<void> {
  await beginLeaving(device, userId);
  const name = databaseNameOf(userId);
  const db = new StoryreelDb(name);
  try {
    const [projects, bases, movies, clips] = await Promise.all([
      db.projects.toCollection().primaryKeys(),
      db.bases.toCollection().primaryKeys(),
      db.exports.toArray(),
      db.clips.toCollection().primaryKeys(),
    ]);
    files.drafts.forget({ userId, projectIds: [...new Set([...projects, ...bases])] });
    await files.shared.remove(userId);
    const shared = await clipsOfOthers(name);
    for (const { storedName } of movies) if (storedName !== '') await files.movies.remove(storedName);
    for (const sha256 of clips) if (!shared.has(sha256)) await files.clips.remove(sha256);
    await files.remade.removeAll();
    db.close();
    if (await isDeleted(name)) await endLeaving(device, userId);
  } finally {
    db.close();
  }
}

/** Removes what pages that were closed too early have left. */
export async function endRemovals(device: StoryreelDb, files: PersonFiles = pageFiles): Promise<void> {
  for (const userId of await readLeaving(device)) await removePerson(device, userId, files);
}

function isDeleted(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => resolve(false), PATIENCE_MS);
    Dexie.delete(name)
      .then(() => resolve(true), reject)
      .finally(() => clearTimeout(patience));
  });
}
