import type { Scene } from '../entities/scene.ts';

/** Whether some of a project's clips are the demo studio's: whoever looks at its poster is told. */
export function hasDemoClips(scenes: readonly Pick<Scene, 'isDemo'>[]): boolean {
  return scenes.some(({ isDemo }) => isDemo);
}
