/**
 * Converts between times of the movie and of its clips. Times are microseconds; clip time counts from the clip's first
 * frame. Pure.
 */
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
  /** The frame of the clip. */
  clipFrame: number;
};

/**
 * The scene and frame at a time. Times outside the movie give its first and last frame. Null for a plan without scenes.
 */
export function placeAt(plan: MoviePlan, timeUs: number): Place | null {
  const frame = frameOf(plan, timeUs);
  return placeOf(plan, sceneIndexAt(plan, frame), frame);
}

/** All scenes that are in the picture at a time: two where they cross, the later one last. */
export function placesAt(plan: MoviePlan, timeUs: number): Place[] {
  const frame = frameOf(plan, timeUs);
  const index = sceneIndexAt(plan, frame);
  const former = plan.scenes[index - 1];
  const isCrossing = former !== undefined && frame < former.startFrame + former.frameCount;
  return [isCrossing ? placeOf(plan, index - 1, frame) : null, placeOf(plan, index, frame)].filter((it) => it !== null);
}

function frameOf(plan: MoviePlan, timeUs: number): number {
  return clamp(frameAtUs(timeUs, plan.fps), 0, Math.max(0, plan.frameCount - 1));
}

function placeOf(plan: MoviePlan, index: number, frame: number): Place | null {
  const scene = plan.scenes[index];
  return scene ? { index, scene, clipFrame: clipFrameAt(scene, frame - scene.startFrame, plan.fps) } : null;
}

/** The last scene that has begun at a frame of the movie; -1 where there is none. They begin in order, so half are left out at a time. */
export function sceneIndexAt({ scenes }: Pick<MoviePlan, 'scenes'>, frame: number): number {
  let [low, high] = [0, scenes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scenes[middle]?.startFrame ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a scene starts in the movie. */
export function sceneStartUs(plan: MoviePlan, scene: PlanScene): number {
  return frameTimeUs(scene.startFrame, plan.fps);
}

/** The movie's time for a time of a clip, never outside the scene. */
export function movieTimeUs(plan: MoviePlan, scene: PlanScene, clipUs: number): number {
  const played = clipUs - inPointUs(scene);
  const start = sceneStartUs(plan, scene);
  return clamp(start + played, start, frameTimeUs(scene.startFrame + scene.frameCount, plan.fps));
}

export function inPointUs(scene: Pick<PlanScene, 'inFrame' | 'clip'>): number {
  return frameTimeUs(scene.inFrame, scene.clip.fps);
}

export function outPointUs(scene: Pick<PlanScene, 'outFrame' | 'clip'>): number {
  return frameTimeUs(scene.outFrame, scene.clip.fps);
}

/**
 * Where to seek a `<video>`, in seconds, to show a frame: a quarter into it, because browsers round times to the
 * track's units and would sometimes show the previous one.
 */
export function seekSeconds(scene: PlanScene, clipFrame: number): number {
  return (clipFrame + 0.25) / fpsNumber(scene.clip.fps);
}

/** The clip's frame at a time of the clip, within the played part. */
export function playedFrameAt(scene: PlanScene, clipUs: number): number {
  return clamp(frameAtUs(clipUs, scene.clip.fps), scene.inFrame, Math.max(scene.inFrame, scene.outFrame - 1));
}

/** The overlays at a time of a clip. */
export function overlaysAtClipTime(scene: PlanScene, clipUs: number): PlanOverlay[] {
  return overlaysAt(scene, playedFrameAt(scene, clipUs));
}

/**
 * The playhead's position after the plan changes: the same moment of the same clip if it's still played, else the same
 * time.
 */
export function keepPlace(before: MoviePlan, after: MoviePlan, timeUs: number): number {
  const place = placeAt(before, timeUs);
  const scene = place && after.scenes.find((row) => row.sceneId === place.scene.sceneId);
  if (!place || !scene) return clamp(timeUs, 0, planDurationUs(after));
  const frame = clamp(place.clipFrame, scene.inFrame, Math.max(scene.inFrame, scene.outFrame - 1));
  return movieTimeUs(after, scene, frameTimeUs(frame, scene.clip.fps));
}

/** A scene's volume for `<video>`, which can't go above 1. @param fade the level of its fades, 0 to 1 */
export function sceneVolume(scene: Pick<PlanScene, 'gainDb' | 'muted'>, volume: number, fade = 1): number {
  return scene.muted ? 0 : clamp(volume * fade * 10 ** (scene.gainDb / 20), 0, 1);
}

/** How loud its fades leave a scene's sound at a time of its clip, 0 to 1. Crossfades are not among them. */
export function soundFadeAt(plan: MoviePlan, index: number, clipUs: number): number {
  const scene = plan.scenes[index];
  if (scene === undefined) return 1;
  const [fromStart, toEnd] = [clipUs - inPointUs(scene), outPointUs(scene) - clipUs];
  const ramp = (us: number, seconds: number): number => (seconds > 0 ? clamp(us / usOfSeconds(seconds), 0, 1) : 1);
  const isLast = index === plan.scenes.length - 1;
  return (
    ramp(fromStart, scene.fadeInSeconds) *
    ramp(toEnd, scene.fadeOutSeconds) *
    ramp(fromStart, halfOfBlack(plan.scenes[index - 1])) *
    ramp(toEnd, isLast ? 0 : halfOfBlack(scene))
  );
}

/** Seconds for which the sound of either scene fades around a fade through black. */
function halfOfBlack(scene: PlanScene | undefined): number {
  const transition = scene?.transition;
  return transition?.kind === 'fade-black' && transition.sound ? transition.seconds / 2 : 0;
}

/** How much of a scene is left to play at a time of its clip: a crossfade's next scene takes its place when it begins. */
export function leftToPlayUs(plan: MoviePlan, index: number, clipUs: number): number {
  const [scene, next] = [plan.scenes[index], plan.scenes[index + 1]];
  if (scene === undefined) return 0;
  const left = outPointUs(scene) - clipUs;
  const overlap = next ? scene.startFrame + scene.frameCount - next.startFrame : 0;
  return left - frameTimeUs(overlap, plan.fps);
}

export function usOfSeconds(seconds: number): number {
  return Math.round(seconds * US_PER_SECOND);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Where the frame begins that is shown at a time of the movie; the last one's start, past its end. */
export function frameStartUs({ frameCount, fps }: Pick<MoviePlan, 'frameCount' | 'fps'>, timeUs: number): number {
  const last = Math.max(0, frameCount - 1);
  return frameTimeUs(Math.min(Math.max(frameAtUs(timeUs, fps), 0), last), fps);
}
