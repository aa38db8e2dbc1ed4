/** Keeps beside every clip on this device what its file says of itself, its maker's signed credentials among it. */
import { liveQuery } from 'dexie';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { ClipFactsRow } from '#data/tables/rows.ts';

/** Reads the index of a clip's file. @throws when it can't be read as video */
export type ReadClipFacts = (clip: Blob) => Promise<Omit<ClipFactsRow, 'sha256'>>;

export type ClipFactsDeps = {
  db: StoryreelDb;
  store: Pick<ClipStore, 'read'>;
  readClipFacts: ReadClipFacts;
  onFailed(error: unknown): void;
};

/** Reads every clip whose facts are not known yet, one after the other, until the signal is aborted. */
export function runClipFacts(deps: ClipFactsDeps, signal: AbortSignal): void {
  const seen = new Set<string>();
  let work = Promise.resolve();
  const subscription = liveQuery(() => clipsWithoutFacts(deps.db)).subscribe({
    next: (clips) => {
      for (const sha256 of clips) {
        // Once for each visit of the page: what can't be read now could not be read again at once.
        if (seen.has(sha256)) continue;
        seen.add(sha256);
        work = work.then(() => keepFacts(deps, sha256, signal));
      }
    },
    error: deps.onFailed,
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
}

async function clipsWithoutFacts(db: StoryreelDb): Promise<string[]> {
  const [clips, known] = await Promise.all([
    db.clips.toCollection().primaryKeys(),
    db.clipFacts.toCollection().primaryKeys(),
  ]);
  const isKnown = new Set(known);
  return clips.filter((sha256) => !isKnown.has(sha256));
}

async function keepFacts(
  { db, store, readClipFacts, onFailed }: ClipFactsDeps,
  sha256: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const clip = signal.aborted ? null : await store.read(sha256);
    if (clip === null) return;
    const facts = await readClipFacts(clip);
    await db.transaction('rw', db.clips, db.clipFacts, async () => {
      // A clip that was removed in the meantime takes its facts with it.
      if ((await db.clips.get(sha256)) !== undefined) await db.clipFacts.put({ sha256, ...facts });
    });
  } catch (error) {
    if (!signal.aborted) onFailed(error);
  }
}
