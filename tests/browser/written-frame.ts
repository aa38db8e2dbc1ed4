/** Texts over a frame of 1080p, as the canvas over the preview's picture has them. */
import { moviePlan, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

export const FRAME = { width: 1920, height: 1080 };

export function sceneWith(...overlays: PlanOverlay[]): PlanScene {
  const [scene] = moviePlan(projectRow(), [completeScene(1)]).scenes;
  if (scene === undefined) throw new Error('The scene has no clip');
  return { ...scene, overlays };
}

export function frameContext(): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement('canvas'), FRAME).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no 2d canvas');
  return context;
}

/** Red, green, blue and coverage by turns. */
export function framePixels(context: CanvasRenderingContext2D): Uint8ClampedArray {
  return context.getImageData(0, 0, FRAME.width, FRAME.height).data;
}
