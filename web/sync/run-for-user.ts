/** What runs for as long as a person is signed in on this device. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { openProjectIds, pullProjectNow } from '#api/queries/pulls.ts';
import { refreshSession } from '#api/queries/session.ts';
import { follow } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import { endSignedOut, readReach, type Reach } from '#data/tables/reach.ts';
import { removeUnusedClips, runClipFetch, type FetchClip } from './clip-fetch.ts';
import { runFrames } from './frames.ts';
import { LEADER, lead } from './leader.ts';
import { pageStore, pageTimer, putFrame } from './page-deps.ts';
import { bringNews, followNews } from './news.ts';
import { runPoll } from './poll.ts';
import { pullProjectWithHistory } from './pull-history.ts';
import { watchRefusals } from './refusals.ts';
import { runDrain } from './run-drain.ts';
import { keepStorage } from './keep-storage.ts';
import { watchSilence } from './silence.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { StartSync } from './sync-options.ts';

/**
 * Every tab polls and reports refusals; one of them sends, downloads clips, and makes posters. Ends with the signal.
 */
export function runForUser(
  deps: SyncDeps,
  userId: string,
  options: StartSync & { fetchClip: FetchClip },
  signal: AbortSignal,
): void {
  const { db, locks } = deps;
  const { untilDrawn, onRefused, onCrash, makeFrame, fetchClip } = options;
  /** Downloads and pulls fail whenever the network does, which is shown elsewhere. Report anything else. */
  const onFailed = (error: unknown): void => {
    if (!(error instanceof OfflineError)) onCrash(error);
  };
  /** A pull in progress is as good: the next one follows in three seconds. */
  const pull = (projectId: string): Promise<void> => pullProjectNow(projectId).catch(onFailed);
  /** A separate pull, which sees what was just sent. */
  const pullAnew = (projectId: string): Promise<void> =>
    pullProjectWithHistory(deps, projectId, userId).then(() => undefined, onFailed);

  watchRefusals(db, userId, onRefused, onCrash, signal);
  runPoll({ db, userId, pull, timer: pageTimer, onCrash }, signal);
  hearNews(deps, userId, onCrash, signal);
  const fetchAndMake = (run: AbortSignal): void => {
    const fetches = runClipFetch({ db, userId, fetchClip, onFailed }, run);
    void import('./uploads.ts').then(({ runPageUploads }) => {
      if (!run.aborted) runPageUploads(deps, { userId, onFailed, onSent: () => undefined }, run);
    }, onCrash);
    addEventListener('online', fetches.retry, { signal: run });
    runFrames(
      { db, store: pageStore, makeFrame, put: putFrame, onPut: (projectId) => void pullAnew(projectId), onFailed },
      userId,
      run,
    );
  };
  const beginRest = (turn: AbortSignal): void => {
    if (turn.aborted) return;
    runAnewWhenBack(db, fetchAndMake, onCrash, turn);
    void tidyClips(deps).catch(onCrash);
    keepStorage(db, userId, turn, onCrash);
  };
  const work = (turn: AbortSignal): void => {
    const drainEvents = {
      onDrained: (projectId: string) => void pullAnew(projectId),
      onSignedOut: () => void refreshSession().catch(onCrash),
      onCrash,
    };
    // Someone just signed in, or the device is offline. Either way, an earlier "signed out" is over.
    void endSignedOut(db).then(() => runDrain(deps, userId, drainEvents, pageTimer, turn), onCrash);
    // No screen waits for it.
    void untilDrawn.then(() => beginRest(turn), onCrash);
  };
  const isLeaderAwake = (): Promise<boolean> => locks.isHolderAwake(LEADER);
  const watched = { db, userId, timer: pageTimer, now: deps.device.now, isVisible, isLeaderAwake, onCrash };
  void lead(locks, { work, watchSilence: (onSilent) => watchSilence(watched, onSilent) }, signal).catch(onCrash);
}

/** What fails for want of a server, or because of its state, is made up for by the next look. */
function hearNews(deps: SyncDeps, userId: string, onCrash: (error: unknown) => void, signal: AbortSignal): void {
  const { db, device, dice } = deps;
  const note = (error: unknown): void => {
    if (!signal.aborted && !(error instanceof OfflineError || error instanceof ApiError)) onCrash(error);
  };
  const bring = (projectId: string): Promise<boolean> =>
    // The page learns from a pull of its own that its project is gone.
    bringNews(deps, { projectId, userId }, () => pullProjectNow(projectId), signal).catch((error: unknown) => {
      note(error);
      return false;
    });
  const page = { page: document, openProjects: openProjectIds };
  followNews({ db, timer: pageTimer, now: device.now, dice, ...page, bring, onCrash }, signal);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
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

async function tidyClips({ db }: SyncDeps): Promise<void> {
  await pageStore.sweep();
  await removeUnusedClips(db, pageStore);
}
