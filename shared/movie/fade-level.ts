/** How pictures fade over black and into each other, also where a range of the movie has cut a transition. Pure. */
import type { Transition } from '../entities/scene.ts';
import type { CutRamp, MoviePlan, PlanScene } from './movie-plan.ts';
import { fpsNumber } from './time.ts';

/** How bright a frame of a scene is under its fades over black, 0 to 1. Frames are counted from the scene's first. */
export function fadeLevel(plan: MoviePlan, sceneIndex: number, frame: number): number {
  const { fadeIn, fadeOut } = blackFades(plan, sceneIndex);
  const end = (plan.scenes[sceneIndex]?.frameCount ?? 0) + fadeOut.leftOut;
  const up = fadeIn.frames === 0 ? 1 : (fadeIn.leftOut + frame + 0.5) / fadeIn.frames;
  const down = fadeOut.frames === 0 ? 1 : (end - frame - 0.5) / fadeOut.frames;
  return Math.min(1, up, down);
}

/** How much of the coming scene is seen in a frame of a crossfade, counted from the first of `frameCount` that are left. */
export function crossfadeShare(scene: PlanScene, frame: number, frameCount: number): number {
  const { frames, leftOut } = scene.cut?.crossfade ?? { frames: frameCount, leftOut: 0 };
  return (leftOut + frame + 1) / (frames + 1);
}

/** As a range of the movie leaves it. */
export type BlackFade = Pick<CutRamp, 'frames' | 'leftOut'>;

const NO_FADE: BlackFade = { frames: 0, leftOut: 0 };

/** The fades over black of a scene, as far as a range of the movie leaves any. */
export function blackFades(plan: MoviePlan, sceneIndex: number): { fadeIn: BlackFade; fadeOut: BlackFade } {
  const scene = plan.scenes[sceneIndex];
  if (scene === undefined) return { fadeIn: NO_FADE, fadeOut: NO_FADE };
  if (scene.cut) return { fadeIn: scene.cut.fadeIn ?? NO_FADE, fadeOut: scene.cut.fadeOut ?? NO_FADE };
  const fadeOf = (transition: Transition | null | undefined): BlackFade => {
    if (transition?.kind !== 'fade-black') return NO_FADE;
    const asked = Math.round((transition.seconds * fpsNumber(plan.fps)) / 2);
    return { frames: Math.min(asked, scene.frameCount), leftOut: 0 };
  };
  const isLast = sceneIndex === plan.scenes.length - 1;
  return {
    fadeIn: fadeOf(plan.scenes[sceneIndex - 1]?.transition),
    fadeOut: isLast ? NO_FADE : fadeOf(scene.transition),
  };
}

/**
 * Frames at the head and at the tail of a scene that a fade over black dims, at the movie's rate. Half of the asked time
 * belongs to either scene.
 */
export function fadedFrames(plan: MoviePlan, sceneIndex: number): { head: number; tail: number } {
  const scene = plan.scenes[sceneIndex];
  if (scene === undefined) return { head: 0, tail: 0 };
  const { fadeIn, fadeOut } = blackFades(plan, sceneIndex);
  const left = (ramp: BlackFade): number => Math.min(scene.frameCount, Math.max(0, ramp.frames - ramp.leftOut));
  return { head: left(fadeIn), tail: left(fadeOut) };
}
