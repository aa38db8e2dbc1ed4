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
  await deps.db.batch(
    [
      purgeSessions(nowMs),
      purgeHolds(nowMs),
      purgeClaims(nowMs),
      purgeUploads(nowMs),
      purgeDeadTurns(before),
      purgeReports(nowMs - REPORTS_KEPT_DAYS * DAY_MS),
      deleteExpiredExports(nowMs),
      deleteExpiredPictures(nowMs),
      forgetLostExportWorkers(nowMs - DAY_MS),
    ],
    'write',
  );
  await inSteps(deps.db, purgeHistory, { beforeMs: nowMs - limits.historyDays * DAY_MS, rows: 1_000 });
  await inSteps(deps.db, purgeVersions, { beforeMs: nowMs - limits.historyDays * DAY_MS, rows: 100 });
  await inSteps(deps.db, purgeAppliedOps, { beforeMs: before, rows: 1_000 });
  await inSteps(deps.db, purgeScenes, { beforeMs: before, rows: 200 });
  // Each with all of its scenes and its history.
  await inSteps(deps.db, purgeProjects, { beforeMs: before, rows: 1 });
  await forgetDeletedCharacters(deps.db, before);
  await finishDeletions(deps);
  const files = (await sweepMedia(deps)) + (await dropFiles(deps)) + (await sweepStrayFiles(deps));
  await findMissingFiles(deps);
  if (files > 0) deps.log.info('media_swept', { files });
}

/** Removes rows a few at a time, so that nobody waits long where somebody had very many. */
async function inSteps(
  db: Db,
  purge: (beforeMs: number, limit: number) => Statement,
  { beforeMs, rows }: { beforeMs: number; rows: number },
): Promise<void> {
  // Rows that go along with others aren't counted, so only a step that removes none is the last.
  while ((await db.execute(purge(beforeMs, rows))).rowsAffected > 0);
}
