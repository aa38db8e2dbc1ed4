/**
 * What a change does to a document. Used for the optimistic edit and for replaying unsent changes over the server's rows,
 * so that both come out the same. A change whose row is gone does nothing.
 */
import type { Change } from '../change.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { assertNever } from '#shared/errors.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { Scene, SceneClip } from '#shared/entities/scene.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { inPlayOrder, renumber } from '#shared/rules/scene-order.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { withTextChanges, withTextIds } from '#shared/rules/text-changes.ts';
import { duplicatedInto, duplicatedRows, earlierHalf, laterHalf, splitProblem } from '#shared/rules/split-scene.ts';
import { newScene, remadeStill } from '#shared/rules/new-scene.ts';
import { EMPTY_DOCUMENT, type ProjectDocument } from './document.ts';
import { newProject } from './new-project.ts';
import { withoutUndefined } from './without-undefined.ts';

export function applyChange(document: ProjectDocument, change: Change): ProjectDocument {
  switch (change.kind) {
    case 'create-project':
      return document.project ? document : { ...document, project: newProject(change.userId, change.body, change.at) };
    case 'patch-project':
      return document.project
        ? { ...document, project: { ...document.project, ...withoutUndefined(change.patch) } }
        : document;
    case 'edit-audio':
      return document.project
        ? { ...document, project: { ...document.project, audio: editAudio(document.project.audio, change.edits) } }
        : document;
    case 'delete-project':
      return EMPTY_DOCUMENT;
    case 'add-character':
      return withCharacters(document, (characters) =>
        characters.some(({ id }) => id === change.characterId)
          ? characters
          : [...characters, { id: change.characterId, ...change.body, imageUrl: null }],
      );
    case 'patch-character':
      return withCharacters(document, (characters) =>
        characters.map((character) =>
          character.id === change.characterId ? { ...character, ...characterFields(change.patch) } : character,
        ),
      );
    case 'delete-character':
      return withCharacters(document, (characters) => characters.filter(({ id }) => id !== change.characterId));
    case 'restore-character':
      return withCharacters(document, (characters) =>
        characters.some(({ id }) => id === change.characterId)
          ? characters
          : characters.toSpliced(change.place, 0, change.character),
      );
    case 'add-scene':
      return addScene(document, change);
    case 'split-scene':
      return splitScene(document, change);
    case 'duplicate-scene':
      return duplicateScene(document, change);
    case 'patch-scene':
      return {
        ...document,
        scenes: document.scenes.map((scene) =>
          scene.id === change.sceneId ? { ...scene, ...withoutUndefined(change.patch) } : scene,
        ),
      };
    case 'remake-still':
      return {
        ...document,
        scenes: document.scenes.map((scene) =>
          scene.id === change.sceneId ? { ...scene, ...remadeStill(change.still, change.clip) } : scene,
        ),
      };
    case 'patch-texts':
      return {
        ...document,
        scenes: document.scenes.map((scene) =>
          scene.id === change.sceneId ? { ...scene, textOverlays: changedTextsOf(scene, change) } : scene,
        ),
      };
    case 'delete-scene':
      return deleteScene(document, change.sceneId, change.at);
    case 'restore-scene':
      return restoreScene(document, change.sceneId);
    case 'restore-clip':
      return { ...document, scenes: document.scenes.map((scene) => withClip(scene, change.clips)) };
    case 'reorder-scenes':
      return { ...document, scenes: inOrder(document.scenes, change.order) };
    default:
      return assertNever(change);
  }
}

/** All texts of a scene after an edit of some. */
export function changedTextsOf(
  { id, textOverlays }: Pick<Scene, 'id' | 'textOverlays'>,
  { texts }: Extract<Change, { kind: 'patch-texts' }>,
): TextOverlay[] {
  return withTextChanges(withTextIds(id, textOverlays), texts);
}

function withCharacters(
  document: ProjectDocument,
  change: (characters: CharacterReference[]) => CharacterReference[],
): ProjectDocument {
  const { project } = document;
  if (!project) return document;
  return { ...document, project: { ...project, characterReferences: change(project.characterReferences) } };
}

function addScene(document: ProjectDocument, change: Extract<Change, { kind: 'add-scene' }>): ProjectDocument {
  const { project, scenes } = document;
  if (!project || scenes.some((scene) => scene.id === change.body.id)) return document;
  const last = Math.max(0, ...scenes.map((scene) => scene.sceneNumber));
  const place = { project, sceneNumber: last + 1, version: 0, at: change.at, clip: change.clip ?? null } as const;
  return {
    ...document,
    scenes: renumber([...scenes, newScene(change.body, place)]),
  };
}

function splitScene(document: ProjectDocument, change: Extract<Change, { kind: 'split-scene' }>): ProjectDocument {
  const { sceneId, atSeconds, newSceneId, at } = change;
  const { scenes } = document;
  const scene = scenes.find(({ id }) => id === sceneId);
  const isThere = scenes.some(({ id }) => id === newSceneId);
  if (!scene || isThere || splitProblem(scene, scenes, atSeconds) !== null) return document;
  const earlier = { ...scene, ...earlierHalf(scene, atSeconds) };
  return behind({ ...document, scenes: scenes.map((row) => (row.id === sceneId ? earlier : row)) }, sceneId, [
    laterHalf(scene, atSeconds, { newSceneId, version: 0, at }),
  ]);
}

function duplicateScene(
  document: ProjectDocument,
  { sceneId, newSceneId, at, from }: Extract<Change, { kind: 'duplicate-scene' }>,
): ProjectDocument {
  const { scenes, project } = document;
  const isHere = scenes.some(({ id }) => id === sceneId);
  const rows = isHere || !from ? scenes : from.rows;
  const scene = rows.find(({ id }) => id === sceneId);
  if (!scene || scene.isExtension || scenes.some(({ id }) => id === newSceneId)) return document;
  const copies = duplicatedRows(scene, rows, { newSceneId, version: 0, at });
  if (isHere) return behind(document, sceneId, copies);
  const last = Math.max(0, ...scenes.map(({ sceneNumber }) => sceneNumber));
  const placed = duplicatedInto(project?.id ?? scene.projectId, copies).map((row) => ({
    ...row,
    sceneNumber: last + 1,
  }));
  return { ...document, scenes: renumber([...scenes, ...placed]) };
}

/** Puts a new scene, the first of these rows, behind another one. */
function behind(document: ProjectDocument, sceneId: string, rows: readonly [Scene, ...Scene[]]): ProjectDocument {
  const order = sceneIds(document.scenes);
  const after = order.toSpliced(order.indexOf(sceneId) + 1, 0, rows[0].id);
  return { ...document, scenes: inOrder([...document.scenes, ...rows], after) };
}

function withClip(scene: Scene, clips: readonly SceneClip[]): Scene {
  const clip = clips.find(({ id }) => id === scene.id);
  if (!clip) return scene;
  const status = clip.sha256 === null ? 'pending' : 'complete';
  return { ...scene, ...clip, status, note: null, errorMessage: null, answerLost: false };
}

function deleteScene(document: ProjectDocument, sceneId: string, deletedAt: number): ProjectDocument {
  const rows = document.scenes.filter((scene) => belongsTo(scene, sceneId));
  if (rows.length === 0) return document;
  return {
    ...document,
    scenes: renumber(document.scenes.filter((scene) => !belongsTo(scene, sceneId))),
    tombstones: [
      ...document.tombstones.filter((tombstone) => tombstone.sceneId !== sceneId),
      { sceneId, rows, deletedAt },
    ],
  };
}

function restoreScene(document: ProjectDocument, sceneId: string): ProjectDocument {
  const tombstone = document.tombstones.find((row) => row.sceneId === sceneId);
  if (!tombstone) return document;
  const isThere = document.scenes.some(({ id }) => id === sceneId);
  return {
    ...document,
    scenes: isThere ? document.scenes : placeAmong(document.scenes, tombstone.rows, sceneId),
    tombstones: document.tombstones.filter((row) => row.sceneId !== sceneId),
  };
}

function characterFields({
  picture,
  ...fields
}: Extract<Change, { kind: 'patch-character' }>['patch']): Partial<CharacterReference> {
  return { ...withoutUndefined(fields), ...(picture !== undefined && { imageUrl: mediaUrl(picture) }) };
}

/** Puts a scene back at the number it had: before the one that has that number now. */
function placeAmong(scenes: readonly Scene[], rows: readonly Scene[], sceneId: string): Scene[] {
  const order = sceneIds(scenes);
  const wanted = rows.find((row) => row.id === sceneId)?.sceneNumber ?? order.length + 1;
  return inOrder([...scenes, ...rows], order.toSpliced(wanted - 1, 0, sceneId));
}

function inOrder(scenes: readonly Scene[], order: readonly string[]): Scene[] {
  const listed = order.filter((id) => scenes.some((scene) => scene.id === id && !scene.isExtension));
  const all = [...listed, ...sceneIds(scenes).filter((id) => !listed.includes(id))];
  const numbers = new Map(all.map((id, index) => [id, index + 1]));
  const numberOf = (scene: Scene): number =>
    numbers.get(scene.isExtension ? (scene.parentSceneId ?? '') : scene.id) ?? scene.sceneNumber;
  return renumber(
    scenes.map((scene) => (numberOf(scene) === scene.sceneNumber ? scene : { ...scene, sceneNumber: numberOf(scene) })),
  );
}

/** Ids of the scenes in play order, without extension segments. */
export function sceneIds(scenes: readonly Scene[]): string[] {
  return inPlayOrder(scenes)
    .filter((scene) => !scene.isExtension)
    .map((scene) => scene.id);
}

function belongsTo(scene: Scene, sceneId: string): boolean {
  return scene.id === sceneId || scene.parentSceneId === sceneId;
}
