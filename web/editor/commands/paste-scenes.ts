import type { Change } from '#data/change.ts';
import { applyChange, sceneIds } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { nearestLength } from '#shared/rules/reserved-cost.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { derivedId } from '#shared/rules/split-scene.ts';
import { pasteWords } from '../clipboard-words.ts';
import type { CopiedScene } from '../copied.ts';
import type { CommandPlan } from '../plan.ts';
import { changedFields } from './changed-fields.ts';

/** Where a scene of this person is that plays a copied scene’s clips: its own row, and those of its extensions. */
export type PasteSource = { sceneId: string; projectId: string; rows: Scene[] };

export type Pasted = {
  copied: CopiedScene;
  /** A fresh UUIDv7. */
  newSceneId: string;
  /** Null where its clips aren’t this person’s: it is then pasted without them. */
  source: PasteSource | null;
};

/**
 * Pastes copied scenes, in one step.
 * @param after the scene that they come behind, or how many come before them; null for the end of the movie
 * @param now milliseconds since the epoch
 * @throws AppError `invalid_input` where there would be too many scenes
 */
export function pasteScenes(
  document: ProjectDocument & { project: Project },
  pasted: readonly Pasted[],
  after: string | number | null,
  now: number,
): CommandPlan {
  const { project, scenes } = document;
  const before = sceneIds(scenes);
  if (before.length + pasted.length > limits.scenesPerProject)
    throw new AppError('invalid_input', pasteWords.tooManyScenes);
  const changes = pasted.flatMap((one) => changesOf(document, one, now));
  const newIds = pasted.map(({ newSceneId }) => newSceneId);
  const place = placeOf(before, after);
  const order = before.toSpliced(place, 0, ...newIds);
  const isInOrder = sameValue(sceneIds(changes.reduce(applyChange, document).scenes), order);
  return {
    userId: project.userId,
    projectId: project.id,
    label: pasteWords.pasteScenes({ count: pasted.length }),
    changes: isInOrder ? changes : [...changes, { kind: 'reorder-scenes', order }],
    inverse: newIds.toReversed().map((sceneId): Change => ({ kind: 'delete-scene', sceneId, at: now })),
  };
}

function changesOf(document: ProjectDocument & { project: Project }, pasted: Pasted, now: number): Change[] {
  return pasted.source === null
    ? changesWithoutClip(document.project, pasted, now)
    : changesOfCopy(document, pasted, pasted.source, now);
}

/** A copy of the scene as it is now, and then what it was when it was copied. */
function changesOfCopy(
  document: ProjectDocument & { project: Project },
  { copied, newSceneId }: Pasted,
  { sceneId, projectId, rows }: PasteSource,
  now: number,
): Change[] {
  const isHere = document.scenes.some(({ id }) => id === sceneId);
  const copy: Change = {
    kind: 'duplicate-scene',
    sceneId,
    newSceneId,
    at: now,
    ...(isHere ? {} : { from: { projectId, rows } }),
  };
  const scene = applyChange(document, copy).scenes.find(({ id }) => id === newSceneId);
  if (!scene) return [];
  const edits = { ...copied.edits, textOverlays: withIdsOf(newSceneId, copied.edits) };
  const changed = changedFields<PatchSceneRequest>(scene, edits);
  // Another project’s scene may be edited before the server copies it: then all of it counts as changed.
  const patch = isHere ? changed?.patch : edits;
  return patch === undefined ? [copy] : [copy, { kind: 'patch-scene', sceneId: newSceneId, patch }];
}

/** Its words, texts, and sound; a trim would be one of a clip that it doesn’t have. */
function changesWithoutClip(project: Project, { copied, newSceneId }: Pasted, now: number): Change[] {
  const { trimStart: _start, trimEnd: _end, title = '', description = title, ...edits } = copied.edits;
  const { resolution, model } = copied;
  const own = modelRow(model ?? project.model).durations;
  const body = { id: newSceneId, title, description };
  const duration = nearestLength(copied.duration, modelRow(project.model).durations);
  const patch: PatchSceneRequest = {
    ...edits,
    textOverlays: withIdsOf(newSceneId, copied.edits),
    resolution,
    ...(model === null || model === project.model ? {} : { model, duration: nearestLength(copied.duration, own) }),
  };
  return [
    { kind: 'add-scene', body: { ...body, duration }, at: now },
    { kind: 'patch-scene', sceneId: newSceneId, patch },
  ];
}

/** As `duplicatedRows` names them. */
function withIdsOf(newSceneId: string, { textOverlays = [] }: PatchSceneRequest) {
  return textOverlays.map((text, index) => ({ ...text, id: derivedId(newSceneId, index + 1) }));
}

function placeOf(before: readonly string[], after: string | number | null): number {
  if (typeof after === 'number') return Math.min(after, before.length);
  return after !== null && before.includes(after) ? before.indexOf(after) + 1 : before.length;
}
