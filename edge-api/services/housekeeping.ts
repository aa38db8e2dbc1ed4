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
import { withBudget, type Spending } from './call-budget.ts';
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

type TidyDeps = Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'>;

/**
 * Removes tombstones, stored replies, dead turns, history, and versions older than thirty days, expired sessions, exports, unused files, and
 * what an interrupted deletion of an account left. Safe to repeat; both hosts run it hourly.
 * @param calls to the database and the media store that it may make, but for what the last step of each part adds
 */
export async function tidyUp(all: TidyDeps, calls = Infinity): Promise<void> {
  await tidyRows(withBudget(all, calls * SHARES.rows));
  const leaving = withBudget(all, calls * SHARES.leaving);
  await forgetDeletedCharacters(leaving, all.now() - KEPT_DAYS * DAY_MS);
  await finishDeletions(leaving);
  const deps = withBudget(all, calls * SHARES.files);
  const files = (await sweepMedia(deps)) + (await dropFiles(deps)) + (await sweepStrayFiles(deps));
  const unfinished = await deps.mediaStore.removeUnfinished(all.now() - DAY_MS);
  await findMissingFiles(withBudget(all, calls * SHARES.missing));
  if (files + unfinished > 0) deps.log.info('media_swept', { files: files + unfinished });
}

/** Of the calls of a run: none of its parts waits for good because another has much to do. */
const SHARES = { rows: 0.5, leaving: 0.2, files: 0.2, missing: 0.1 };

async function tidyRows(deps: TidyDeps & Spending): Promise<void> {
  const nowMs = deps.now();
  const before = nowMs - KEPT_DAYS * DAY_MS;
  await deps.db.batch([forgetLostExportWorkers(nowMs - DAY_MS)], 'write');
  for (const purge of [purgeSessions, purgeHolds, purgeClaims])
    await inSteps(deps, purge, { atMs: nowMs, rows: 1_000 });
  // Each with its parts, its pictures, or a file.
  for (const purge of [purgeUploads, deleteExpiredExports, deleteExpiredPictures])
    await inSteps(deps, purge, { atMs: nowMs, rows: 200 });
  await inSteps(deps, purgeDeadTurns, { atMs: before, rows: 1_000 });
  await inSteps(deps, purgeReports, { atMs: nowMs - REPORTS_KEPT_DAYS * DAY_MS, rows: 1_000 });
  await inSteps(deps, purgeHistory, { atMs: nowMs - limits.historyDays * DAY_MS, rows: 1_000 });
  await inSteps(deps, purgeVersions, { atMs: nowMs - limits.historyDays * DAY_MS, rows: 100 });
  await inSteps(deps, purgeAppliedOps, { atMs: before, rows: 1_000 });
  await inSteps(deps, purgeScenes, { atMs: before, rows: 200 });
  // Each with all of its scenes and its history.
  await inSteps(deps, purgeProjects, { atMs: before, rows: 1 });
}

/** Of each kind of rows, so that none takes what the others need; the rest can wait for the next hour. */
const MOST_STEPS = 300;

/** Removes rows a few at a time, so that nobody waits long where somebody had very many. */
async function inSteps(
  { db, isSpent }: { db: Db } & Spending,
  purge: (atMs: number, limit: number) => Statement,
  { atMs, rows }: { atMs: number; rows: number },
): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS && !isSpent?.(); steps++) {
    // Rows that go along with others aren't counted, so only a step that removes none is the last.
    if ((await db.execute(purge(atMs, rows))).rowsAffected === 0) return;
  }
}
