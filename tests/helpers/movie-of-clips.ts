/** Movies of look-alike clips: how tests ask for them, and what readers are to find in them. No Node, no DOM. */
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { clipFrameAt, type MoviePlan, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { MovieExpectation } from './movie-check.ts';

export const P360: ExportTarget = { width: 640, height: 360, format: 'mp4', label: '360p' };
export const P720: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };

/** What a test says of a scene beside its clip. */
export type SceneWishes = {
  /** Number that the clip's pictures carry. */
  number: number;
  inFrame?: number;
  outFrame?: number;
  overlays?: PlanOverlay[];
  gainDb?: number;
  muted?: boolean;
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: PlanScene['transition'];
};

/**
 * Every scene there, whole and in sync.
 * @param numberOf the number that the pictures of the scene at a position carry
 */
export function expectationOfPlan(
  plan: MoviePlan,
  target: ExportTarget,
  numberOf: (index: number) => number,
  clicks = true,
): MovieExpectation {
  return {
    scenes: plan.scenes.map((scene, index) => ({
      number: numberOf(index),
      frames: scene.outFrame - scene.inFrame,
      fps: scene.clip.fps.num / scene.clip.fps.den,
      firstFrame: clipFrameAt(scene, 0, plan.fps),
    })),
    fps: plan.fps.num / plan.fps.den,
    width: target.width,
    height: target.height,
    videoCodec: target.format === 'mp4' ? 'h264' : 'vp9',
    audioCodec: target.format === 'mp4' ? 'aac' : 'opus',
    clicks,
  };
}
