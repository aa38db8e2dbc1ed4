/**
 * Makes a complete scene longer: an extension goes on from the end of its clip. It never makes the scene anew. Everything
 * here only writes rows; the job runner does the work.
 */
import { modelRow, type ModelId } from '#shared/catalogue/models.ts';
import type { SceneExtensionReply } from '#shared/api/scenes.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { extensionsOf, withExtension } from '#shared/rules/segments.ts';
import { findEarlierSegment, type EarlierSegment } from '#edge-api/repos/clip-chain.ts';
import { appendExtension, lengthenScene } from '#edge-api/repos/generated-scenes.ts';
import { cancelJobs, liveJobsOfProject } from '#edge-api/repos/jobs.ts';
import { expectUnchanged } from '#edge-api/repos/projects.ts';
import { entombExtension } from '#edge-api/repos/scenes.ts';
import { originOf } from './clip-chain.ts';
import { extenderOf, orderSegments, requireKey, writeOnce, type Caller, type GenerationDeps } from './generation.ts';
import { remembered } from './history.ts';
import { keyMarkOf, knownVerdict } from './models.ts';
import { ownProject, ownScene, type OwnProject } from './project-view.ts';
import { extendWords, generationWords } from './words.ts';

/**
 * Whether a scene's clip can go on, by how many seconds, and if not, why.
 * @throws AppError `not_found`
 */
export async function extensionOffer(
  deps: GenerationDeps,
  userId: string,
  sceneId: string,
): Promise<SceneExtensionReply> {
  const scene = await ownScene(deps, userId, sceneId);
  const own = await ownProject(deps, userId, scene.projectId);
  const seconds = modelRow(scene.model ?? own.record.model).extensionSeconds;
  const apiKey = await deps.readApiKey(userId);
  if (apiKey === null) return { available: false, error: extendWords.noKey, seconds };
  const error = await problemOf(deps, own, scene, apiKey);
  return { available: error === null, error, seconds };
}

/**
 * Queues an extension of a scene's clip, or again the one that has no clip yet.
 * @returns the id of its project
 * @throws AppError `not_found`, `no_api_key`, `model_unreachable`, `spending_cap`, `already_generating`,
 * `idempotency_mismatch`; `invalid_input` where the clip can't go on; `needs_second_charge_consent` when the reply to an
 * earlier request was lost
 */
export async function extendScene(
  deps: GenerationDeps,
  caller: Caller,
  sceneId: string,
  consent: { acceptSecondCharge: boolean },
): Promise<string> {
  const { projectId } = await ownScene(deps, caller.userId, sceneId);
  await writeOnce(deps, caller, `extend ${sceneId} ${consent.acceptSecondCharge}`, async () => {
    const scene = await ownScene(deps, caller.userId, sceneId);
    const own = await ownProject(deps, caller.userId, projectId);
    const apiKey = await requireKey(deps, caller.userId);
    if ([scene, ...extensionsOf(sceneId, own.scenes)].some(({ status }) => status === 'generating'))
      throw new AppError('already_generating', generationWords.sceneGenerating);
    const unmade = unmadeExtensions(scene, own.scenes);
    if (unmade.some(({ answerLost }) => answerLost) && !consent.acceptSecondCharge)
      throw new AppError('needs_second_charge_consent', generationWords.secondCharge);
    const problem = await problemOf(deps, own, scene, apiKey);
    if (problem !== null) throw new AppError('invalid_input', problem);
    const live = await liveJobsOfProject(deps.db, projectId);
    if (unmade.length > 0) return orderSegments(deps, { own, live }, unmade);
    return orderNew(deps, { own, live }, scene);
  });
  return projectId;
}

/**
 * Removes the extensions of a scene that have no clip, so that it is complete again with the clip that it has. Where there
 * are none, nothing changes.
 * @returns the id of its project
 * @throws AppError `not_found`, `already_generating`, `idempotency_mismatch`, `invalid_input` when the scene has no clip
 */
export async function removeExtension(deps: GenerationDeps, caller: Caller, sceneId: string): Promise<string> {
  const { projectId } = await ownScene(deps, caller.userId, sceneId);
  await writeOnce(deps, caller, `remove extension ${sceneId}`, async () => {
    const scene = await ownScene(deps, caller.userId, sceneId);
    const { scenes, revision } = await ownProject(deps, caller.userId, projectId);
    if (scene.isExtension) throw new AppError('invalid_input', extendWords.ofExtension);
    const unmade = unmadeExtensions(scene, scenes);
    if (unmade.length === 0) return [];
    if (scene.status !== 'complete') throw new AppError('invalid_input', extendWords.noClip);
    if (unmade.some(({ status }) => status === 'generating'))
      throw new AppError('already_generating', generationWords.sceneGenerating);
    const nowMs = deps.now();
    const seconds = unmade.reduce((sum, { duration }) => sum + duration, 0);
    const device = { device: null, key: caller.idempotencyKey };
    return [
      expectUnchanged(projectId, revision),
      ...unmade.flatMap(({ id }) => [...cancelJobs({ sceneId: id }, nowMs), entombExtension(id, nowMs)]),
      lengthenScene(sceneId, -seconds, nowMs),
      ...remembered(deps, device, projectId, { kind: 'remove-extension', scene, version: scene.version }),
    ];
  });
  return projectId;
}

type Order = Parameters<typeof orderSegments>[1];

function orderNew(deps: GenerationDeps, { own, live }: Order, scene: Scene) {
  const nowMs = deps.now();
  const seconds = modelRow(scene.model ?? own.record.model).extensionSeconds ?? 0;
  const id = uuidv7(nowMs, deps.randomBytes(10));
  const { rows, extension } = withExtension(scene, own.scenes, { id, seconds });
  const extensionIndex = extension.extensionIndex ?? 1;
  return orderSegments(
    deps,
    { own: { ...own, scenes: rows }, live },
    [extension],
    [
      appendExtension({ id, parentSceneId: scene.id, extensionIndex, durationSeconds: seconds, nowMs }),
      lengthenScene(scene.id, seconds, nowMs),
    ],
  );
}

/** From the first one without a clip on: each goes on from the one before it. */
function unmadeExtensions(scene: Scene, rows: readonly Scene[]): Scene[] {
  const extensions = extensionsOf(scene.id, rows);
  const first = extensions.findIndex(({ status }) => status !== 'complete');
  return first < 0 ? [] : extensions.slice(first);
}

/** Why a scene can't be extended now; null when it can. Asks nobody. */
async function problemOf(
  deps: GenerationDeps,
  { record, scenes }: OwnProject,
  scene: Scene,
  apiKey: string,
): Promise<string | null> {
  if (scene.isExtension) return extendWords.ofExtension;
  const segments = [scene, ...extensionsOf(scene.id, scenes)];
  if (segments.some(({ status }) => status === 'generating')) return generationWords.sceneGenerating;
  if (scene.status !== 'complete') return extendWords.noClip;
  const [unmade] = unmadeExtensions(scene, scenes);
  const extensionIndex = unmade?.extensionIndex ?? segments.length;
  const earlier = await findEarlierSegment(deps.db, { parentSceneId: scene.id, extensionIndex });
  if (earlier === null) return extendWords.noClip;
  const extender = extenderOf(record, scene, await keyMarkOf(apiKey));
  const longest = deps.videoModelFor(apiKey).longestSeconds(extender.model);
  const problem =
    originProblem(earlier, extender) ??
    (originOf(earlier, extender, deps.now()) === null
      ? extendWords.tooOld
      : formProblem(earlier, extender.model, longest));
  if (problem !== null) return problem;
  const verdict = await knownVerdict(deps, record.userId, apiKey, extender.model);
  return verdict?.reachable === false ? verdict.sentence : null;
}

/** What upstream can't find: clips of no model, of another one, and of another key. */
function originProblem(earlier: EarlierSegment, extender: { model: ModelId; keyMark: string }): string | null {
  const { label, extensionSeconds } = modelRow(extender.model);
  if (extensionSeconds === null) return extendWords.modelCannot({ model: label });
  if (earlier.upstreamId === null || earlier.fileId === null) return extendWords.notGenerated;
  if (earlier.model !== extender.model) return extendWords.otherModel({ model: label });
  return earlier.keyMark === extender.keyMark ? null : extendWords.otherKey;
}

/** What the model doesn't extend: other sizes and lengths, and what is as long as it can be. */
function formProblem(earlier: EarlierSegment, id: ModelId, longestSeconds: number): string | null {
  const { label, rules, extensionSeconds } = modelRow(id);
  const { resolution, askedSeconds, seconds, isContinued } = earlier;
  const rule = rules.extension;
  if (rule === undefined) return extendWords.modelCannot({ model: label });
  if (resolution !== null && !rule.resolutions.includes(resolution))
    return extendWords.resolution({ model: label, resolutions: rule.resolutions, resolution });
  if (isContinued !== true && askedSeconds !== null && !rule.durations.includes(askedSeconds))
    return extendWords.length({ model: label, seconds: rule.durations });
  const next = Math.round(seconds ?? 0) + (extensionSeconds ?? 0);
  return next > longestSeconds ? extendWords.longest({ seconds: longestSeconds }) : null;
}
