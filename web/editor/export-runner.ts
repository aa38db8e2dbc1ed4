/**
 * Runs movie exports and keeps their rows, one at a time over all tabs. A running export belongs to no screen: it goes on
 * while the person moves about, its plan is frozen when it is asked for, and it ends when its row is gone.
 */
import { follow } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import type { MovieFiles } from '#data/movie-files.ts';
import type { Sources } from '#data/sources.ts';
import { notePieces } from '#data/tables/cached-pieces.ts';
import { noteFreed } from '#data/tables/freed.ts';
import { EXPORT_DIRECTORY, EXPORT_QUEUE_LOCK, exportLockName, isRunning, updateExport } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import type { Capability, ExportInput, ExportOptions, ExportProgress, ExportResult } from '#media/worker/client.ts';
import { AppError } from '#shared/errors.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { rangeOf } from '#shared/movie/range.ts';
import { MediaFailure } from '#media/failures.ts';
import type { ExportLocks } from './export-locks.ts';
import {
  completeFields,
  failedFields,
  newExportRow,
  progressFields,
  startedFields,
  type ExportDestination,
} from './export-row.ts';
import { frozenPlan } from './frozen-plan.ts';
import { fetchSources } from './export-sources.ts';
import { exportTarget, type ExportChoice } from './export-target.ts';
import { exportPhaseWords, exportWords } from './words.ts';

export type ExportRunnerDeps = {
  db: StoryreelDb;
  device: Device;
  locks: ExportLocks;
  files: Pick<MovieFiles, 'read' | 'remove'>;
  sources: () => Sources;
  engine: {
    startExport(input: ExportInput, options: ExportOptions): Promise<ExportResult>;
    exportCapability(asked: Pick<ExportInput, 'plan' | 'target' | 'sources'>, signal: AbortSignal): Promise<Capability>;
  };
  /** Bytes that this origin may still store; null where the browser does not say. */
  freeBytes(): Promise<number | null>;
  /** The browser asks before this tab is closed, until it's let go. */
  askBeforeLeaving(): () => void;
  /** Names this tab. */
  tabId: string;
};

/** Shortest time between two writes of a row's progress. */
const PROGRESS_ROW_MS = 250;
/** A joined movie is as large as its clips; index and rounding come on top. */
const ROOM_MARGIN = 1.15;

type Job = {
  row: ExportRow;
  plan: MoviePlan;
  choice: ExportChoice;
  destination: ExportDestination;
  signal: AbortSignal;
};

export function createExportRunner(deps: ExportRunnerDeps) {
  const { db, device, locks, files } = deps;
  /** Movies for which the device had no room, as ranges of their clips' files. */
  const inMemory = new Map<string, Blob>();

  /** Holds the export's lock until its work has ended and, if it lies in this page's memory, until it is dismissed. */
  const carryOut = async (job: Omit<Job, 'signal'>): Promise<void> => {
    const { row } = job;
    const watch = abortWhenGone(db, row.id);
    const { signal } = watch;
    const letGo = deps.askBeforeLeaving();
    try {
      const result = await locks.hold(EXPORT_QUEUE_LOCK, () => exportMovie(deps, { ...job, signal }), {
        signal,
        onWait: () => void updateExport(db, row.id, { phase: exportPhaseWords.waiting }),
      });
      if (result.blob === null) return;
      inMemory.set(row.id, result.blob);
      await updateExport(db, row.id, result.fields);
      await aborted(signal);
    } catch (error) {
      // A worker that died in mid-writing took nothing back.
      await files.remove(row.storedName);
      if (signal.aborted) return;
      console.error('An export has failed.', error);
      await updateExport(db, row.id, failedFields(error, device.now()));
    } finally {
      letGo();
      watch.end();
      inMemory.delete(row.id);
    }
  };

  return {
    /**
     * Puts an export into the queue and answers its row's id; how it goes on is told by the row.
     * @throws AppError `not_found`; MediaFailure `empty-movie` when no scene has a clip, or the range has no scene
     */
    async start(projectId: string, choice: ExportChoice, destination: ExportDestination): Promise<string> {
      const { plan: whole, userId } = await frozenPlan(db, projectId);
      const plan = choice.range ? rangeOf(whole, choice.range) : whole;
      if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
      const id = device.newId();
      const about = { id, userId, plan: whole, choice, destination, ownerId: deps.tabId };
      const row = newExportRow(about, device.now());
      return await new Promise((resolve, reject) => {
        // The row is written under the lock, so that no other tab takes it for one whose tab is gone.
        void locks.hold(exportLockName(id), async () => {
          try {
            await db.exports.add(row);
          } catch (error) {
            reject(error);
            return;
          }
          resolve(id);
          await carryOut({ row, plan, choice, destination });
        });
      });
    },

    /** Stops an export, in whichever tab it runs or waits, and forgets it. One that has ended is left alone. */
    async cancel(id: string): Promise<void> {
      await db.transaction('rw', db.exports, async () => {
        const row = await db.exports.get(id);
        if (row && isRunning(row)) await db.exports.delete(id);
      });
    },

    /** The finished movie, read by ranges. @throws AppError `not_found` when it is not, or no longer, where this tab can reach it */
    async read(id: string): Promise<{ movie: Blob; fileName: string }> {
      const row = await db.exports.get(id);
      const movie = row?.keptIn === 'page' ? inMemory.get(id) : row && (await files.read(row.storedName));
      if (row && movie) return { movie, fileName: row.fileName };
      throw new AppError('not_found', row?.keptIn === 'page' ? exportWords.elsewhere : exportWords.gone);
    },

    /** Forgets an export, and removes its file where it is this device's. A running one is stopped. */
    async dismiss(id: string): Promise<void> {
      const row = await db.exports.get(id);
      await db.exports.delete(id);
      if (row === undefined) return;
      await files.remove(row.storedName);
      await noteFreed(db);
    },
  };
}

/** What is left to be said of a movie that lies in memory, when it lies there. */
type Exported = { blob: null } | { blob: Blob; fields: Partial<ExportRow> };

async function exportMovie(deps: ExportRunnerDeps, job: Job): Promise<Exported> {
  const { db, device, engine } = deps;
  const { row, plan, choice, destination, signal } = job;
  signal.throwIfAborted();
  await updateExport(db, row.id, startedFields(device.now()));
  const sources = deps.sources();
  const asked = { plan, target: exportTarget(plan, choice), sources: await fetchSources(sources, plan, signal) };
  const hasText = plan.scenes.some((scene) => scene.overlays.length > 0);
  const output = await chooseOutput(deps, asked, row, destination, signal);
  const result = await engine.startExport(
    {
      ...asked,
      jobId: row.id,
      fonts: hasText ? await sources.loadOverlayFonts() : [],
      output,
      leavesOutSound: choice.leavesOutSound ?? false,
      checksEveryPicture: choice.checksEveryPicture ?? false,
      madeAt: device.now(),
    },
    { signal, onProgress: progressWriter(db, row.id) },
  );
  await notePieces(db, row.projectId, result.pieces);
  // Whoever cancelled at the last moment is not handed a movie.
  signal.throwIfAborted();
  const keptIn = output.kind === 'blob' ? 'page' : destination.kind;
  const fields = completeFields(result, keptIn, device.now());
  if (output.kind === 'blob' && result.blob !== null) return { blob: result.blob, fields };
  await updateExport(db, row.id, fields);
  return { blob: null };
}

/** A movie that is only joined needs no room: where the device has too little, it becomes ranges of its clips' files. */
async function chooseOutput(
  { engine, freeBytes }: ExportRunnerDeps,
  asked: Pick<ExportInput, 'plan' | 'target' | 'sources'>,
  row: ExportRow,
  destination: ExportDestination,
  signal: AbortSignal,
): Promise<ExportInput['output']> {
  if (destination.kind === 'chosen-file') return { kind: 'file', handle: destination.handle };
  const onDevice: ExportInput['output'] = {
    kind: 'opfs',
    path: { directories: [EXPORT_DIRECTORY], name: row.storedName },
  };
  const free = await freeBytes();
  const joinedBytes = asked.plan.scenes.reduce((sum, { clip }) => sum + clip.sizeBytes, 0);
  if (free === null || free >= joinedBytes * ROOM_MARGIN) return onDevice;
  const capability = await engine.exportCapability(asked, signal);
  const isJoined = capability.can && (capability.summary?.stretches.every(({ kind }) => kind === 'copy') ?? false);
  return isJoined ? { kind: 'blob' } : onDevice;
}

/** Writes progress into the row, a few times a second at most. */
function progressWriter(db: StoryreelDb, id: string): (progress: ExportProgress) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastPhase: ExportProgress['phase'] | null = null;
  return (progress) => {
    const { phase, elapsedMs } = progress;
    if (phase === lastPhase && elapsedMs - writtenAt < PROGRESS_ROW_MS) return;
    [writtenAt, lastPhase] = [elapsedMs, phase];
    void updateExport(db, id, progressFields(progress));
  };
}

/** A signal that is aborted when the row is gone, whichever tab took it away. */
function abortWhenGone(db: StoryreelDb, id: string): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const count = (): Promise<number> => db.exports.where('id').equals(id).count();
  const see = (rows: number): void => {
    if (rows === 0) controller.abort();
  };
  const end = follow(count, see, (error) => controller.abort(error));
  return { signal: controller.signal, end };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
