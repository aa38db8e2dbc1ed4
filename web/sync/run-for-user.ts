/** What runs for as long as a person is signed in on this device. */
import { OfflineError } from '#api/errors.ts';
import { pullProjectNow } from '#api/queries/pulls.ts';
import { refreshSession } from '#api/queries/session.ts';
import { endSignedOut } from '#data/tables/reach.ts';
import { runClipFacts } from './clip-facts.ts';
import { removeUnusedClips, runClipFetch, type FetchClip } from './clip-fetch.ts';
import { runFrames } from './frames.ts';
import { lead } from './leader.ts';
import { pageStore, pageTimer, putFrame } from './page-deps.ts';
import { runPoll } from './poll.ts';
import { pullProjectWithHistory } from './pull-history.ts';
import { watchRefusals } from './refusals.ts';
import { runDrain } from './run-drain.ts';
import { keepStorage } from './keep-storage.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { StartSync } from './sync-options.ts';

/** Every tab polls and tells of refusals; one of them sends, fetches clips and makes posters. Ends with the signal. */
export function runForUser(
  deps: SyncDeps,
  userId: string,
  options: StartSync & { fetchClip: FetchClip },
  signal: AbortSignal,
): void {
  const { db, locks } = deps;
  const { onRefused, onCrash, makeFrame, readClipFacts, fetchClip } = options;
  /** Fetching and pulling fail whenever the network does; that is told elsewhere. What else fails is worth a report. */
  const onFailed = (error: unknown): void => {
    if (!(error instanceof OfflineError)) onCrash(error);
  };
  /** A pull that is under way is as good: the next one comes in three seconds. */
  const pull = (projectId: string): Promise<void> => pullProjectNow(projectId).catch(onFailed);
  /** A pull of its own, which sees what has just been sent. */
  const pullAnew = (projectId: string): Promise<void> =>
    pullProjectWithHistory(deps, projectId, userId).then(() => undefined, onFailed);

  watchRefusals(db, userId, onRefused, onCrash, signal);
  runPoll({ db, userId, pull, timer: pageTimer, onCrash }, signal);
  const work = (): void => {
    const drainEvents = {
      onDrained: (projectId: string) => void pullAnew(projectId),
      onSignedOut: () => void refreshSession().catch(onCrash),
      onCrash,
    };
    const fetches = runClipFetch({ db, userId, fetchClip, onFailed }, signal);
    addEventListener('online', fetches.retry, { signal });
    runFrames(
      { db, store: pageStore, makeFrame, put: putFrame, onPut: (projectId) => void pullAnew(projectId), onFailed },
      userId,
      signal,
    );
    runClipFacts({ db, store: pageStore, readClipFacts, onFailed }, signal);
    // A sign-in has just been seen, or the device is offline: either way an earlier "signed out" is over.
    void endSignedOut(db).then(() => runDrain(deps, userId, drainEvents, pageTimer, signal), onCrash);
    void tidyClips(deps).catch(onCrash);
    keepStorage(db, userId, signal, onCrash);
  };
  void lead(locks, work, signal).catch(onCrash);
}

async function tidyClips({ db }: SyncDeps): Promise<void> {
  await pageStore.sweep();
  await removeUnusedClips(db, pageStore);
}
