/** Cuts a scene in two, and copies scenes: new scenes that play clips which are already stored. Nothing is generated. */
import type { DuplicateSceneRequest, SplitSceneRequest } from '#shared/api/scenes.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { renumber } from '#shared/rules/scene-order.ts';
import { duplicatedInto, duplicatedRows, earlierHalf, laterHalf, splitProblem } from '#shared/rules/split-scene.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { holdMedia } from '#edge-api/repos/media.ts';
import {
  expectSceneUnchanged,
  findScene,
  findTombstones,
  insertScene,
  isSceneIdTaken,
  updateSceneEdit,
} from '#edge-api/repos/scenes.ts';
import { updateSceneClip } from '#edge-api/repos/takes.ts';
import type { Deps } from '../deps.ts';
import { changeOnce, requireVersion, type ChangeCall } from './change-once.ts';
import { changedFields, remembered } from './history.ts';
import { keptProjectAndScenes } from './kept-replies.ts';
import { ownProject, ownScene, type OwnProject } from './project-view.ts';
import { changedOrder } from './projects.ts';
import { requireRoomForScene, type QuotaDeps } from './quotas.ts';
import { requireRoom, type ProjectScenes } from './scenes.ts';
import { sceneWords } from './words.ts';

type SplitDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'> & QuotaDeps;

/**
 * Makes two scenes of one clip: the scene ends where the new one begins. Counts on the project's version.
 * @throws AppError `not_found`, `version_conflict` with the project, `quota_reached`; `invalid_input` when the id is
 * taken, there is no room, or the scene can't be split there
 */
export function splitScene(
  deps: SplitDeps,
  call: ChangeCall,
  sceneId: string,
  { atSeconds, newSceneId }: SplitSceneRequest,
): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const scene = await ownScene(deps, call.userId, sceneId);
    const own = await ownProject(deps, call.userId, scene.projectId);
    requireVersion(call, own.project, 'project');
    const problem = splitProblem(scene, own.scenes, atSeconds);
    if (problem !== null) throw new AppError('invalid_input', problem);
    await requireNewScene(deps, call.userId, own, [newSceneId]);
    const nowMs = deps.now();
    const earlier = { ...scene, ...earlierHalf(scene, atSeconds), version: scene.version + 1, updatedAt: nowMs };
    // Half a place behind its scene: in front of the next one.
    const later = {
      ...laterHalf(scene, atSeconds, { newSceneId, version: 1, at: nowMs }),
      sceneNumber: scene.sceneNumber + 0.5,
    };
    const rows = own.scenes.map((row) => (row.id === sceneId ? earlier : row));
    const numbered = renumber([...rows, later]);
    const row = { projectId: scene.projectId, sceneId, version: scene.version };
    const fields = await changedFields(deps, { ...call, madeOn: null }, row, { before: scene, after: earlier });
    return changedOrder(own, numbered, nowMs, [
      expectSceneUnchanged(scene),
      updateSceneEdit(earlier),
      ...writeCopies(call.userId, numbered, [later.id], nowMs),
      ...remembered(deps, call, scene.projectId, { kind: 'split-scene', scene, version: earlier.version, fields }),
    ]);
  });
}

/**
 * Copies a scene with its clip, its extensions and all edits: behind it, or to the end of another project of the same
 * person. One that was cut out can be copied as long as it is kept; its copy comes last. Counts on the version of the
 * project that the copy is in.
 * @throws AppError `not_found`, `version_conflict` with that project, `quota_reached`; `invalid_input` for an extension,
 * a taken id, and when there is no room
 */
export function duplicateScene(
  deps: SplitDeps,
  call: ChangeCall,
  sceneId: string,
  { newSceneId, projectId }: DuplicateSceneRequest,
): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const { scene, rows, isDeleted } = await sceneToCopy(deps, call.userId, sceneId);
    if (scene.isExtension) throw new AppError('invalid_input', sceneWords.extensionWithScene);
    const own = await ownProject(deps, call.userId, projectId ?? scene.projectId);
    const isBehind = own.project.id === scene.projectId && !isDeleted;
    requireVersion(call, own.project, 'project');
    const nowMs = deps.now();
    const copies = duplicatedRows(scene, rows, { newSceneId, version: 1, at: nowMs });
    const ids = copies.map(({ id }) => id);
    await requireNewScene(deps, call.userId, own, ids);
    const place = isBehind ? scene.sceneNumber + 0.5 : Math.max(0, ...own.scenes.map((row) => row.sceneNumber)) + 1;
    const placed = duplicatedInto(own.project.id, copies).map((copy) => ({ ...copy, sceneNumber: place }));
    const numbered = renumber([...own.scenes, ...placed]);
    const copy = numbered.find(({ id }) => id === newSceneId) ?? scene;
    return changedOrder(own, numbered, nowMs, [
      ...writeCopies(call.userId, numbered, ids, nowMs),
      ...remembered(deps, call, own.project.id, {
        kind: 'duplicate-scene',
        scene: copy,
        version: own.record.version + 1,
      }),
    ]);
  });
}

/** A scene and the rows that hold its extensions. @throws AppError `not_found` */
async function sceneToCopy(
  deps: SplitDeps,
  userId: string,
  sceneId: string,
): Promise<{ scene: Scene; rows: readonly Scene[]; isDeleted: boolean }> {
  const tombstones = (await findScene(deps.db, userId, sceneId)) ? [] : await findTombstones(deps.db, userId, sceneId);
  const cut = tombstones.find(({ id }) => id === sceneId);
  if (cut) {
    // A deleted project is gone with all that was in it.
    await ownProject(deps, userId, cut.projectId);
    return { scene: cut, rows: tombstones, isDeleted: true };
  }
  const scene = await ownScene(deps, userId, sceneId);
  return { scene, rows: (await ownProject(deps, userId, scene.projectId)).scenes, isDeleted: false };
}

async function requireNewScene(
  deps: SplitDeps,
  userId: string,
  own: OwnProject,
  ids: readonly string[],
): Promise<void> {
  requireRoom(own);
  for (const id of ids) if (await isSceneIdTaken(deps.db, id)) throw new AppError('invalid_input', sceneWords.idTaken);
  await requireRoomForScene(deps, userId);
}

/** The files are stored once, however many scenes hold them. */
function writeCopies(userId: string, rows: readonly Scene[], ids: readonly string[], nowMs: number): Statement[] {
  return rows
    .filter(({ id }) => ids.includes(id))
    .flatMap((row) => {
      const { id: sceneId, projectId, sha256 } = row;
      const hold = sha256 === null ? [] : holdMedia({ sha256, sceneId, projectId, userId, nowMs });
      return [insertScene(userId, row), updateSceneEdit(row), updateSceneClip(row), ...hold];
    });
}
