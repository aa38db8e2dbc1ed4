import type { Change } from './change.ts';

/** The scene that a change is about; null where it is about the project. */
export function sceneOfChange(change: Change): string | null {
  if (change.kind === 'add-scene') return change.body.id;
  return 'sceneId' in change ? change.sceneId : null;
}
