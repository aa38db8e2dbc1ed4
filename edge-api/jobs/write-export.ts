/** One turn at an export: the movie is written in a folder of its own, checked, stored, and everything else removed. */
import { join } from 'node:path';
import type { MovieOrder, WrittenMovie } from '#edge-api/providers/movie-writer/port.ts';
import { MovieWriteError, WritingInterruptedError } from '#edge-api/providers/movie-writer/port.ts';
import { BlobMissingError } from '#edge-api/providers/media-store/port.ts';
import type { Turn } from '#edge-api/providers/workbench/port.ts';
import type { ClaimedExport, ExportLease } from '#edge-api/providers/export-desk/port.ts';
import { EXPORT_ATTEMPTS, EXPORT_INTERRUPTIONS } from '#edge-api/repos/export-jobs.ts';
import { frozenMovieSchema, type FrozenMovie } from '#edge-api/services/export-movie.ts';
import type { ExportContext } from './export-deps.ts';
import { bytesRead, DISK_RESERVE_BYTES, roomFor, timeFor } from './export-room.ts';
import { ExportEndedError, ExportLostError, watchExport, type ExportWatch } from './export-watch.ts';
import { exportFailureWords as words } from './words.ts';

/** Writes a claimed export to its end. Throws only where even its failure can't be written: then another turn comes. */
export async function writeExport(context: ExportContext, job: ClaimedExport): Promise<void> {
  const lease = { id: job.id, leaseBy: context.leaseBy };
  const turn = turnOf(lease);
  const { data: movie, error: unreadable } = frozenMovieSchema.safeParse(JSON.parse(job.movie));
  if (movie === undefined) {
    // Of another release: no worker of this one will ever read it.
    context.log.error('export_not_readable', { jobId: job.id, error: unreadable });
    await context.desk.fail(lease, words.internal);
    return;
  }
  const watch = watchExport(context, lease, context.now() + timeFor(movie));
  try {
    // What dead workers left of it is removed even if it is given up.
    const folder = await context.workbench.begin(turn);
    if (job.attempt > EXPORT_ATTEMPTS) throw new ExportEndedError(words.stoppedTooOften);
    const path = join(folder, `movie.${job.format}`);
    await requireRoom(context, movie);
    const order = await orderOf(context, job, movie, { turn, folder, path });
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
  { turn, ...place }: { turn: Turn; folder: string; path: string },
): Promise<MovieOrder> {
  const open = (sha256: string): Promise<string> => workbench.open(turn, sha256);
  const texts = drawnTexts.map(async ({ sha256, ...text }) => ({ ...text, path: await open(sha256) }));
  return {
    plan,
    target,
    open,
    drawnTexts: await Promise.all(texts),
    leavesOutSound,
    madeAt: job.createdAtMs,
    ...place,
  };
}

async function requireRoom({ workbench }: ExportContext, movie: FrozenMovie): Promise<void> {
  const free = await workbench.freeBytes();
  const fetched = workbench.fetches ? bytesRead(movie) : 0;
  if (free < roomFor(movie) + fetched + DISK_RESERVE_BYTES) throw new ExportEndedError(words.diskFull);
}

async function keepMovie(
  { desk, workbench, log }: ExportContext,
  lease: ExportLease,
  path: string,
  { sha256, sizeBytes, receipt }: WrittenMovie,
): Promise<void> {
  if (!(await desk.name(lease, { sha256, sizeBytes }))) throw new ExportLostError();
  await workbench.store(turnOf(lease), path, { sha256, sizeBytes });
  if (!(await desk.complete(lease, { sha256 }, receipt))) throw new ExportLostError();
  log.info('export_written', { jobId: lease.id, sizeBytes });
}

function turnOf({ id, leaseBy }: ExportLease): Turn {
  return { jobId: id, leaseBy };
}

async function endTurn(context: ExportContext, job: ClaimedExport, watch: ExportWatch, error: unknown): Promise<void> {
  const { desk, log } = context;
  const lease = { id: job.id, leaseBy: context.leaseBy };
  const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
  if (cause instanceof ExportLostError) {
    log.info('export_lost', { jobId: lease.id });
    return;
  }
  if (context.stopping.aborted && !(cause instanceof ExportEndedError)) return desk.giveBack(lease);
  if (cause instanceof WritingInterruptedError && job.attempt < EXPORT_INTERRUPTIONS) {
    log.warn('export_interrupted', { jobId: lease.id, attempt: job.attempt, error: cause });
    return desk.retry(lease);
  }
  const sentence = sentenceOf(cause);
  log.warn('export_failed', { jobId: lease.id, error: cause });
  await desk.fail(lease, sentence ?? words.internal);
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
