/** Which frames of a movie's clips are changed: by text, a transition or a trim. */
import { overlaysAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { fadedFrames } from '#shared/movie/fade-level.ts';
import type { ScenePair } from './plan-audio.ts';
import type { VideoReason } from './reasons.ts';

/** Which frames of a clip are changed, and by what. */
export function touchOf(
  plan: MoviePlan,
  { scene, clip, index }: ScenePair,
): { isTouched: (frame: number) => boolean; reasons: VideoReason[] } {
  const text = textFrames(scene);
  const { head, tail } = transitionFrames(plan, index);
  const reasons: VideoReason[] = [];
  const trim = scene.cut ?? scene;
  if (trim.inFrame > 0 || trim.outFrame < clip.video.frameCount) reasons.push('trim');
  if (trim.inFrame < scene.inFrame || trim.outFrame > scene.outFrame) reasons.push('range');
  if (text.size > 0) reasons.push('overlay');
  if (head > 0 || tail > 0) reasons.push('transition');
  return {
    reasons,
    isTouched: (frame) => frame < scene.inFrame + head || frame >= scene.outFrame - tail || text.has(frame),
  };
}

/** The played frames of a scene's clip on which the compositor draws text. */
function textFrames(scene: PlanScene): ReadonlySet<number> {
  const frames = new Set<number>();
  if (scene.overlays.length === 0) return frames;
  for (let frame = scene.inFrame; frame < scene.outFrame; frame += 1)
    if (overlaysAt(scene, frame).length > 0) frames.add(frame);
  return frames;
}

/** Frames at either end of a scene that a transition changes, at the movie's rate. */
function transitionFrames(plan: MoviePlan, index: number): { head: number; tail: number } {
  const scene = plan.scenes[index];
  if (scene === undefined) return { head: 0, tail: 0 };
  return {
    head: Math.max(overlap(plan.scenes[index - 1], scene), fadedFrames(plan, index).head),
    tail: Math.max(overlap(scene, plan.scenes[index + 1]), fadedFrames(plan, index).tail),
  };
}

/** Frames that two scenes share. */
export function overlap(first: PlanScene | undefined, second: PlanScene | undefined): number {
  if (first === undefined || second === undefined) return 0;
  return Math.max(0, first.startFrame + first.frameCount - second.startFrame);
}
