/** How many frames two scenes share under a crossfade (docs/adr/0006). */
import type { Transition } from '../entities/scene.ts';
import { fpsNumber, type Fps } from '../movie/time.ts';

/** Lengths and answer in frames of the movie's rate. Neither scene gives up more than half of its own. */
export function overlapFrames(transition: Transition | null, frames: number, nextFrames: number, fps: Fps): number {
  if (transition?.kind !== 'crossfade') return 0;
  return Math.min(Math.round(transition.seconds * fpsNumber(fps)), Math.floor(frames / 2), Math.floor(nextFrames / 2));
}
