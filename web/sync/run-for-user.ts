/** What runs for as long as a person is signed in on this device. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { openProjectIds, pullProjectNow } from '#api/queries/pulls.ts';
import { refreshSession } from '#api/queries/session.ts';
import { isOutOfRoom } from '#data/room.ts';
import { endSignedOut } from '#data/tables/reach.ts';
import type { FetchClip } from './clip-fetch.ts';
import { LEADER, lead } from './leader.ts';
import { pageTimer } from './page-deps.ts';
import { bringNews, followNews } from './news.ts';
import { runPoll } from './poll.ts';
import { pullProjectWithHistory } from './pull-history.ts';
import { watchRefusals } from './refusals.ts';
import { runDrain } from './run-drain.ts';
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
  /** What a pull brings is the document: files that can be made again give way to it. */
  const onPullFailed = (error: unknown): void => {
    if (isOutOfRoom(error)) deps.makeRoom().catch(onCrash);
    onFailed(error);
  };
  /** A pull in progress is as good: the next one follows in three seconds. */
  const pull = (projectId: string): Promise<void> => pullProjectNow(projectId).catch(onPullFailed);
  /** A separate pull, which sees what was just sent. */
  const pullAnew = (projectId: string): Promise<void> =>
    pullProjectWithHistory(deps, projectId, userId).then(() => undefined, onPullFailed);

  watchRefusals(deps, userId, onRefused, onCrash, signal);
  runPoll({ db, userId, pull, timer: pageTimer, onCrash }, signal);
  hearNews(deps, userId, onCrash, signal);
  const beginRest = async (turn: AbortSignal): Promise<void> => {
    const { runBackground } = await import('./background.ts');
    if (!turn.aborted) await runBackground(deps, userId, { fetchClip, makeFrame, pullAnew, onCrash, onFailed }, turn);
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
    untilDrawn.then(() => beginRest(turn)).catch(onCrash);
  };
  const isLeaderAwake = (): Promise<boolean> => locks.isHolderAwake(LEADER);
  const watched = {
    db,
    userId,
    timer: pageTimer,
    rest: deps.rest,
    now: deps.device.now,
    isVisible,
    isLeaderAwake,
    onCrash,
  };
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
