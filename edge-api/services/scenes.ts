/**
 * Edits of scenes. A scene's version counts its own edits; adding, removing, and reordering scenes counts on the
 * project's version.
 */
import type { z } from 'zod';
import type { CreateSceneRequest, PatchSceneRequest, projectScenesReply } from '#shared/api/scenes.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { newScene, remadeStill } from '#shared/rules/new-scene.ts';
import { renumber } from '#shared/rules/scene-order.ts';
import type { Deps } from '../deps.ts';
import { cancelJobs } from '#edge-api/repos/jobs.ts';
import {
  entombScene,
  expectSceneUnchanged,
  findTombstones,
  insertScene,
  isSceneIdTaken,
  listScenesOfOwner,
  reviveScene,
  updateSceneEdit,
} from '#edge-api/repos/scenes.ts';
import { keptProjectAndScenes, keptScene } from './kept-replies.ts';
import { changeOnce, requireVersion, type ChangeCall } from './change-once.ts';
import { requireReferencePictures } from './clip-references.ts';
import { requireChoosable, requireLength, type ChoosingDeps } from './clip-choices.ts';
import { changedFields, remembered, type Happening } from './history.ts';
import { ownClip, playOwnClip, replaceOwnClip, type OwnClipFile } from './own-clips.ts';
import { ownProject, ownScene, type OwnProject } from './project-view.ts';
import { changedOrder } from './projects.ts';
import { requireRoomForScene, type QuotaDeps } from './quotas.ts';
import { sceneWords } from './words.ts';

type SceneDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'>;
export type ProjectScenes = z.output<typeof projectScenesReply>;

/** The scenes of a person's project in play order. Empty if the project was just deleted. */
export function listOwnScenes(deps: Pick<Deps, 'db'>, userId: string, projectId: string): Promise<Scene[]> {
  return listScenesOfOwner(deps.db, userId, projectId);
}

/** @throws AppError `not_found`, `version_conflict` with the scene, `invalid_input`, `model_unreachable` */
export function patchScene(
  deps: SceneDeps & ChoosingDeps,
  call: ChangeCall,
  sceneId: string,
  patch: PatchSceneRequest,
): Promise<Scene> {
  return changeOnce(deps, call, keptScene, async () => {
    const scene = await ownScene(deps, call.userId, sceneId);
    requireVersion(call, scene, 'scene');
    await requireChoosable(deps, call.userId, scene, patch);
    await requireReferencePictures(deps.db, call.userId, patch.referencePictures ?? []);
    const nowMs = deps.now();
    const file = await stillClip(deps, call.userId, scene, patch);
    const edited = patched(scene, patch, nowMs);
    const changed =
      file === null || patch.remade === undefined ? edited : { ...edited, ...remadeStill(patch.remade.still, file) };
    const { projectId, version } = scene;
    const fields = await changedFields(deps, call, { projectId, sceneId, version }, { before: scene, after: changed });
    const happening: Happening = { kind: 'edit-scene', scene, version: changed.version, fields };
    return {
      statements: [
        expectSceneUnchanged(scene),
        updateSceneEdit(changed),
        ...(file === null ? [] : replaceOwnClip(changed, file, { userId: call.userId, nowMs })),
        ...(fields.length === 0 ? [] : remembered(deps, call, projectId, happening)),
      ],
      reply: changed,
    };
  });
}

/**
 * Appends a custom scene.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input`
 */
export function addScene(
  deps: SceneDeps & QuotaDeps,
  call: ChangeCall,
  projectId: string,
  body: CreateSceneRequest,
): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion(call, own.project, 'project');
    const nowMs = deps.now();
    const clip = await ownClip(deps, call.userId, body);
    const scene = addedScene(own, body, { id: body.id ?? uuidv7(nowMs, deps.randomBytes(10)), nowMs, clip });
    if (await isSceneIdTaken(deps.db, scene.id)) throw new AppError('invalid_input', sceneWords.idTaken);
    await requireRoomForScene(deps, call.userId);
    const numbered = renumber([...own.scenes, scene]);
    const written = numbered.find((row) => row.id === scene.id) ?? scene;
    const happening: Happening = { kind: 'add-scene', scene: written, version: own.record.version + 1 };
    return changedOrder(own, numbered, nowMs, [
      insertScene(call.userId, written),
      ...(clip === null ? [] : playOwnClip(written, clip, { userId: call.userId, nowMs })),
      ...remembered(deps, call, projectId, happening),
    ]);
  });
}

/**
 * Deletes a scene with its extensions: its generation is canceled, and a tombstone with its clip is kept for thirty
 * days. Counts on the project's version.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` for an extension
 */
export function deleteScene(deps: SceneDeps, call: ChangeCall, sceneId: string): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const scene = await ownScene(deps, call.userId, sceneId);
    requireWhole(scene);
    const own = await ownProject(deps, call.userId, scene.projectId);
    requireVersion(call, own.project, 'project');
    const nowMs = deps.now();
    const rest = own.scenes.filter((row) => row.id !== sceneId && row.parentSceneId !== sceneId);
    const happening: Happening = { kind: 'delete-scene', scene, version: own.record.version + 1 };
    return changedOrder(own, renumber(rest), nowMs, [
      ...cancelJobs({ sceneId }, nowMs),
      entombScene(sceneId, nowMs),
      ...remembered(deps, call, scene.projectId, happening),
    ]);
  });
}

/**
 * Restores a deleted scene, with its extensions, to its place. If it isn't deleted, nothing changes.
 * @throws AppError `not_found`, `version_conflict` with the project, `invalid_input` for an extension or when there is
 * no room
 */
export function restoreScene(deps: SceneDeps, call: ChangeCall, sceneId: string): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const tombstones = await findTombstones(deps.db, call.userId, sceneId);
    const scene = tombstones.find(({ id }) => id === sceneId) ?? (await ownScene(deps, call.userId, sceneId));
    requireWhole(scene);
    if (tombstones.length === 0) {
      const { project, scenes } = await ownProject(deps, call.userId, scene.projectId);
      return { statements: [], reply: { project, scenes } };
    }
    const own = await ownProject(deps, call.userId, scene.projectId);
    requireVersion(call, own.project, 'project');
    requireRoom(own);
    const nowMs = deps.now();
    // Half a place before its number: in front of the scene that has the number now.
    const revived = tombstones.map((row) => ({ ...row, sceneNumber: row.sceneNumber - 0.5, updatedAt: nowMs }));
    const happening: Happening = { kind: 'restore-scene', scene, version: own.record.version + 1 };
    return changedOrder(own, renumber([...own.scenes, ...revived]), nowMs, [
      ...tombstones.map(({ id }) => reviveScene(id, nowMs)),
      ...remembered(deps, call, scene.projectId, happening),
    ]);
  });
}

function patched(scene: Scene, patch: PatchSceneRequest, nowMs: number): Scene {
  if (
    scene.isExtension &&
    (patch.trimStart !== undefined ||
      patch.trimEnd !== undefined ||
      patch.textOverlays !== undefined ||
      patch.metadata !== undefined ||
      patch.referencePictures !== undefined ||
      patch.continueFromPrevious !== undefined ||
      patch.continueIntoNext !== undefined ||
      patch.gainDb !== undefined ||
      patch.muted !== undefined ||
      patch.fadeInSeconds !== undefined ||
      patch.fadeOutSeconds !== undefined ||
      patch.transition !== undefined)
  ) {
    throw new AppError('invalid_input', sceneWords.belongsToScene);
  }
  const changed: Scene = {
    ...scene,
    title: patch.title ?? scene.title,
    description: patch.description ?? scene.description,
    negativePrompt: patch.negativePrompt === undefined ? scene.negativePrompt : patch.negativePrompt || null,
    resolution: patch.resolution ?? scene.resolution,
    duration: patch.duration ?? scene.duration,
    model: patch.model === undefined ? scene.model : patch.model,
    trimStart: patch.trimStart === undefined ? scene.trimStart : patch.trimStart,
    trimEnd: patch.trimEnd === undefined ? scene.trimEnd : patch.trimEnd,
    textOverlays: patch.textOverlays ?? scene.textOverlays,
    metadata: patch.metadata ?? scene.metadata,
    referencePictures: patch.referencePictures ?? scene.referencePictures,
    continueFromPrevious: patch.continueFromPrevious ?? scene.continueFromPrevious,
    continueIntoNext: patch.continueIntoNext ?? scene.continueIntoNext,
    gainDb: patch.gainDb ?? scene.gainDb,
    muted: patch.muted ?? scene.muted,
    fadeInSeconds: patch.fadeInSeconds ?? scene.fadeInSeconds,
    fadeOutSeconds: patch.fadeOutSeconds ?? scene.fadeOutSeconds,
    transition: patch.transition === undefined ? scene.transition : patch.transition,
    version: scene.version + 1,
    updatedAt: nowMs,
  };
  // A patch may contain only one point, so it's checked with the other's current value.
  if ((changed.trimStart ?? 0) >= (changed.trimEnd ?? Number.POSITIVE_INFINITY))
    throw new AppError('invalid_input', sceneWords.trimPoints);
  return changed;
}

/**
 * The file that takes the place of a scene's own clip; null where none does.
 * @throws AppError `invalid_input` for a scene whose clip was generated, and as `ownClip`
 */
async function stillClip(
  deps: SceneDeps,
  userId: string,
  scene: Scene,
  { remade }: Pick<PatchSceneRequest, 'remade'>,
): Promise<OwnClipFile | null> {
  if (remade === undefined) return null;
  if (scene.source !== 'clip' || scene.isExtension) throw new AppError('invalid_input', sceneWords.noStill);
  return ownClip(deps, userId, { source: 'clip', mediaId: remade.mediaId });
}

function addedScene(
  own: OwnProject,
  body: CreateSceneRequest,
  { id, nowMs, clip }: { id: string; nowMs: number; clip: OwnClipFile | null },
): Scene {
  requireRoom(own);
  if (clip === null) requireLength(own.record.model, body.duration);
  const sceneNumber = Math.max(0, ...own.scenes.map((scene) => scene.sceneNumber)) + 1;
  return newScene({ ...body, id }, { project: own.record, sceneNumber, version: 1, at: nowMs, clip });
}

/** An extension has no place of its own: it's deleted and restored with its scene. */
function requireWhole(scene: Scene): void {
  if (scene.isExtension) throw new AppError('invalid_input', sceneWords.extensionWithScene);
}

export function requireRoom(own: OwnProject): void {
  if (own.project.sceneCount >= limits.scenesPerProject) throw new AppError('invalid_input', sceneWords.tooMany);
}
