/** What of an edit can no longer be done: a scene’s length and model are chosen until it has a clip, or one is on its way. Pure. */
import type { Change } from '#data/change.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { placeOfText } from '#shared/rules/text-changes.ts';

/** The patch without choices that the server would refuse, and the whole patch with them. */
export function withoutClosedChoices(scene: Scene, patch: PatchSceneRequest): PatchSceneRequest {
  if (scene.sha256 === null && scene.status !== 'generating') return patch;
  const { duration: _length, model: _model, ...rest } = patch;
  return rest;
}

/** The same for changes that are undone or redone; a change of nothing else falls away. */
export function withoutClosedChoicesOf(changes: readonly Change[], scenes: readonly Scene[]): Change[] {
  return changes.flatMap((change): Change[] => {
    const scene = change.kind === 'patch-scene' ? scenes.find(({ id }) => id === change.sceneId) : undefined;
    if (change.kind !== 'patch-scene' || scene === undefined) return [change];
    const patch = withoutClosedChoices(scene, change.patch);
    return Object.keys(patch).length === 0 ? [] : [{ ...change, patch }];
  });
}

/** Edits of texts without those that others have deleted since: undoing one's own edit doesn't undo theirs. */
export function withoutGoneTexts(changes: readonly Change[], scenes: readonly Scene[]): Change[] {
  return changes.flatMap((change): Change[] => {
    if (change.kind !== 'patch-texts') return [change];
    const present = scenes.find(({ id }) => id === change.sceneId)?.textOverlays ?? [];
    const texts = change.texts.filter(
      ({ before, after }) => before === null || after === null || placeOfText(present, before) !== null,
    );
    return texts.length === 0 ? [] : [{ ...change, texts }];
  });
}
