import type { Change } from './change.ts';

/** Whether a change is an edit of fields of one scene, which counts on the scene's own version. */
export function isSceneEdit(change: Change): change is Extract<Change, { kind: 'patch-scene' | 'patch-texts' }> {
  return change.kind === 'patch-scene' || change.kind === 'patch-texts';
}

/** The scene that a change is about; null where it is about the project. */
export function sceneOfChange(change: Change): string | null {
  if (change.kind === 'add-scene') return change.body.id;
  return 'sceneId' in change ? change.sceneId : null;
}
