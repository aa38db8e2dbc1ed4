/** Pulls each project that is generating every three seconds. `news.ts` hears of what other devices do. */
import { follow } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readMissing } from '#data/tables/missing-projects.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { Timer } from './timer.ts';

export const POLL_MS = 3_000;

/** Projects of a person with a running breakdown or a generating scene, but for those that the server lacks. */
export async function projectsAtWork(db: StoryreelDb, userId: string): Promise<string[]> {
  const missing = await readMissing(db);
  const all = await db.projects.where('userId').equals(userId).toArray();
  const projects = all.filter(({ id }) => !missing.includes(id));
  const scenes = await db.scenes
    .where('projectId')
    .anyOf(projects.map(({ id }) => id))
    .toArray();
  const generating = new Set(scenes.filter((scene) => scene.status === 'generating').map((scene) => scene.projectId));
  return projects
    .filter(
      ({ id, status, breakdownStatus }) =>
        breakdownStatus === 'running' || status === 'generating' || generating.has(id),
    )
    .map(({ id }) => id);
}

/**
 * Polls until the signal is aborted. Each pull starts three seconds after the last one ended, so a slow server isn't
 * flooded.
 * @param pull fetches one project and handles its own failures
 */
export function runPoll(
  {
    db,
    userId,
    pull,
    timer,
    onCrash,
  }: {
    db: StoryreelDb;
    userId: string;
    pull: (projectId: string) => Promise<void>;
    timer: Timer;
    onCrash: (error: unknown) => void;
  },
  signal: AbortSignal,
): void {
  let atWork: string[] = [];
  const waiting = new Map<string, () => void>();
  const schedule = (projectId: string): void => {
    const stop = timer.after(POLL_MS, () => {
      void pull(projectId).finally(() => {
        waiting.delete(projectId);
        if (!signal.aborted && atWork.includes(projectId)) schedule(projectId);
      });
    });
    waiting.set(projectId, stop);
  };
  const see = (projectIds: string[]): void => {
    if (sameValue(atWork, projectIds)) return;
    atWork = projectIds;
    for (const projectId of projectIds) if (!waiting.has(projectId)) schedule(projectId);
    for (const [projectId, stop] of waiting) {
      if (projectIds.includes(projectId)) continue;
      stop();
      waiting.delete(projectId);
    }
  };
  const rest = (): void => {
    for (const stop of waiting.values()) stop();
  };
  follow(() => projectsAtWork(db, userId), see, onCrash, signal);
  signal.addEventListener('abort', rest, { once: true });
}
