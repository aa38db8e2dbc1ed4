/** Starting and stopping generation. Everything here only writes rows; the job runner does the work. */
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { extensionsOf, firstSegmentSeconds } from '#shared/rules/segments.ts';
import type { ClipForm, VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import type { WakeJobs } from '#edge-api/jobs/wake.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { setBreakdown, setGenerating, setIdle } from '#edge-api/repos/generated-scenes.ts';
import {
  cancelJobs,
  findCall,
  idemKeyOf,
  insertJob,
  liveJobsOfProject,
  resumeBlocked,
  type LiveJob,
} from '#edge-api/repos/jobs.ts';
import type { ProjectRecord } from '#edge-api/repos/projects.ts';
import { unmadeSegments, type Extender } from './clip-chain.ts';
import { clipForm, extensionForm } from './clip-order.ts';
import { sha256Hex } from './digest.ts';
import { refuseKeyless } from './key-vault.ts';
import { keyMarkOf, reachOf, verdictFor } from './models.ts';
import { ownProject, ownScene } from './project-view.ts';
import { requireWithinCap } from './spending.ts';

export type GenerationDeps = {
  db: Db;
  videoModelFor: VideoModelFor;
  readApiKey(userId: string): Promise<string | null>;
  wakeJobs: WakeJobs;
  now(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
};

/** Who asks, and under which key a repetition of the call is recognised. */
export type Caller = { userId: string; idempotencyKey: string | null };

const WAITING = 'Waiting for its turn.';

/**
 * Has a project's idea split into scenes.
 * @throws AppError `not_found`, `no_api_key`, `already_generating`, `scenes_exist`, `idempotency_mismatch`
 */
export async function startBreakdown(deps: GenerationDeps, caller: Caller, projectId: string): Promise<void> {
  const { record: project, scenes } = await ownProject(deps, caller.userId, projectId);
  await beginOnce(deps, caller, `breakdown ${projectId}`, async (call) => {
    await requireKey(deps, caller.userId);
    if ((await liveJobsOfProject(deps.db, projectId)).some((job) => job.kind === 'breakdown'))
      throw breakdownIsRunning();
    if (scenes.length > 0) throw new AppError('scenes_exist', 'This project has scenes already.');
    const nowMs = deps.now();
    await writeJobs(deps, [
      newJob(deps, { kind: 'breakdown', project, sceneId: null, part: projectId, call, nowMs }),
      setBreakdown(projectId, { status: 'running', error: null, nowMs }),
    ]);
  });
}

/**
 * Has a clip made for every scene of a project that is pending or failed. One whose answer was lost is left out: making
 * it again may be charged twice, and that is asked for scene by scene.
 * @throws AppError `not_found`, `no_api_key`, `model_unreachable`, `spending_cap`, `already_generating`, `invalid_input`,
 *   `idempotency_mismatch`
 */
export async function generateVideos(deps: GenerationDeps, caller: Caller, projectId: string): Promise<void> {
  const { record: project, scenes } = await ownProject(deps, caller.userId, projectId);
  await beginOnce(deps, caller, `videos ${projectId}`, async (call) => {
    const live = await liveJobsOfProject(deps.db, projectId);
    if (live.some((job) => job.kind === 'breakdown')) throw breakdownIsRunning();
    if (scenes.some((scene) => scene.status === 'generating'))
      throw new AppError('already_generating', 'Scenes of this project are being generated already.');
    const unmade = scenes.filter((scene) => !scene.isExtension && !isAnswerLost(scene, scenes));
    const extender = await extenderOf(deps, project);
    const wanted = await Promise.all(unmade.map((scene) => unmadeSegments(deps, scene, scenes, extender)));
    await orderSegments(deps, { project, scenes, live, call }, wanted.flat());
  });
}

/**
 * Has the clip of one scene made, also one that has a clip already: the old one stays until the new one is stored.
 * @throws AppError as `generateVideos`, and `needs_second_charge_consent` when the answer to an earlier request was lost
 */
export async function generateScene(
  deps: GenerationDeps,
  caller: Caller,
  sceneId: string,
  consent: { acceptSecondCharge: boolean },
): Promise<string> {
  const scene = await ownScene(deps, caller.userId, sceneId);
  await beginOnce(deps, caller, `scene ${sceneId} ${consent.acceptSecondCharge}`, async (call) => {
    if (scene.isExtension) throw new AppError('invalid_input', 'An extension is made with its scene, not by itself.');
    const { record: project, scenes } = await ownProject(deps, caller.userId, scene.projectId);
    const segments = [scene, ...extensionsOf(sceneId, scenes)];
    if (segments.some(({ status }) => status === 'generating'))
      throw new AppError('already_generating', 'This scene is being generated already.');
    if (isAnswerLost(scene, scenes) && !consent.acceptSecondCharge) {
      throw new AppError(
        'needs_second_charge_consent',
        'This scene may have been charged already. Generating it again may be charged a second time.',
      );
    }
    const extender = await extenderOf(deps, project);
    const isComplete = sceneWithSegmentsStatus(scene, scenes) === 'complete';
    const wanted = isComplete ? segments : await unmadeSegments(deps, scene, scenes, extender);
    const live = await liveJobsOfProject(deps.db, scene.projectId);
    await orderSegments(deps, { project, scenes, live, call }, wanted);
  });
  return scene.projectId;
}

/**
 * Stops what is being generated for a project. Clips that are made and only have to be fetched are still fetched.
 * @throws AppError `not_found`
 */
export async function cancelGeneration(deps: GenerationDeps, caller: Caller, projectId: string): Promise<void> {
  const { record: project } = await ownProject(deps, caller.userId, projectId);
  const nowMs = deps.now();
  const breakdown =
    project.breakdownStatus === 'running' ? [setBreakdown(projectId, { status: null, error: null, nowMs })] : [];
  await deps.db.batch(
    [...cancelJobs({ projectId }, nowMs, { keepMade: true }), setIdle({ projectId }, null, nowMs), ...breakdown],
    'write',
  );
  deps.wakeJobs();
}

/**
 * Takes a failure off a scene's card: it is pending again, or complete if it has a clip.
 * @returns the id of its project
 * @throws AppError `not_found`
 */
export async function dismissFailure(deps: GenerationDeps, caller: Caller, sceneId: string): Promise<string> {
  const scene = await ownScene(deps, caller.userId, sceneId);
  const { scenes } = await ownProject(deps, caller.userId, scene.projectId);
  const failed = [scene, ...extensionsOf(sceneId, scenes)].filter(({ status }) => status === 'failed');
  const rows = failed.map(({ id }) => setIdle({ sceneId: id }, null, deps.now()));
  if (rows.length > 0) await deps.db.batch(rows, 'write');
  return scene.projectId;
}

async function requireKey(deps: GenerationDeps, userId: string): Promise<string> {
  return (await deps.readApiKey(userId)) ?? refuseKeyless();
}

/** Who would go on from clips of a project now. @throws AppError `no_api_key` */
async function extenderOf(deps: GenerationDeps, { userId, model }: ProjectRecord): Promise<Extender> {
  return { model, keyMark: await keyMarkOf(await requireKey(deps, userId)) };
}

/** Whether a segment of a scene was asked for and nobody knows what became of it. */
function isAnswerLost(scene: Scene, rows: readonly Scene[]): boolean {
  return scene.answerLost || extensionsOf(scene.id, rows).some(({ answerLost }) => answerLost);
}

type Order = { project: ProjectRecord; scenes: readonly Scene[]; live: readonly LiveJob[]; call: Call };

/** Writes a job for each of these segments. @throws AppError `invalid_input` when there is none */
async function orderSegments(deps: GenerationDeps, order: Order, wanted: readonly Scene[]): Promise<void> {
  const { project, live, call } = order;
  if (wanted.length === 0) throw new AppError('invalid_input', 'There is no scene left to generate.');
  await requireMeans(deps, order, wanted);
  await writeJobs(
    deps,
    wanted.flatMap(({ id }) => orderClip(deps, project, id, call, live)),
  );
}

/** Refuses what the person's key can't reach and what would pass their monthly cap. */
async function requireMeans(
  deps: GenerationDeps,
  { project, scenes, live }: Order,
  wanted: readonly Scene[],
): Promise<void> {
  const apiKey = await requireKey(deps, project.userId);
  const verdict = verdictFor(await reachOf(deps, project.userId, apiKey), project.model);
  if (!verdict.reachable) throw new AppError('model_unreachable', verdict.sentence);
  const priceUsd = wanted
    .filter(({ id }) => !isPaid(id, live))
    .map((segment) => segmentForm(project, segment, scenes, verdict.upstreamModel))
    .reduce((sum, form) => sum + (form === null ? 0 : deps.videoModelFor(apiKey).priceUsd(form)), 0);
  await requireWithinCap(deps, project.userId, priceUsd);
}

/** What a segment will be like; null for an extension that the model can't make, which costs nothing. */
function segmentForm(
  { model, aspectRatio }: ProjectRecord,
  segment: Scene,
  rows: readonly Scene[],
  upstreamModel: string,
): ClipForm | null {
  const scene = rows.find(({ id }) => id === segment.parentSceneId) ?? segment;
  const { resolution, negativePrompt } = scene;
  const seconds = firstSegmentSeconds(scene, rows);
  const source = { resolution, negativePrompt, model, aspectRatio, seconds, isExtended: seconds < scene.duration };
  return segment.isExtension ? extensionForm(source, '', upstreamModel) : clipForm(source, '', upstreamModel).request;
}

/** Whether a scene's clip waits for its key only. */
function isPaid(sceneId: string, live: readonly LiveJob[]): boolean {
  return live.some((job) => job.sceneId === sceneId && job.state === 'blocked_no_key');
}

type Call = { key: string | null; paramsHash: string };

/**
 * Begins what a call asks for, unless it has begun already: earlier, or while this one was looking, because the same
 * call was sent twice at once.
 * @param asked equal for two calls that ask for the same
 */
async function beginOnce(
  deps: GenerationDeps,
  caller: Caller,
  asked: string,
  begin: (call: Call) => Promise<void>,
): Promise<void> {
  const call = await newCall(deps, caller, asked);
  if (call === null) return;
  try {
    await begin(call);
  } catch (error) {
    const wasLate = error instanceof AppError && error.code === 'already_generating';
    if (!wasLate || (await newCall(deps, caller, asked)) !== null) throw error;
  }
}

/** The call as its jobs will remember it; null when they already do, and there is nothing left to write. */
async function newCall(deps: GenerationDeps, caller: Caller, asked: string): Promise<Call | null> {
  const call: Call = { key: caller.idempotencyKey, paramsHash: await sha256Hex(asked) };
  const earlier = call.key === null ? null : await findCall(deps.db, caller.userId, call.key);
  if (earlier === null) return call;
  if (earlier.paramsHash === call.paramsHash) return null;
  throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
}

/** A job for a scene, or the one that is waiting for its key and was paid for already. */
function orderClip(
  deps: GenerationDeps,
  project: ProjectRecord,
  sceneId: string,
  call: Call,
  live: readonly LiveJob[],
): Statement[] {
  const nowMs = deps.now();
  const job = isPaid(sceneId, live)
    ? resumeBlocked(sceneId, nowMs)
    : newJob(deps, { kind: 'clip', project, sceneId, part: sceneId, call, nowMs });
  return [job, setGenerating(sceneId, WAITING, nowMs)];
}

type JobWish = {
  kind: 'clip' | 'breakdown';
  project: ProjectRecord;
  sceneId: string | null;
  part: string;
  call: Call;
  nowMs: number;
};

function newJob(deps: GenerationDeps, { kind, project, sceneId, part, call, nowMs }: JobWish): Statement {
  const id = uuidv7(nowMs, deps.randomBytes(10));
  return insertJob({
    id,
    kind,
    userId: project.userId,
    projectId: project.id,
    sceneId,
    idemKey: idemKeyOf(call.key, part),
    paramsHash: call.paramsHash,
    nowMs,
  });
}

/** Two calls at once can both get here; the indexes let one of them through. */
async function writeJobs(deps: GenerationDeps, statements: Statement[]): Promise<void> {
  try {
    await deps.db.batch(statements, 'write');
  } catch (error) {
    if (!(error instanceof Error && /UNIQUE constraint failed: (index 'jobs_one_live|jobs\.)/.test(error.message)))
      throw error;
    throw new AppError('already_generating', 'This is being generated already.', { cause: error });
  }
  deps.wakeJobs();
}

function breakdownIsRunning(): AppError {
  return new AppError('already_generating', 'The scene breakdown is being made already.');
}
