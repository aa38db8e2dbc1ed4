/** The size and the rate of a clip that is made of a picture or a title card: the movie's, so that it can be copied. */
import type { Project } from '../entities/project.ts';
import type { Scene } from '../entities/scene.ts';
import { moviePlan } from './movie-plan.ts';
import { FPS_24, fpsNumber, type Fps } from './time.ts';

export type StillShape = { width: number; height: number; fps: Fps };

/** What encoders of H.264 take nearly everywhere. */
const MOST_PIXELS = 3840 * 2160;
const MOST_FPS = 60;

export function stillShape(project: Project, scenes: readonly Scene[]): StillShape {
  const { width, height, fps, scenes: playable } = moviePlan(project, scenes);
  if (playable.length === 0) {
    const upright = project.aspectRatio === '9:16';
    return { width: upright ? 720 : 1280, height: upright ? 1280 : 720, fps: FPS_24 };
  }
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  // Chroma has one sample for two pixels each way.
  const even = (pixels: number): number => Math.max(2, 2 * Math.floor((pixels * scale) / 2));
  return { width: even(width), height: even(height), fps: fpsNumber(fps) > MOST_FPS ? FPS_24 : fps };
}
