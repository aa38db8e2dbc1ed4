/** Exports that the server writes. Everything here only writes rows; a worker does the work. */
import { startExportReply, type DrawnText, type ExportJobReply, type StartExportRequest } from '#shared/api/export.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { targetOf } from '#shared/export-plan/target-of.ts';
import { limits } from '#shared/limits.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { rangeFileName, rangeOf } from '#shared/movie/range.ts';
import { authorName } from '#shared/rules/author-name.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { Wake } from '#edge-api/jobs/wake.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import {
  countKeptBytes,
  countUnfinished,
  deleteExport,
  findExport,
  insertExport,
  listExports,
  type ExportRecord,
} from '#edge-api/repos/export-jobs.ts';
import { keepExportPictures } from '#edge-api/repos/export-pictures.ts';
import { findOwnFile } from '#edge-api/repos/own-files.ts';
import { findUser } from '#edge-api/repos/users.ts';
import { keptWhole } from './kept-replies.ts';
import { changeOnce, type ChangeCall } from './change-once.ts';
import { exportAvailability, type ExportCheckDeps } from './export-check.ts';
import type { FrozenMovie } from './export-movie.ts';
import { pictureExpiry } from './export-pictures.ts';
import { dropFiles } from './dropped-files.ts';
import { ownProject } from './project-view.ts';
import { exportWords } from './words.ts';

export type ExportDeps = ExportCheckDeps & {
  mediaStore: MediaStore;
  /** Whether a movie needs ffmpeg at all; null where stored files can't be read to find out. */
  needsFfmpeg: ((movie: FrozenMovie) => Promise<boolean>) | null;
  wakeExports: Wake;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
};

/** Another of the person's exports is over by then, or nearly. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Puts a project's movie, as it is now, in the queue.
 * @throws AppError `not_found`; `invalid_input` where nothing is there to export, or a picture was not sent;
 *   `rate_limited` when too many wait already; `quota_reached` when too much is kept; `ffmpeg_unavailable`;
 *   `idempotency_mismatch`
 */
export async function startExport(
  deps: ExportDeps,
  call: ChangeCall,
  projectId: string,
  asked: StartExportRequest,
): Promise<{ id: string }> {
  const reply = await changeOnce(deps, call, keptWhole(startExportReply), async () => {
    const { movie, fileName } = await freezeMovie(deps, call.userId, projectId, asked);
    if ((await countUnfinished(deps.db, call.userId)) >= limits.exportsWaiting)
      throw new AppError('rate_limited', exportWords.tooMany, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if ((await countKeptBytes(deps.db, call.userId)) >= limits.exportsKeptBytes)
      throw new AppError('quota_reached', exportWords.tooMuchKept);
    const needsFfmpeg = await requireWriter(deps, movie);
    const id = uuidv7(deps.now(), deps.randomBytes(10));
    const statements = insertExport({
      id,
      userId: call.userId,
      projectId,
      resolution: asked.resolution,
      format: asked.format,
      fileName,
      movie: JSON.stringify(movie),
      needsFfmpeg,
      nowMs: deps.now(),
    });
    return { statements, reply: { id } };
  });
  deps.wakeExports();
  return reply;
}

async function freezeMovie(
  deps: ExportDeps,
  userId: string,
  projectId: string,
  asked: StartExportRequest,
): Promise<{ movie: FrozenMovie; fileName: string }> {
  const [own, person] = await Promise.all([ownProject(deps, userId, projectId), findUser(deps.db, userId)]);
  const whole = moviePlan(own.project, own.scenes, authorName(person));
  if (whole.scenes.length === 0) throw new AppError('invalid_input', exportWords.noScenes);
  const plan = asked.range === undefined ? whole : rangeOf(whole, asked.range);
  if (plan.frameCount === 0 || plan.scenes.length === 0) throw new AppError('invalid_input', exportWords.emptyRange);
  await requireAudio(deps, userId, plan);
  const drawnTexts = (asked.drawnTexts ?? []).filter((text) => isInMovie(plan, text)).map(withoutText);
  const hashes = Array.from(new Set(drawnTexts.map(({ sha256 }) => sha256)));
  const kept = await keepExportPictures(deps.db, userId, hashes, pictureExpiry(deps.now()));
  if (kept.size < hashes.length) throw new AppError('invalid_input', exportWords.pictureMissing);
  const leavesOutSound = asked.leavesOutSound ?? false;
  return {
    movie: { plan, target: targetOf(plan, asked), drawnTexts, leavesOutSound },
    fileName: rangeFileName(whole, asked.range ?? null, asked.format),
  };
}

/**
 * Music and voice-overs must be files of the person's own, which the server has: a hash alone opens nobody's file.
 * @throws AppError `invalid_input`
 */
async function requireAudio(deps: Pick<ExportDeps, 'db'>, userId: string, { audio }: MoviePlan): Promise<void> {
  for (const { mediaId, name } of audio)
    if ((await findOwnFile(deps.db, userId, mediaId)) === null)
      throw new AppError('invalid_input', exportWords.audioMissing({ name }));
}

/** As the movie is kept: what the picture shows stands in the plan. */
function withoutText({ sceneId, overlayIndex, sha256, x, y }: DrawnText): FrozenMovie['drawnTexts'][number] {
  return { sceneId, overlayIndex, sha256, x, y };
}

/** A page may draw more than the range shows, and another device may have changed a text since: then the server draws it. */
function isInMovie(plan: MoviePlan, { sceneId, overlayIndex, shows }: DrawnText): boolean {
  const overlay = plan.scenes.find((scene) => scene.sceneId === sceneId)?.overlays[overlayIndex];
  if (overlay === undefined) return false;
  const { text, fontSize, color, position, style } = overlay;
  return (
    shows === undefined ||
    sameValue(shows, { text, fontSize, color, position, ...(style === undefined ? {} : { style }) })
  );
}

/**
 * @returns whether ffmpeg is needed
 * @throws AppError `ffmpeg_unavailable` when it is, and isn't there
 */
async function requireWriter(deps: ExportDeps, movie: FrozenMovie): Promise<boolean> {
  const answer = await exportAvailability(deps);
  if (answer.available) return true;
  if (deps.noExports === null && deps.needsFfmpeg !== null && !(await deps.needsFfmpeg(movie))) return false;
  throw new AppError('ffmpeg_unavailable', answer.error);
}

/** @throws AppError `not_found`, also for someone else's */
export async function ownExport(deps: Pick<ExportDeps, 'db'>, userId: string, id: string): Promise<ExportJobReply> {
  return viewOf(await foundExport(deps, userId, id));
}

/** A person's exports, the newest first. */
export async function ownExports(deps: Pick<ExportDeps, 'db'>, userId: string): Promise<ExportJobReply[]> {
  return (await listExports(deps.db, userId, null)).map(viewOf);
}

/** A project's exports, the newest first. @throws AppError `not_found` */
export async function exportsOfProject(
  deps: Pick<ExportDeps, 'db'>,
  userId: string,
  projectId: string,
): Promise<ExportJobReply[]> {
  await ownProject(deps, userId, projectId);
  return (await listExports(deps.db, userId, projectId)).map(viewOf);
}

/** A finished movie. @throws AppError `not_found`, also before it is finished */
export async function exportFile(
  deps: Pick<ExportDeps, 'db'>,
  userId: string,
  id: string,
): Promise<{ sha256: string; sizeBytes: number; contentType: string; fileName: string }> {
  const { status, fileSha256, fileBytes, format, fileName } = await foundExport(deps, userId, id);
  if (status !== 'complete' || fileSha256 === null || fileBytes === null)
    throw new AppError('not_found', status === 'failed' ? exportWords.hasFailed : exportWords.notFinished);
  return { sha256: fileSha256, sizeBytes: fileBytes, contentType: `video/${format}`, fileName };
}

/** Stops an export if it runs, and removes it and its file. @throws AppError `not_found` */
export async function removeExport(deps: ExportDeps, userId: string, id: string): Promise<void> {
  if (!(await deleteExport(deps.db, userId, id))) throw new AppError('not_found', exportWords.notFound);
  await dropFiles(deps);
}

async function foundExport(deps: Pick<ExportDeps, 'db'>, userId: string, id: string): Promise<ExportRecord> {
  const found = await findExport(deps.db, userId, id);
  if (found === null) throw new AppError('not_found', exportWords.notFound);
  return found;
}

function viewOf(record: ExportRecord): ExportJobReply {
  const { fileSha256: _, fileBytes, expiresAtMs, createdAtMs, status, ...rest } = record;
  const isComplete = status === 'complete';
  return {
    ...rest,
    status,
    createdAt: createdAtMs,
    sizeBytes: isComplete ? fileBytes : null,
    expiresAt: isComplete ? expiresAtMs : null,
  };
}
