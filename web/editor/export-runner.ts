/**
 * Runs movie exports in this tab and keeps their rows. A running export belongs to no screen: it goes on while the
 * person moves about, and its plan is frozen when it starts.
 */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { readMovieFile, removeMovieFile } from '#data/movie-files.ts';
import { theSources } from '#data/sources.ts';
import { CLIP_DIRECTORY } from '#data/clip-store.ts';
import { readDocument } from '#data/tables/documents.ts';
import { EXPORT_DIRECTORY, exportLockName, updateExport } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { exportCapability, startExport, type ExportInput, type ExportProgress } from '#media/worker/client.ts';
import { MediaFailure, failureSentence } from '#media/failures.ts';
import { AppError } from '#shared/errors.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { movieFileName } from '#shared/rules/file-names.ts';
import { exportTarget, type ExportChoice } from './export-target.ts';

export type { ExportChoice } from './export-target.ts';

export type ExportAvailability = { inBrowser: true; reason: null } | { inBrowser: false; reason: string };

/** Shortest time between two writes of a row's progress. */
const PROGRESS_ROW_MS = 250;

const running = new Map<string, AbortController>();
const handedOut = new Map<string, string>();
const tabId = crypto.randomUUID();

/** Whether this browser can write the movie at that size and format, asked of the exact configuration. */
export async function exportAvailability(
  plan: MoviePlan,
  choice: ExportChoice,
  signal?: AbortSignal,
): Promise<ExportAvailability> {
  const capability = await exportCapability(plan, exportTarget(plan, choice), signal);
  return capability.can
    ? { inBrowser: true, reason: null }
    : { inBrowser: false, reason: failureSentence(capability.code, capability.facts) };
}

/**
 * Starts an export and answers its row's id at once; how it goes on is told by the row.
 * @throws AppError `not_found`; MediaFailure `empty-movie` when no scene has a clip
 */
export async function startMovieExport(projectId: string, choice: ExportChoice): Promise<string> {
  const { project, scenes } = await readDocument(db, projectId);
  if (!project) throw new AppError('not_found', 'Project not found');
  const plan = moviePlan(project, scenes);
  if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
  const row = newExport(project.userId, plan, choice);
  await db.exports.add(row);
  const controller = new AbortController();
  running.set(row.id, controller);
  // Failures are told by the row; what escapes here is a bug and belongs to the page's error handler.
  void navigator.locks
    .request(exportLockName(row.id), () => run(row, plan, choice, controller.signal))
    .finally(() => running.delete(row.id));
  return row.id;
}

/** Stops an export and forgets it. One that runs in another tab, or has ended, is left alone. */
export function cancelExport(id: string): void {
  running.get(id)?.abort();
}

/** Hands a finished movie to the browser's downloads. @throws AppError `not_found` when the file is gone */
export async function downloadExport(id: string): Promise<void> {
  const row = await db.exports.get(id);
  const file = row && (await readMovieFile(row.storedName));
  if (!row || !file) throw new AppError('not_found', 'The movie is no longer on this device. Export it again.');
  const url = handedOut.get(id) ?? URL.createObjectURL(file);
  handedOut.set(id, url);
  const link = document.createElement('a');
  link.href = url;
  link.download = row.fileName;
  link.click();
}

/** Takes the card away, and the file with it. A running export is stopped first. */
export async function dismissExport(id: string): Promise<void> {
  cancelExport(id);
  const row = await db.exports.get(id);
  await db.exports.delete(id);
  const url = handedOut.get(id);
  if (url !== undefined) URL.revokeObjectURL(url);
  handedOut.delete(id);
  if (row) await removeMovieFile(row.storedName);
}

function newExport(userId: string, plan: MoviePlan, { resolution, format }: ExportChoice): ExportRow {
  const id = browserDevice.newId();
  const now = browserDevice.now();
  return {
    id,
    userId,
    projectId: plan.projectId,
    title: plan.title,
    status: 'pending',
    progress: 0,
    resolution,
    format,
    createdAt: now,
    startedAt: now,
    endedAt: null,
    errorMessage: null,
    phase: null,
    secondsLeft: null,
    sizeBytes: null,
    fileName: movieFileName(plan.title, format),
    storedName: `${id}.${format}`,
    ownerId: tabId,
  };
}

async function run(row: ExportRow, plan: MoviePlan, choice: ExportChoice, signal: AbortSignal): Promise<void> {
  try {
    await updateExport(db, row.id, { status: 'processing', phase: 'Fetching clips' });
    const input = await exportInput(row, plan, choice, signal);
    const result = await startExport(input, { signal, onProgress: progressWriter(row.id) });
    await updateExport(db, row.id, {
      status: 'complete',
      progress: 100,
      phase: null,
      secondsLeft: null,
      sizeBytes: result.sizeBytes,
      endedAt: browserDevice.now(),
    });
  } catch (error) {
    if (signal.aborted) {
      await db.exports.delete(row.id);
      await removeMovieFile(row.storedName);
      return;
    }
    const errorMessage = error instanceof Error ? error.message : 'The export failed. Please try again.';
    await updateExport(db, row.id, {
      status: 'failed',
      errorMessage,
      phase: null,
      secondsLeft: null,
      endedAt: browserDevice.now(),
    });
    if (!(error instanceof Error)) throw error;
  }
}

/** Everything that the worker needs, with all clips on this device. */
async function exportInput(
  row: ExportRow,
  plan: MoviePlan,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<ExportInput> {
  const { fetchClip, loadOverlayFonts } = theSources();
  const sources: ExportInput['sources'] = {};
  for (const { clip } of plan.scenes) {
    await fetchClip(clip, signal);
    sources[clip.sha256] = { kind: 'opfs', path: { directories: [CLIP_DIRECTORY], name: clip.sha256 } };
  }
  const hasText = plan.scenes.some((scene) => scene.overlays.length > 0);
  return {
    jobId: row.id,
    plan,
    target: exportTarget(plan, choice),
    sources,
    fonts: hasText ? await loadOverlayFonts() : [],
    output: { directories: [EXPORT_DIRECTORY], name: row.storedName },
  };
}

const phaseNames: Record<ExportProgress['phase'], string> = {
  preparing: 'Reading clips',
  encoding: 'Writing the movie',
  finishing: 'Finishing the file',
  checking: 'Checking the file',
};

/** Writes progress into the row, a few times a second at most. */
function progressWriter(id: string): (progress: ExportProgress) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastPhase: ExportProgress['phase'] | null = null;
  return ({ phase, framesDone, framesTotal, sceneNumber, elapsedMs, secondsLeft }) => {
    if (phase === lastPhase && elapsedMs - writtenAt < PROGRESS_ROW_MS) return;
    [writtenAt, lastPhase] = [elapsedMs, phase];
    const progress = framesTotal === 0 ? 0 : Math.min(99, Math.floor((framesDone / framesTotal) * 100));
    const where =
      phase === 'encoding' && sceneNumber !== null ? `${phaseNames[phase]}, scene ${sceneNumber}` : phaseNames[phase];
    void updateExport(db, id, { progress, phase: where, secondsLeft });
  };
}
