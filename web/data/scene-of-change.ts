import type { Change } from './change.ts';

/** Whether a change is an edit of fields of one scene, which counts on the scene's own version. */
export function isSceneEdit(
  change: Change,
): change is Extract<Change, { kind: 'patch-scene' | 'patch-texts' | 'remake-still' }> {
  return change.kind === 'patch-scene' || change.kind === 'patch-texts' || change.kind === 'remake-still';
}

/** The scene that a change is about; null where it is about the project. */
export function sceneOfChange(change: Change): string | null {
  if (change.kind === 'add-scene') return change.body.id;
  return 'sceneId' in change ? change.sceneId : null;
}

/** The scene that a change makes; null where it makes none. */
export function sceneMadeBy(change: Change): string | null {
  if (change.kind === 'add-scene') return change.body.id;
  return change.kind === 'split-scene' || change.kind === 'duplicate-scene' ? change.newSceneId : null;
}

/** All scenes that a change reads or writes: none of another change of theirs can come before it instead of after it. */
export function scenesOfChange(change: Change): string[] {
  return [...new Set([sceneOfChange(change), sceneMadeBy(change)])].filter((id) => id !== null);
}
