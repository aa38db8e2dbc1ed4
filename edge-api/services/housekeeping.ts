/** Throws away what has had its time. */
import type { Deps } from '../deps.ts';
import { purgeAppliedOps } from '#edge-api/repos/idempotency.ts';
import { purgeProjects } from '#edge-api/repos/projects.ts';
import { purgeScenes } from '#edge-api/repos/scenes.ts';
import { purgeSessions } from '#edge-api/repos/sessions.ts';

/** How long a deleted scene or project can be brought back, and a change is remembered under its key. */
export const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes tombstones and remembered changes that are thirty days old, and sessions that have ended. Safe to repeat. */
export async function tidyUp(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const nowMs = deps.now();
  const before = nowMs - KEPT_DAYS * DAY_MS;
  await deps.db.batch(
    [purgeSessions(nowMs), purgeAppliedOps(before), purgeScenes(before), purgeProjects(before)],
    'write',
  );
}
