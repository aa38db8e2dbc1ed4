/**
 * Movies that the server writes or has written for this person, and that were asked for in another browser: they get a row
 * here too, so that they can be watched, downloaded and removed anywhere.
 */
import { isRunning } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { ExportJobReply } from '#shared/api/export.ts';
import { limits } from '#shared/limits.ts';
import { isExpired, jobFields, newServerFields } from './server-export-row.ts';
import type { ServerExportDeps } from './server-export-steps.ts';

/**
 * Asks the server once for the exports of whoever is signed in. What it has removed in the meantime goes here too.
 * Nobody's, or a server that doesn't answer: nothing happens.
 */
export async function adoptExports(deps: ServerExportDeps, signal: AbortSignal): Promise<void> {
  const { db, device } = deps;
  const userId = await readCurrentUserId(db);
  if (userId === null || signal.aborted) return;
  const askedAt = device.now();
  const before = new Set((await ownRows(db, userId)).map(jobIdOf));
  const jobs = await listed(deps, signal);
  if (jobs === null) return;
  await db.transaction('rw', [db.exports, db.projects, db.meta], async () => {
    if ((await readCurrentUserId(db)) !== userId) return;
    const own = await ownRows(db, userId);
    // Of more than it lists the server tells the newest: what is older may still be there.
    const isWhole = jobs.length < limits.exportsListed;
    const oldest = isWhole ? 0 : Math.min(...jobs.map(({ createdAt }) => createdAt));
    const onServer = new Set(jobs.map(({ id }) => id));
    const isGone = (row: ExportRow): boolean =>
      row.createdAt < askedAt && row.createdAt >= oldest && isKept(row, askedAt) && !onServer.has(jobIdOf(row));
    await db.exports.bulkDelete(own.filter(isGone).map(({ id }) => id));
    // One that is being asked for right now may be among the jobs: its row is about to learn its name.
    if (own.some((row) => isRunning(row) && jobIdOf(row) === '')) return;
    // One that was here a moment ago has been removed since; the list may be older than that.
    const known = new Set([...before, ...own.map(jobIdOf)]);
    const news = jobs.filter(({ id, status }) => status !== 'failed' && !known.has(id));
    const titles = await db.projects.bulkGet(news.map(({ projectId }) => projectId));
    await db.exports.bulkPut(news.map((job, at) => adoptedRow(job, userId, titles[at]?.title, device.now())));
  });
}

function ownRows(db: StoryreelDb, userId: string): Promise<ExportRow[]> {
  return db.exports.filter((row) => row.server !== null && row.userId === userId).toArray();
}

/** Null when nobody answered. */
async function listed({ server }: ServerExportDeps, signal: AbortSignal): Promise<ExportJobReply[] | null> {
  try {
    return await server().list(signal);
  } catch (error) {
    if (!signal.aborted) console.warn('The server did not say which movies it has.', error);
    return null;
  }
}

/** Whether the server should still have the movie, unless another browser had it removed. */
function isKept(row: ExportRow, at: number): boolean {
  return row.status === 'complete' && row.server?.isUnwanted === false && !isExpired(row, at);
}

function jobIdOf({ server }: ExportRow): string {
  return server?.jobId ?? '';
}

function adoptedRow(job: ExportJobReply, userId: string, title: string | undefined, at: number): ExportRow {
  const { id, projectId, resolution, format, createdAt, fileName } = job;
  const row: ExportRow = {
    id,
    userId,
    projectId,
    title: title ?? fileName.replace(/\.[^.]+$/, ''),
    status: 'pending',
    progress: 0,
    resolution,
    format,
    range: null,
    createdAt,
    startedAt: createdAt,
    endedAt: null,
    errorMessage: null,
    phase: null,
    secondsLeft: null,
    sceneNumber: null,
    sizeBytes: null,
    fileName,
    keptIn: 'server',
    storedName: '',
    outcome: null,
    receipt: null,
    ownerId: '',
    server: { ...newServerFields, jobId: id },
  };
  return { ...row, ...jobFields(row, job, at) };
}
