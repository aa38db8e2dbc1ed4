/** Where a moment of the movie is in its clips, and back. Times are microseconds; clip time counts from the clip's first frame. Pure. */
import {
  clipFrameAt,
  overlaysAt,
  planDurationUs,
  type MoviePlan,
  type PlanOverlay,
  type PlanScene,
} from '#shared/movie/movie-plan.ts';
import { frameAtUs, frameTimeUs, fpsNumber, US_PER_SECOND } from '#shared/movie/time.ts';

export type Place = {
  /** Index into `plan.scenes`. */
  index: number;
  scene: PlanScene;
  /** The clip's frame that is shown. */
  clipFrame: number;
};

/** The scene and frame at a time; times outside the movie are its first and last frame. Null for a plan without scenes. */
export function placeAt(plan: MoviePlan, timeUs: number): Place | null {
  const frame = clamp(frameAtUs(timeUs, plan.fps), 0, Math.max(0, plan.frameCount - 1));
  const index = plan.scenes.findLastIndex((scene) => scene.startFrame <= frame);
  const scene = plan.scenes[index];
  return scene ? { index, scene, clipFrame: clipFrameAt(scene, frame - scene.startFrame, plan.fps) } : null;
}

/** Where a scene starts in the movie. */
export function sceneStartUs(plan: MoviePlan, scene: PlanScene): number {
  return frameTimeUs(scene.startFrame, plan.fps);
}

/** The movie's time when a clip stands at a time of its own; never outside the scene. */
export function movieTimeUs(plan: MoviePlan, scene: PlanScene, clipUs: number): number {
  const played = clipUs - inPointUs(scene);
  const start = sceneStartUs(plan, scene);
  return clamp(start + played, start, frameTimeUs(scene.startFrame + scene.frameCount, plan.fps));
}

export function inPointUs(scene: PlanScene): number {
  return frameTimeUs(scene.inFrame, scene.clip.fps);
}

export function outPointUs(scene: PlanScene): number {
  return frameTimeUs(scene.outFrame, scene.clip.fps);
}

/**
 * Where to seek a `<video>` to, in seconds, so that it shows a frame: a quarter into it, because browsers round times to
 * the track's own units and would else show the one before now and then.
 */
export function seekSeconds(scene: PlanScene, clipFrame: number): number {
  return (clipFrame + 0.25) / fpsNumber(scene.clip.fps);
}

/** The clip's frame at a time of the clip, within the played part. */
export function playedFrameAt(scene: PlanScene, clipUs: number): number {
  return clamp(frameAtUs(clipUs, scene.clip.fps), scene.inFrame, Math.max(scene.inFrame, scene.outFrame - 1));
}

/** What is written over the picture when a clip stands at a time. */
export function overlaysAtClipTime(scene: PlanScene, clipUs: number): PlanOverlay[] {
  return overlaysAt(scene, playedFrameAt(scene, clipUs));
}

/**
 * Where the playhead belongs after the plan has changed: in the same scene at the same moment of its clip, as far as
 * that is still played; else at the same time.
 */
export function keepPlace(before: MoviePlan, after: MoviePlan, timeUs: number): number {
  const place = placeAt(before, timeUs);
  const scene = place && after.scenes.find((row) => row.sceneId === place.scene.sceneId);
  if (!place || !scene) return clamp(timeUs, 0, planDurationUs(after));
  const frame = clamp(place.clipFrame, scene.inFrame, Math.max(scene.inFrame, scene.outFrame - 1));
  return movieTimeUs(after, scene, frameTimeUs(frame, scene.clip.fps));
}

/** Loudness of a scene as a factor for `<video>`, which can't go above 1. */
export function sceneVolume(scene: Pick<PlanScene, 'gainDb' | 'muted'>, volume: number): number {
  return scene.muted ? 0 : clamp(volume * 10 ** (scene.gainDb / 20), 0, 1);
}

export function usOfSeconds(seconds: number): number {
  return Math.round(seconds * US_PER_SECOND);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
