/** One turn at an export: the movie is written in a folder of its own, checked, stored, and everything else removed. */
import { join } from 'node:path';
import type { MovieOrder, WrittenMovie } from '#edge-api/providers/movie-writer/port.ts';
import { MovieWriteError, WritingInterruptedError } from '#edge-api/providers/movie-writer/port.ts';
import { BlobMissingError } from '#edge-api/providers/media-store/port.ts';
import {
  completeExport,
  EXPORT_ATTEMPTS,
  EXPORT_INTERRUPTIONS,
  failExport,
  giveBackExport,
  nameExportFile,
  retryExport,
  type ClaimedExport,
  type ExportLease,
} from '#edge-api/repos/export-jobs.ts';
import { frozenMovieSchema, type FrozenMovie } from '#edge-api/services/export-movie.ts';
import { dropUnnamedBlob, untilNotRemoved } from '#edge-api/services/held-store.ts';
import type { ExportContext } from './export-deps.ts';
import { DISK_RESERVE_BYTES, roomFor, timeFor } from './export-room.ts';
import { ExportEndedError, ExportLostError, watchExport, type ExportWatch } from './export-watch.ts';
import { exportFailureWords as words } from './words.ts';

/** Writes a claimed export to its end. Throws only where even its failure can't be written: then another turn comes. */
export async function writeExport(context: ExportContext, job: ClaimedExport): Promise<void> {
  const lease = { id: job.id, leaseBy: context.leaseBy };
  const turn = { jobId: job.id, leaseBy: context.leaseBy };
  const { data: movie, error: unreadable } = frozenMovieSchema.safeParse(JSON.parse(job.movie));
  if (movie === undefined) {
    // Of another release: no worker of this one will ever read it.
    context.log.error('export_not_readable', { jobId: job.id, error: unreadable });
    await failExport(context.db, lease, words.internal, context.now());
    return;
  }
  const watch = watchExport(context, lease, context.now() + timeFor(movie));
  try {
    // What dead workers left of it is removed even if it is given up.
    const folder = await context.workbench.begin(turn);
    if (job.attempt > EXPORT_ATTEMPTS) throw new ExportEndedError(words.stoppedTooOften);
    const path = join(folder, `movie.${job.format}`);
    await requireRoom(context, movie);
    const order = await orderOf(context, job, movie, { folder, path });
    const written = await context.movieWriter.write(order, watch.signal, watch.progress);
    watch.signal.throwIfAborted();
    await keepMovie(context, lease, path, written);
  } catch (error) {
    await endTurn(context, job, watch, error);
  } finally {
    await watch.end();
    await context.workbench.clear(turn);
  }
}

async function orderOf(
  { workbench }: ExportContext,
  job: ClaimedExport,
  { plan, target, drawnTexts, leavesOutSound }: FrozenMovie,
  place: { folder: string; path: string },
): Promise<MovieOrder> {
  const texts = drawnTexts.map(async ({ sha256, ...text }) => ({ ...text, path: await workbench.open(sha256) }));
  return {
    plan,
    target,
    open: workbench.open,
    drawnTexts: await Promise.all(texts),
    leavesOutSound,
    madeAt: job.createdAtMs,
    ...place,
  };
}

async function requireRoom({ workbench }: ExportContext, movie: FrozenMovie): Promise<void> {
  const free = await workbench.freeBytes();
  if (free < roomFor(movie) + DISK_RESERVE_BYTES) throw new ExportEndedError(words.diskFull);
}

/** Its row names the file first, so that no file is ever there that no row names. */
async function keepMovie(
  context: ExportContext,
  lease: ExportLease,
  path: string,
  { sha256, sizeBytes, receipt }: WrittenMovie,
): Promise<void> {
  const { db, workbench, now } = context;
  if (!(await nameExportFile(db, lease, { sha256, sizeBytes }))) throw new ExportLostError();
  // Another export of the same movie may be going at this moment.
  await untilNotRemoved(context, sha256);
  await workbench.store(path, { sha256, sizeBytes });
  if (!(await completeExport(db, lease, JSON.stringify(receipt), now()))) {
    await dropUnnamedBlob(context, sha256);
    throw new ExportLostError();
  }
  context.log.info('export_written', { jobId: lease.id, sizeBytes });
}

async function endTurn(context: ExportContext, job: ClaimedExport, watch: ExportWatch, error: unknown): Promise<void> {
  const { db, log, now } = context;
  const lease = { id: job.id, leaseBy: context.leaseBy };
  const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
  if (cause instanceof ExportLostError) {
    log.info('export_lost', { jobId: lease.id });
    return;
  }
  if (context.stopping.aborted && !(cause instanceof ExportEndedError)) return giveBackExport(db, lease, now());
  if (cause instanceof WritingInterruptedError && job.attempt < EXPORT_INTERRUPTIONS) {
    log.warn('export_interrupted', { jobId: lease.id, attempt: job.attempt, error: cause });
    return retryExport(db, lease, now());
  }
  const sentence = sentenceOf(cause);
  log.warn('export_failed', { jobId: lease.id, error: cause });
  await failExport(db, lease, sentence ?? words.internal, now());
}

/** What the person is told; null for what nobody expected. */
function sentenceOf(error: unknown): string | null {
  if (isDiskFull(error)) return words.diskFull;
  if (error instanceof ExportEndedError || error instanceof MovieWriteError) return error.message;
  if (error instanceof WritingInterruptedError) return words.interrupted;
  return error instanceof BlobMissingError ? words.clipMissing : null;
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull || isDiskFull(error.cause);
}
