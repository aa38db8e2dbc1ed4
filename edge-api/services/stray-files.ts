/** Goes through the media store and the rows, and finds files without rows and rows without files. */
import type { Deps } from '../deps.ts';
import { namedBlobsAfter, readSweepPlace, unnamedBlobs, writeSweepPlace } from '#edge-api/repos/held-blobs.ts';
import { HOLD_MS, removeUnheld } from './held-store.ts';

type SweepDeps = Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'>;

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
    for (const sha256 of strays) await removeUnheld(deps, sha256);
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
    for (const sha256 of names) if ((await deps.mediaStore.size(sha256)) === null) missing.push(sha256);
    return names.length < NAMES_A_STEP ? null : (names.at(-1) ?? null);
  });
  if (missing.length > 0)
    deps.log.error('files_missing', { count: missing.length, sha256: missing.slice(0, NAMED_IN_LOG) });
  return missing.length;
}

/** @param step answers after which name the next one begins, null when there is nothing more */
async function inSteps(deps: SweepDeps, name: string, step: (after: string) => Promise<string | null>): Promise<void> {
  for (let steps = 0; steps < STEPS_A_RUN; steps++) {
    const next = await step(await readSweepPlace(deps.db, name));
    await deps.db.execute(writeSweepPlace(name, next ?? ''));
    if (next === null) return;
  }
}
