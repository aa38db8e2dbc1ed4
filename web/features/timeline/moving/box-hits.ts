/** Which scenes a box on the lanes touches. Pure. */
import type { LaidScene } from './drop-place.ts';

/** Two corners: across in percent of the lane, down in pixels from the upper edge of the scenes. */
export type Box = { fromLeft: number; toLeft: number; fromTop: number; toTop: number };

/** @param heightPx of the scenes */
export function scenesInBox(scenes: readonly LaidScene[], box: Box, heightPx: number): string[] {
  const [left, right] = [Math.min(box.fromLeft, box.toLeft), Math.max(box.fromLeft, box.toLeft)];
  const [top, bottom] = [Math.min(box.fromTop, box.toTop), Math.max(box.fromTop, box.toTop)];
  if (bottom < 0 || top > heightPx) return [];
  return scenes.filter((scene) => scene.left < right && scene.left + scene.width > left).map(({ sceneId }) => sceneId);
}
