/** What one tab does for a signed-in person and no screen waits for: downloads, uploads, versions, posters, and cleanup. */
import type { StoryreelDb } from '#data/db.ts';
import { keepsFiles, keepSpareRoom } from '#data/device-storage.ts';
import { follow } from '#data/follow.ts';
import { readRoom } from '#data/room.ts';
import { readReach, type Reach } from '#data/tables/reach.ts';
import { runClipFetch } from './clip-downloads.ts';
import type { FetchClip } from './clip-fetch.ts';
import { freeUnwanted } from './free-unwanted.ts';
import { runFrames, type MakeFrame } from './frames.ts';
import { keepStorage } from './keep-storage.ts';
import { pageStore, putFrame } from './page-deps.ts';
import { sendVersions } from './send-versions.ts';
import type { SyncDeps } from './sync-deps.ts';
import { runPageUploads } from './uploads.ts';

export type BackgroundOptions = {
  fetchClip: FetchClip;
  makeFrame: MakeFrame;
  /** The server has rows that are newer than those here. */
  pullAnew(projectId: string): Promise<void>;
  onCrash(error: unknown): void;
  /** Downloads fail whenever the network does. */
  onFailed(error: unknown): void;
};

/** Until the signal is aborted. A private window may keep no files: then none are fetched, and no posters are made. */
export async function runBackground(
  deps: SyncDeps,
  userId: string,
  { fetchClip, makeFrame, pullAnew, onCrash, onFailed }: BackgroundOptions,
  turn: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const hasFiles = await keepsFiles();
  if (turn.aborted) return;
  const fetchAndMake = (run: AbortSignal): void => {
    sendVersions(deps, userId, onFailed, run);
    const uploads = runPageUploads(deps, { userId, onFailed, onSent: () => undefined }, run);
    // Another device may have removed something meanwhile.
    const seen = (): void => (document.visibilityState === 'visible' ? uploads.refresh() : undefined);
    document.addEventListener('visibilitychange', seen, { signal: run });
    if (!hasFiles) return;
    const { timer, dice } = deps;
    const fetches = runClipFetch({ db, userId, fetchClip, readRoom, keepSpareRoom, timer, dice, onFailed }, run);
    addEventListener('online', fetches.retry, { signal: run });
    runFrames(
      { db, store: pageStore, makeFrame, put: putFrame, onPut: (projectId) => void pullAnew(projectId), onFailed },
      userId,
      run,
    );
  };
  runAnewWhenBack(db, fetchAndMake, onCrash, turn);
  if (hasFiles) void tidyClips(deps).catch(onCrash);
  keepStorage(db, userId, turn, onCrash);
}

/** Starts now and again whenever the server is back, to retry what failed without it. */
function runAnewWhenBack(
  db: StoryreelDb,
  begin: (run: AbortSignal) => void,
  onCrash: (error: unknown) => void,
  signal: AbortSignal,
): void {
  let run: AbortController | null = null;
  let before: Reach | null = null;
  const see = (reach: Reach): void => {
    const isBack = reach === 'online' && before !== 'online';
    before = reach;
    if (run && !isBack) return;
    run?.abort();
    run = new AbortController();
    begin(run.signal);
  };
  follow(() => readReach(db), see, onCrash, signal);
  signal.addEventListener('abort', () => run?.abort(), { once: true });
}

async function tidyClips({ db, device }: SyncDeps): Promise<void> {
  await pageStore.sweep();
  await freeUnwanted(db, device);
}
