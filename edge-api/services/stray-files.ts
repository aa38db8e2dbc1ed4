/** Goes through the media store and the rows, and finds files without rows and rows without files. */
import type { Deps } from '../deps.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { namedBlobsAfter, readSweepPlace, unnamedBlobs, writeSweepPlace } from '#edge-api/repos/held-blobs.ts';
import type { Spending } from './call-budget.ts';
import { HOLD_MS, removeUnheld, REMOVED_AT_ONCE } from './held-store.ts';

type SweepDeps = Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'> & Spending;

/** A step reads so many names; a run makes so many steps at most, and the next run goes on where it ended. */
const NAMES_A_STEP = 500;
const STEPS_A_RUN = 20;
/** Names of missing files that a line of the log has. */
const NAMED_IN_LOG = 10;

/** Removes files that no row names and that have been there for an hour. @returns how many */
export async function sweepStrayFiles(deps: SweepDeps): Promise<number> {
  let count = 0;
  await inSteps(deps, 'files', async (after) => {
    const { blobs, next } = await deps.mediaStore.list(after, NAMES_A_STEP);
    const old = blobs.filter(({ storedAtMs }) => storedAtMs < deps.now() - HOLD_MS).map(({ sha256 }) => sha256);
    const strays = await unnamedBlobs(deps.db, old);
    for (let at = 0; at < strays.length; at += REMOVED_AT_ONCE)
      await removeUnheld(deps, strays.slice(at, at + REMOVED_AT_ONCE));
    count += strays.length;
    return next;
  });
  return count;
}

/** Says in the log which files are missing that rows name. @returns how many */
export async function findMissingFiles(deps: SweepDeps): Promise<number> {
  const missing: string[] = [];
  await inSteps(deps, 'rows', async (after) => {
    const names = await namedBlobsAfter(deps.db, after, NAMES_A_STEP);
    const stored = await storedBetween(deps.mediaStore, after, names.at(-1) ?? after);
    // One may have been put since, or removed with its row.
    for (const sha256 of names)
      if (!stored.has(sha256) && (await deps.mediaStore.size(sha256)) === null) missing.push(sha256);
    return names.length < NAMES_A_STEP ? null : (names.at(-1) ?? null);
  });
  if (missing.length > 0)
    deps.log.error('files_missing', { count: missing.length, sha256: missing.slice(0, NAMED_IN_LOG) });
  return missing.length;
}

/** The names of files after a name, up to another one: a page of them costs as much as asking for one file. */
async function storedBetween(store: MediaStore, after: string, last: string): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let place: string | null = after; place !== null && place < last;) {
    const { blobs, next } = await store.list(place, NAMES_A_STEP);
    for (const { sha256 } of blobs) stored.add(sha256);
    place = next;
  }
  return stored;
}

/** @param step answers after which name the next one begins, null when there is nothing more */
async function inSteps(deps: SweepDeps, name: string, step: (after: string) => Promise<string | null>): Promise<void> {
  for (let steps = 0; steps < STEPS_A_RUN && !deps.isSpent?.(); steps++) {
    const next = await step(await readSweepPlace(deps.db, name));
    await deps.db.execute(writeSweepPlace(name, next ?? ''));
    if (next === null) return;
  }
}
