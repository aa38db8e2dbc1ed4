/** Starting and stopping generation. Everything here only writes rows; the job runner does the work. */
import { z } from 'zod';
import { modelRow } from '#shared/catalogue/models.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { modelOfScene } from '#shared/rules/scene-model.ts';
import { extensionsOf, firstSegmentSeconds } from '#shared/rules/segments.ts';
import { secondsToGenerate } from '#shared/rules/reserved-cost.ts';
import { missingNeighbors } from '#shared/rules/frame-neighbors.ts';
import { frameNeighborWords } from '#shared/rules/words.ts';
import type { ClipForm, VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import type { WakeJobs } from '#edge-api/jobs/wake.ts';
import type { KeySecrets } from '#edge-api/deps.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { lengthenScene, setBreakdown, setQueued } from '#edge-api/repos/generated-scenes.ts';
import { insertJob, liveJobsOfProject, resumeBlocked, type LiveJob, type NewJob } from '#edge-api/repos/jobs.ts';
import { expectUnchanged, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { keptWhole } from './kept-replies.ts';
import { changeOnce } from './change-once.ts';
import { unmadeSegments, type Extender } from './clip-chain.ts';
import { clipForm, extensionForm } from './clip-order.ts';
import { quotaMarkOf } from './clip-quota.ts';
import { refuseKeyless } from './key-vault.ts';
import { keyMarkOf, reachOf, verdictFor } from './models.ts';
import { ownProject, ownScene, type OwnProject } from './project-view.ts';
import { requireRoomForBytes, requireRoomForScene, type Quotas } from './quotas.ts';
import { requireWithinCap } from './spending.ts';
import { generationWords } from './words.ts';

export type GenerationDeps = {
  db: Db;
  videoModelFor: VideoModelFor;
  readApiKey(userId: string): Promise<string | null>;
  keySecrets: KeySecrets;
  quotas: Quotas;
  wakeJobs: WakeJobs;
  now(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
};

/** The person, and the key that identifies repeats of the call. */
export type Caller = { userId: string; idempotencyKey: string | null };

/**
 * Queues the scene breakdown of a project.
 * @throws AppError `not_found`, `no_api_key`, `already_generating`, `scenes_exist`, `idempotency_mismatch`
 */
export async function startBreakdown(deps: GenerationDeps, caller: Caller, projectId: string): Promise<void> {
  await writeOnce(deps, caller, `breakdown ${projectId}`, async () => {
    const { record: project, scenes, revision } = await ownProject(deps, caller.userId, projectId);
    await requireKey(deps, caller.userId);
    if ((await liveJobsOfProject(deps.db, projectId)).some((job) => job.kind === 'breakdown'))
      throw breakdownIsRunning();
    if (scenes.length > 0) throw new AppError('scenes_exist', generationWords.scenesExist);
    await requireRoomForScene(deps, caller.userId);
    const nowMs = deps.now();
    return [
      expectUnchanged(projectId, revision),
      newJob(deps, { kind: 'breakdown', project, sceneId: null, quotaMark: null, nowMs }),
      setBreakdown(projectId, { status: 'running', error: null, nowMs }),
    ];
  });
}

/**
 * Queues a clip for every pending or failed scene of a project, or for those of them that are named, in the order of
 * the movie. Scenes whose reply was lost are skipped: generating them again may be charged twice, which the person must
 * confirm for each scene.
 * @param sceneIds null for all
 * @throws AppError `not_found`, `no_api_key`, `model_unreachable`, `spending_cap`, `already_generating`,
 * `invalid_input`, `idempotency_mismatch`; `needs_second_charge_consent` for a named scene whose reply was lost
 */
export async function generateVideos(
  deps: GenerationDeps,
  caller: Caller,
  projectId: string,
  sceneIds: readonly string[] | null = null,
): Promise<void> {
  const asked = ['videos', projectId, ...(sceneIds ?? []).toSorted()].join(' ');
  await writeOnce(deps, caller, asked, async () => {
    const own = await ownProject(deps, caller.userId, projectId);
    const { record: project, scenes } = own;
    const live = await liveJobsOfProject(deps.db, projectId);
    if (live.some((job) => job.kind === 'breakdown')) throw breakdownIsRunning();
    if (scenes.some((scene) => scene.status === 'generating'))
      throw new AppError('already_generating', generationWords.projectGenerating);
    const unmade =
      sceneIds === null
        ? scenes.filter((scene) => !scene.isExtension && !isAnswerLost(scene, scenes))
        : namedScenes(scenes, sceneIds);
    const keyMark = await keyMarkOf(await requireKey(deps, project.userId));
    const wanted = await Promise.all(
      unmade.map((scene) => unmadeSegments(deps, scene, scenes, extenderOf(project, scene, keyMark))),
    );
    if (sceneIds !== null) {
      requireExtensible(wanted);
      requireNeighbors({ own, live }, wanted.flat());
    }
    return orderSegments(deps, { own, live }, wanted.flat());
  });
}

/**
 * Queues the clip of one scene, even if it has one already: the old clip stays until the new one is stored.
 * @throws AppError as `generateVideos`, and `needs_second_charge_consent` when the reply to an earlier request was lost
 */
export async function generateScene(
  deps: GenerationDeps,
  caller: Caller,
  sceneId: string,
  consent: { acceptSecondCharge: boolean },
): Promise<string> {
  const { projectId } = await ownScene(deps, caller.userId, sceneId);
  await writeOnce(deps, caller, `scene ${sceneId} ${consent.acceptSecondCharge}`, async () => {
    const scene = await ownScene(deps, caller.userId, sceneId);
    if (scene.isExtension) throw new AppError('invalid_input', generationWords.extension);
    if (scene.source === 'clip') throw new AppError('invalid_input', generationWords.ownClip);
    const own = await ownProject(deps, caller.userId, projectId);
    const { record: project, scenes } = own;
    const segments = [scene, ...extensionsOf(sceneId, scenes)];
    if (segments.some(({ status }) => status === 'generating'))
      throw new AppError('already_generating', generationWords.sceneGenerating);
    if (isAnswerLost(scene, scenes) && !consent.acceptSecondCharge) {
      throw new AppError('needs_second_charge_consent', generationWords.secondCharge);
    }
    const extender = extenderOf(project, scene, await keyMarkOf(await requireKey(deps, project.userId)));
    const isComplete = sceneWithSegmentsStatus(scene, scenes) === 'complete';
    const wanted = isComplete ? segments : await unmadeSegments(deps, scene, scenes, extender);
    const live = await liveJobsOfProject(deps.db, projectId);
    requireNeighbors({ own, live }, wanted);
    return orderAsLongAsNeeded(deps, { own, live }, scene, wanted);
  });
  return projectId;
}

export async function requireKey(deps: GenerationDeps, userId: string): Promise<string> {
  return (await deps.readApiKey(userId)) ?? refuseKeyless();
}

/** Who would extend this scene's clip now. */
export function extenderOf({ model }: ProjectRecord, scene: Scene, keyMark: string): Extender {
  return { model: scene.model ?? model, keyMark };
}

/** Whether a segment of a scene was requested and its outcome is unknown. */
function isAnswerLost(scene: Scene, rows: readonly Scene[]): boolean {
  return scene.answerLost || extensionsOf(scene.id, rows).some(({ answerLost }) => answerLost);
}

/** The named scenes in the order of the movie. @throws AppError `not_found`, `invalid_input`, `needs_second_charge_consent` */
function namedScenes(rows: readonly Scene[], sceneIds: readonly string[]): Scene[] {
  const ids = new Set(sceneIds);
  const named = rows.filter(({ id }) => ids.has(id));
  if (named.length < ids.size) throw new AppError('not_found', generationWords.sceneNotFound);
  if (named.some(({ isExtension }) => isExtension)) throw new AppError('invalid_input', generationWords.extension);
  if (named.some((scene) => isAnswerLost(scene, rows)))
    throw new AppError('needs_second_charge_consent', generationWords.secondCharge);
  return named;
}

/**
 * Refuses a named scene whose clip would be made anew although all that it lacks is an extension: its price is that of the
 * extension. @throws AppError `invalid_input`
 */
function requireExtensible(wanted: readonly Scene[][]): void {
  for (const [first] of wanted)
    if (first?.status === 'complete')
      throw new AppError('invalid_input', generationWords.clipEnded({ number: first.sceneNumber }));
}

export type Order = { own: OwnProject; live: readonly LiveJob[] };

/**
 * Refuses a clip that needs a frame of a scene which has no clip and gets none: its job could only wait or fail.
 * @throws AppError `invalid_input`
 */
function requireNeighbors({ own: { scenes }, live }: Order, wanted: readonly Scene[]): void {
  const coming = new Set([...wanted.map(({ id }) => id), ...live.flatMap(({ sceneId }) => sceneId ?? [])]);
  for (const scene of wanted) {
    const { before, after } = missingNeighbors(scene, scenes, coming);
    if (before) throw new AppError('invalid_input', frameNeighborWords.noStart({ number: before.sceneNumber }));
    if (after) throw new AppError('invalid_input', frameNeighborWords.noEnd({ number: after.sceneNumber }));
  }
}

/**
 * The statements that queue a job for each of these segments.
 * @param before statements that write the segments, if they are new
 * @throws AppError `invalid_input` when there is none, and as `generateVideos`
 */
export async function orderSegments(
  deps: GenerationDeps,
  order: Order,
  wanted: readonly Scene[],
  before: readonly Statement[] = [],
): Promise<Statement[]> {
  const { own, live } = order;
  if (wanted.length === 0) throw new AppError('invalid_input', generationWords.nothingLeft);
  if (wanted.some(({ id }) => live.some((job) => job.sceneId === id && job.state !== 'blocked_no_key')))
    throw new AppError('already_generating', generationWords.alreadyGenerating);
  const apiKey = await requireKey(deps, own.record.userId);
  await requireMeans(deps, order, wanted, apiKey);
  const quotaMark = quotaMarkOf(deps, own.record.userId, apiKey);
  const jobs = wanted.flatMap(({ id }) => orderClip(deps, order, id, quotaMark));
  return [expectUnchanged(own.record.id, own.revision), ...before, ...jobs];
}

/** As `orderSegments`; a half of a split is asked for only as long as it plays, and has that length from now on. */
function orderAsLongAsNeeded(
  deps: GenerationDeps,
  { own, live }: Order,
  scene: Scene,
  wanted: readonly Scene[],
): Promise<Statement[]> {
  const { durations } = modelRow(scene.model ?? own.record.model);
  const seconds = secondsToGenerate(scene, own.scenes, durations);
  if (seconds === scene.duration) return orderSegments(deps, { own, live }, wanted);
  const shorter = (row: Scene): Scene => (row.id === scene.id ? { ...row, duration: seconds } : row);
  return orderSegments(deps, { own: { ...own, scenes: own.scenes.map(shorter) }, live }, wanted.map(shorter), [
    lengthenScene(scene.id, seconds - scene.duration, deps.now()),
  ]);
}

/** Refuses what the person's key can't reach, and what would pass their storage or their monthly cap. */
async function requireMeans(
  deps: GenerationDeps,
  { own: { record: project, scenes }, live }: Order,
  wanted: readonly Scene[],
  apiKey: string,
): Promise<void> {
  // Clips that are paid for and wait for their key are saved all the same.
  if (wanted.some(({ id }) => !isPaid(id, live))) await requireRoomForBytes(deps, project.userId);
  const reach = await reachOf(deps, project.userId, apiKey);
  const forms = wanted.flatMap((segment) => {
    const verdict = verdictFor(reach, modelOfScene(segment, project, scenes));
    if (!verdict.reachable) throw new AppError('model_unreachable', verdict.sentence);
    return isPaid(segment.id, live) ? [] : [segmentForm(project, segment, scenes, verdict.upstreamModel)];
  });
  const priceUsd = forms.reduce(
    (sum, form) => sum + (form === null ? 0 : deps.videoModelFor(apiKey).priceUsd(form)),
    0,
  );
  await requireWithinCap(deps, project.userId, priceUsd);
}

/** The form of a segment; null for an extension that the model can't make, which costs nothing. */
function segmentForm(
  project: ProjectRecord,
  segment: Scene,
  rows: readonly Scene[],
  upstreamModel: string,
): ClipForm | null {
  const scene = rows.find(({ id }) => id === segment.parentSceneId) ?? segment;
  const { resolution, negativePrompt } = scene;
  const seconds = firstSegmentSeconds(scene, rows);
  const model = modelOfScene(segment, project, rows);
  const isExtended = seconds < scene.duration;
  const source = { resolution, negativePrompt, model, aspectRatio: project.aspectRatio, seconds, isExtended };
  return segment.isExtension ? extensionForm(source, '', upstreamModel) : clipForm(source, '', upstreamModel).request;
}

/** Whether a scene's clip is paid for and only waits for its key. */
function isPaid(sceneId: string, live: readonly LiveJob[]): boolean {
  return live.some((job) => job.sceneId === sceneId && job.state === 'blocked_no_key');
}

/**
 * Writes what a call asks for, once, and wakes the job runner.
 * @param asked equal for two calls that ask for the same
 * @param plan reads, decides, and returns what to write
 */
export async function writeOnce(
  deps: GenerationDeps,
  { userId, idempotencyKey }: Caller,
  asked: string,
  plan: () => Promise<Statement[]>,
): Promise<void> {
  const call = { userId, key: idempotencyKey, ifMatch: null, madeOn: null, device: null, fingerprint: asked };
  await changeOnce(deps, call, keptWhole(z.null()), async () => ({ statements: await plan(), reply: null }));
  deps.wakeJobs(userId);
}

/** A job for a scene, or the paid one that waits for its key. */
function orderClip(
  deps: GenerationDeps,
  { own: { record: project }, live }: Order,
  sceneId: string,
  quotaMark: string,
): Statement[] {
  const nowMs = deps.now();
  const job = isPaid(sceneId, live)
    ? resumeBlocked(sceneId, nowMs)
    : newJob(deps, { kind: 'clip', project, sceneId, quotaMark, nowMs });
  return [job, setQueued(sceneId, null, nowMs)];
}

type JobWish = Pick<NewJob, 'kind' | 'sceneId' | 'quotaMark' | 'nowMs'> & { project: ProjectRecord };

function newJob(deps: GenerationDeps, { project, ...wish }: JobWish): Statement {
  const id = uuidv7(wish.nowMs, deps.randomBytes(10));
  return insertJob({ ...wish, id, userId: project.userId, projectId: project.id });
}

function breakdownIsRunning(): AppError {
  return new AppError('already_generating', generationWords.breakdownRunning);
}
