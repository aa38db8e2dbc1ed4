/**
 * When a file of the media store may go. A put first says in the database which file it brings, and only then gives the
 * file its name; the row that names it may come up to an hour later. A file is removed only when no row names it and no
 * put has brought it within the hour, and nobody puts it while it is being removed.
 */
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import {
  beginRemovals,
  dropLater,
  endRemovals,
  holdBlob,
  isBeingRemoved,
  releaseBlob,
  type Removals,
} from '#edge-api/repos/held-blobs.ts';
import { pause } from './pause.ts';

/** Longer than any step takes from the last byte of a file to its row. */
export const HOLD_MS = 60 * 60 * 1000;
/** Files that are removed in one go: whoever puts one of them waits until it is over. */
export const REMOVED_AT_ONCE = 200;
/** A removal that takes longer was left by a process that died. */
const REMOVAL_MS = 60_000;
const LOOK_MS = 25;

type HoldDeps = { db: Db; now(): number };
type RemoveDeps = HoldDeps & { mediaStore: MediaStore };

/** The same store, whose puts hold their files. */
export function holdingStore<Store extends MediaStore>(store: Store, deps: HoldDeps): Store {
  const put: MediaStore['put'] = (body, options) =>
    store.put(body, {
      ...options,
      beforeNamed: async (blob) => {
        await hold(deps, blob.sha256);
        await options.beforeNamed?.(blob);
      },
    });
  return { ...store, put };
}

/** Keeps a file for an hour, whether it is there yet or not. Waits while it is being removed. */
export async function hold(deps: HoldDeps, sha256: string): Promise<void> {
  const nowMs = deps.now();
  await deps.db.execute(holdBlob(sha256, nowMs + HOLD_MS));
  await untilNotRemoved(deps, sha256);
}

/** Waits while a file is being removed. From then on it stays, if a row names it or somebody holds it. */
export async function untilNotRemoved({ db, now }: HoldDeps, sha256: string): Promise<void> {
  while (await isBeingRemoved(db, sha256, now())) await pause(LOOK_MS);
}

/** Removes a file that no row names: at once, or when nobody holds it any more. */
export async function dropUnnamedBlob(deps: RemoveDeps, sha256: string): Promise<void> {
  await dropUnnamedBlobs(deps, [sha256]);
}

/** The same for several, in four calls for two hundred. */
export async function dropUnnamedBlobs(deps: RemoveDeps, blobs: readonly string[]): Promise<void> {
  for (let at = 0; at < blobs.length; at += REMOVED_AT_ONCE) {
    const held = await removeUnheld(deps, blobs.slice(at, at + REMOVED_AT_ONCE));
    if (held.length > 0)
      await deps.db.batch(
        held.map(({ sha256, untilMs }) => dropLater(sha256, untilMs)),
        'write',
      );
  }
}

/** Removes a file that no row names and that is of no use to anybody, such as a clip that is no video. */
export async function dropUselessBlob(deps: RemoveDeps, sha256: string): Promise<void> {
  await deps.db.execute(releaseBlob(sha256));
  await dropUnnamedBlob(deps, sha256);
}

/** Removes files, at most `REMOVED_AT_ONCE`, unless a row names them or somebody holds them. @returns those that are held */
export async function removeUnheld(
  { db, mediaStore, now }: RemoveDeps,
  blobs: readonly string[],
): Promise<Removals['held']> {
  const nowMs = now();
  const { begun, held } = await beginRemovals(db, blobs, { nowMs, untilMs: nowMs + REMOVAL_MS });
  if (begun.length > 0)
    try {
      await mediaStore.remove(begun);
    } finally {
      await db.execute(endRemovals(begun));
    }
  return held;
}
