/** Takes a person's own copy off this device. What others have here stays, and so do files that they refer to. */
import { Dexie } from 'dexie';
import { removeShared } from '#opfs/shared-files.ts';
import { StoryreelDb } from '../db.ts';
import { forgetDrafts } from '../forget-drafts.ts';
import { movieFiles } from '../movie-files.ts';
import { clipFiles } from '../page-clip-store.ts';
import { beginLeaving, endLeaving, readLeaving, readPerson } from '../tables/device-person.ts';
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
 * closed meanwhile leaves the rest to the next one. A file that can't be removed keeps nothing else from going.
 * @throws the database's error where not even what is to go can be noted
 */
export async function removePerson(device: StoryreelDb, userId: string, files: PersonFiles = pageFiles): Promise<void> {
  await beginLeaving(device, userId);
  await removeAll(device, userId, files);
}

/**
 * Removes what pages that were closed too early have left. Whoever is signed in again has taken their own back; who comes
 * next isn't kept out by what can't be removed.
 */
export async function endRemovals(device: StoryreelDb, files: PersonFiles = pageFiles): Promise<void> {
  const person = await readPerson(device);
  for (const userId of await readLeaving(device)) {
    if (userId === person) await endLeaving(device, userId);
    else await unlessItFails(removeAll(device, userId, files));
  }
}

async function removeAll(device: StoryreelDb, userId: string, files: PersonFiles): Promise<void> {
  const name = databaseNameOf(userId);
  const db = new StoryreelDb(name);
  await unlessItFails(removeFiles(db, userId, files));
  db.close();
  const deletion = Dexie.delete(name).then(() => endLeaving(device, userId));
  await Promise.race([unlessItFails(deletion), patience()]);
}

async function removeFiles(db: StoryreelDb, userId: string, files: PersonFiles): Promise<void> {
  await unlessItFails(files.shared.remove(userId));
  await unlessItFails(files.remade.removeAll());
  const [projects, bases, movies, clips] = await Promise.all([
    db.projects.toCollection().primaryKeys(),
    db.bases.toCollection().primaryKeys(),
    db.exports.toArray(),
    db.clips.toCollection().primaryKeys(),
  ]);
  files.drafts.forget({ userId, projectIds: [...new Set([...projects, ...bases])] });
  for (const { storedName } of movies) if (storedName !== '') await unlessItFails(files.movies.remove(storedName));
  // What others need isn't known where their databases can't be read: then all clips stay.
  const shared = await clipsOfOthers(db.name);
  for (const sha256 of clips) if (!shared.has(sha256)) await unlessItFails(files.clips.remove(sha256));
}

async function unlessItFails(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error('Not all that is a person’s could be removed from this device.', error);
  }
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}
