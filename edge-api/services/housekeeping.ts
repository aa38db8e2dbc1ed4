/** Throws away what has had its time. */
import type { Deps } from '../deps.ts';
import { purgeHistory } from '#edge-api/repos/history.ts';
import { purgeAppliedOps, purgeClaims } from '#edge-api/repos/idempotency.ts';
import { purgeProjects } from '#edge-api/repos/projects.ts';
import { purgeScenes } from '#edge-api/repos/scenes.ts';
import { purgeSessions } from '#edge-api/repos/sessions.ts';
import { sweepMedia } from './media.ts';

/** How long a deleted scene or project can be brought back, and a change is remembered under its key. */
export const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes tombstones, remembered changes and history that are thirty days old, sessions that have ended, and the files that nobody
 * holds any more. Safe to repeat; both hosts do it every hour.
 */
export async function tidyUp(deps: Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'>): Promise<void> {
  const nowMs = deps.now();
  const before = nowMs - KEPT_DAYS * DAY_MS;
  await deps.db.batch(
    [
      purgeSessions(nowMs),
      purgeClaims(nowMs),
      purgeHistory(nowMs),
      purgeAppliedOps(before),
      purgeScenes(before),
      purgeProjects(before),
    ],
    'write',
  );
  const files = await sweepMedia(deps);
  if (files > 0) deps.log.info('media_swept', { files });
}
