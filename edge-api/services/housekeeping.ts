/** Deletes expired rows and files. */
import { limits } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { purgeDeadTurns } from '#edge-api/repos/dead-turns.ts';
import { deleteExpiredExports, forgetLostExportWorkers } from '#edge-api/repos/export-jobs.ts';
import { deleteExpiredPictures } from '#edge-api/repos/export-pictures.ts';
import { purgeHolds } from '#edge-api/repos/held-blobs.ts';
import { purgeHistory } from '#edge-api/repos/history.ts';
import { purgeAppliedOps, purgeClaims } from '#edge-api/repos/idempotency.ts';
import { purgeProjects } from '#edge-api/repos/projects.ts';
import { purgeReports } from '#edge-api/repos/reports.ts';
import { purgeScenes } from '#edge-api/repos/scenes.ts';
import { purgeSessions } from '#edge-api/repos/sessions.ts';
import { purgeVersions } from '#edge-api/repos/versions.ts';
import { forgetDeletedCharacters } from './characters.ts';
import { finishDeletions } from './delete-account.ts';
import { dropFiles } from './dropped-files.ts';
import { sweepMedia } from './media.ts';
import { purgeUploads } from './uploads.ts';
import { findMissingFiles, sweepStrayFiles } from './stray-files.ts';

/** How long deleted scenes and projects can be restored, and replies to changes are kept. */
export const KEPT_DAYS = 30;
const REPORTS_KEPT_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes tombstones, stored replies, dead turns, history, and versions older than thirty days, expired sessions, exports, unused files, and
 * what an interrupted deletion of an account left. Safe to repeat; both hosts run it hourly.
 */
export async function tidyUp(deps: Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'>): Promise<void> {
  const nowMs = deps.now();
  const before = nowMs - KEPT_DAYS * DAY_MS;
  await deps.db.batch([forgetLostExportWorkers(nowMs - DAY_MS)], 'write');
  for (const purge of [purgeSessions, purgeHolds, purgeClaims])
    await inSteps(deps.db, purge, { atMs: nowMs, rows: 1_000 });
  // Each with its parts, its pictures, or a file.
  for (const purge of [purgeUploads, deleteExpiredExports, deleteExpiredPictures])
    await inSteps(deps.db, purge, { atMs: nowMs, rows: 200 });
  await inSteps(deps.db, purgeDeadTurns, { atMs: before, rows: 1_000 });
  await inSteps(deps.db, purgeReports, { atMs: nowMs - REPORTS_KEPT_DAYS * DAY_MS, rows: 1_000 });
  await inSteps(deps.db, purgeHistory, { atMs: nowMs - limits.historyDays * DAY_MS, rows: 1_000 });
  await inSteps(deps.db, purgeVersions, { atMs: nowMs - limits.historyDays * DAY_MS, rows: 100 });
  await inSteps(deps.db, purgeAppliedOps, { atMs: before, rows: 1_000 });
  await inSteps(deps.db, purgeScenes, { atMs: before, rows: 200 });
  // Each with all of its scenes and its history.
  await inSteps(deps.db, purgeProjects, { atMs: before, rows: 1 });
  await forgetDeletedCharacters(deps.db, before);
  await finishDeletions(deps);
  const files = (await sweepMedia(deps)) + (await dropFiles(deps)) + (await sweepStrayFiles(deps));
  await findMissingFiles(deps);
  if (files > 0) deps.log.info('media_swept', { files });
}

/** Of each kind of rows: a Worker may ask ten thousand times in one invocation, and the rest can wait for the next hour. */
const MOST_STEPS = 700;

/** Removes rows a few at a time, so that nobody waits long where somebody had very many. */
async function inSteps(
  db: Db,
  purge: (atMs: number, limit: number) => Statement,
  { atMs, rows }: { atMs: number; rows: number },
): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    // Rows that go along with others aren't counted, so only a step that removes none is the last.
    if ((await db.execute(purge(atMs, rows))).rowsAffected === 0) return;
  }
}
