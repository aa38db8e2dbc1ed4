/**
 * Hears of what other devices have done to the project that is open, while the person looks at it. It asks for the history
 * alone, with the tag of what is here: where nothing has happened, the server looks at one number and sends nothing.
 */
import { ApiError } from '#api/errors.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readReach } from '#data/tables/reach.ts';
import { pullHistory } from './pull-history.ts';
import { pullProject } from './pull.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { Timer } from './timer.ts';

/** Soon enough for somebody who works on the same movie elsewhere. */
const FIRST_WAIT_MS = 30_000;
/** Where nothing happens. */
const LONGEST_WAIT_MS = 60_000;
/** Somebody may go to and fro between two tabs. */
const SHORTEST_WAIT_MS = 5_000;

/** Until the next look: longer where the last ones found nothing, and by up to a quarter at random. @param dice from 0 to 1 */
function newsWaitMs(quietLooks: number, dice: number): number {
  return Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** quietLooks) * (1 + dice / 4));
}

export type NewsDeps = {
  db: StoryreelDb;
  timer: Timer;
  now: () => number;
  dice: () => number;
  /** Tells of `visibilitychange`: the document. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  /** Projects whose pages are open in this tab. */
  openProjects: () => readonly string[];
  /** Brings what is new in a project. Answers whether something was. Never throws. */
  bring: (projectId: string) => Promise<boolean>;
  onCrash: (error: unknown) => void;
};

/** Runs until the signal is aborted. */
export function followNews(deps: NewsDeps, signal: AbortSignal): void {
  const { db, timer, now, dice, page, openProjects, bring, onCrash } = deps;
  let stopTimer = (): void => undefined;
  let quietLooks = 0;
  let lookedAt = now();
  const lookLater = (): void => {
    stopTimer();
    if (signal.aborted || page.visibilityState !== 'visible') return;
    stopTimer = timer.after(newsWaitMs(quietLooks, dice()), () => void look().catch(onCrash));
  };
  const look = async (): Promise<void> => {
    stopTimer();
    lookedAt = now();
    // Somebody else looks for a server that is lost, and pulls what is open when it is back.
    const projects = (await readReach(db)) === 'online' ? openProjects() : [];
    const found = await Promise.all(projects.map(bring));
    quietLooks = found.includes(true) ? 0 : quietLooks + 1;
    lookLater();
  };
  const changeSight = (): void => {
    quietLooks = 0;
    const isDue = page.visibilityState === 'visible' && Math.abs(now() - lookedAt) >= SHORTEST_WAIT_MS;
    if (isDue) void look().catch(onCrash);
    else lookLater();
  };
  page.addEventListener('visibilitychange', changeSight, { signal });
  signal.addEventListener('abort', () => stopTimer(), { once: true });
  lookLater();
}

/**
 * Pulls a project if its history has something new. Answers whether it had.
 * @param onGone the server has no such project any more
 * @throws ApiError, OfflineError, ZodError, AbortError
 */
export async function bringNews(
  deps: SyncDeps,
  { projectId, userId }: { projectId: string; userId: string },
  onGone: (projectId: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const { isNew } = await pullHistory(deps, projectId, userId, signal);
    if (isNew) await pullProject(deps, projectId, userId, signal);
    return isNew;
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
    await onGone(projectId);
    return false;
  }
}
