/** Which scenes a frame of the movie shows. */
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';

export type Layer = {
  /** Into the plan's scenes. */
  index: number;
  scene: PlanScene;
  /** Counted from the scene's first, at the movie's rate. */
  sceneFrame: number;
};

/** One scene, or the two of a crossfade: the one that goes first. */
export function layersAt(movie: MoviePlan, frame: number): Layer[] {
  const index = movie.scenes.findLastIndex(({ startFrame }) => startFrame <= frame);
  return [index - 1, index].flatMap((at) => {
    const scene = movie.scenes[at];
    if (scene === undefined || frame >= scene.startFrame + scene.frameCount) return [];
    return [{ index: at, scene, sceneFrame: frame - scene.startFrame }];
  });
}
