/** The base after a server's reply to a change. Pure. */
import { replyTo } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import type { Change } from '#data/change.ts';
import { applyChange } from '#data/document/apply-change.ts';
import { takesAfter } from '#data/document/takes.ts';
import { deriveProject } from '#data/document/derive.ts';
import type { BaseRow } from '#data/tables/rows.ts';
import { projectAndScenesReply, projectReply, type ProjectAndScenes } from '#shared/api/projects.ts';
import { projectScenesReply, sceneReply } from '#shared/api/scenes.ts';
import { assertNever } from '#shared/errors.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';

const { projects, scenes } = rpc.api;

/** What answers each kind of change. */
const replies = {
  'create-project': replyTo('POST', projects, projectReply),
  'patch-project': replyTo('PATCH', projects[':id'], projectReply),
  'edit-audio': replyTo('PATCH', projects[':id'], projectReply),
  'add-character': replyTo('POST', projects[':id'].characters, projectReply),
  'patch-character': replyTo('PATCH', projects[':id'].characters[':characterId'], projectReply),
  'delete-character': replyTo('DELETE', projects[':id'].characters[':characterId'], projectReply),
  'restore-character': replyTo('POST', projects[':id'].characters[':characterId'].restore, projectReply),
  'patch-scene': replyTo('PATCH', scenes[':id'], sceneReply),
  'remake-still': replyTo('PATCH', scenes[':id'], sceneReply),
  'patch-texts': replyTo('PATCH', scenes[':id'], sceneReply),
  'add-scene': replyTo('POST', projects[':id'].scenes, projectScenesReply),
  'split-scene': replyTo('POST', scenes[':id'].split, projectScenesReply),
  'duplicate-scene': replyTo('POST', scenes[':id'].duplicate, projectScenesReply),
  'delete-scene': replyTo('DELETE', scenes[':id'], projectScenesReply),
  'restore-scene': replyTo('POST', scenes[':id'].restore, projectScenesReply),
  'restore-clip': replyTo('POST', scenes[':id']['restore-clip'], projectScenesReply),
  'reorder-scenes': replyTo('POST', projects[':id']['reorder-scenes'], projectAndScenesReply),
};

/**
 * The base after an acknowledged change; null when the project is gone.
 * @param reply the JSON of the reply, null when it had none
 * @throws ZodError when the reply has another shape
 */
export function acknowledge(base: BaseRow, change: Change, reply: unknown): BaseRow | null {
  switch (change.kind) {
    case 'create-project':
    case 'patch-project':
    case 'edit-audio':
    case 'add-character':
    case 'patch-character':
    case 'delete-character':
    case 'restore-character':
      return withProject(base, replies[change.kind].parse(reply));
    case 'delete-project':
      return null;
    case 'patch-scene':
    case 'patch-texts':
    case 'remake-still':
      return withScene(base, replies[change.kind].parse(reply));
    case 'add-scene':
    case 'split-scene':
    case 'duplicate-scene':
    case 'delete-scene':
    case 'restore-scene':
    case 'restore-clip':
    case 'reorder-scenes':
      return withScenes(base, change, replies[change.kind].parse(reply));
    default:
      return assertNever(change);
  }
}

/** The base with a scene as the server has it now. */
export function withScene(base: BaseRow, scene: Scene): BaseRow {
  const scenes = inPlayOrder([...base.scenes.filter((row) => row.id !== scene.id), scene]);
  const project = base.project && base.hasScenes ? deriveProject(base.project, scenes) : base.project;
  return { ...base, project, scenes, orphanIds: base.orphanIds.filter((id) => id !== scene.id) };
}

function withProject(base: BaseRow, project: Project): BaseRow {
  return { ...base, project };
}

/**
 * The reply may hold all scenes or only the changed ones. Scenes it doesn't mention are what the change makes of them.
 */
function withScenes(base: BaseRow, change: Change, { project, scenes }: ProjectAndScenes): BaseRow {
  const changed = applyChange({ project, scenes: base.scenes, tombstones: base.tombstones }, change);
  const told = new Map(scenes.map((scene) => [scene.id, scene]));
  const rows = changed.scenes.map((scene) => told.get(scene.id) ?? scene);
  const added = scenes.filter((scene) => !changed.scenes.some((row) => row.id === scene.id));
  const after = inPlayOrder([...rows, ...added]);
  // A repeated deletion is answered by what is there now: its scene may have come back since.
  const tombstones = changed.tombstones.filter(({ sceneId }) => !told.has(sceneId));
  return {
    ...base,
    project,
    scenes: after,
    takes: takesAfter({ ...base, tombstones }, after),
    tombstones,
    orphanIds: base.orphanIds.filter((id) => !told.has(id)),
  };
}
