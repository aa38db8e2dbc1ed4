/** What the server will make of a change, so that those after it can go out in the same call. Pure. */
import type { Change } from '#data/change.ts';
import { applyChange } from '#data/document/apply-change.ts';
import { isSceneEdit } from '#data/scene-of-change.ts';
import type { BaseRow } from '#data/tables/rows.ts';
import type { Scene } from '#shared/entities/scene.ts';

const EDITS: ReadonlySet<Change['kind']> = new Set([
  'patch-project',
  'edit-audio',
  'patch-scene',
  'patch-texts',
  'add-scene',
  'split-scene',
  'duplicate-scene',
  'delete-scene',
  'restore-scene',
  'reorder-scenes',
]);

/** Whether it can be told what becomes of a change: it edits what the document here has all of. */
export function isForeseeable(change: Change): boolean {
  if (change.kind === 'patch-project') return change.patch.isPublic === undefined;
  if (change.kind === 'duplicate-scene') return change.from === undefined;
  return EDITS.has(change.kind);
}

/**
 * The base as it will be after a change that is foreseeable. A wrong guess costs a conflict or a refusal, after which the
 * next change is built anew, and never an edit: the server compares versions. A scene's version counts the edits of its fields, the project's all others.
 */
export function foresee(base: BaseRow, change: Change): BaseRow {
  const { project, scenes, tombstones } = applyChange(base, change);
  const versions = new Map(base.scenes.map(({ id, version }) => [id, version]));
  const isEdited = (id: string): boolean =>
    (isSceneEdit(change) || change.kind === 'split-scene') && change.sceneId === id;
  const withVersion = (scene: Scene): Scene => {
    const before = versions.get(scene.id);
    // A new scene begins with 1; one that comes back has the version that it had.
    if (before === undefined) return { ...scene, version: Math.max(1, scene.version) };
    return isEdited(scene.id) ? { ...scene, version: before + 1 } : scene;
  };
  return {
    ...base,
    project: project && !isSceneEdit(change) ? { ...project, version: project.version + 1 } : project,
    scenes: scenes.map(withVersion),
    tombstones,
  };
}
