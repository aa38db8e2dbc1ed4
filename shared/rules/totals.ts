/** How long scenes and movies are. Once a clip exists its own length rules; before that, the asked duration. */
import type { Scene } from '../entities/scene.ts';
import { FPS_24, fpsNumber } from '../movie/time.ts';
import { overlapFrames } from './overlap.ts';
import { inPlayOrder } from './scene-order.ts';
import { playedSegment } from './segments.ts';
import { playedFrames } from './trims.ts';

export type Timed = Pick<
  Scene,
  | 'id'
  | 'sceneNumber'
  | 'duration'
  | 'frameCount'
  | 'fps'
  | 'trimStart'
  | 'trimEnd'
  | 'status'
  | 'sha256'
  | 'isExtension'
  | 'parentSceneId'
  | 'extensionIndex'
  | 'transition'
>;

/**
 * Seconds of a scene that are played, after its trim.
 * @param rows holds the scene's extensions, if it has any
 */
export function playedSeconds(scene: Timed, rows: readonly Timed[]): number {
  const { frameCount, fps } = playedSegment(scene, rows);
  if (frameCount !== null && fps !== null) {
    const frames = playedFrames(frameCount, fps, scene.trimStart, scene.trimEnd);
    return (frames.end - frames.start) / fpsNumber(fps);
  }
  const end = Math.min(scene.trimEnd ?? scene.duration, scene.duration);
  return Math.max(0, end - Math.min(scene.trimStart ?? 0, end));
}

/**
 * The movie's length in seconds: the played lengths without what crossfades overlap; null when there are no scenes.
 * Extension rows count within their parent.
 */
export function totalDuration(scenes: readonly Timed[]): number | null {
  const own = inPlayOrder(scenes).filter((scene) => !scene.isExtension);
  if (own.length === 0) return null;
  const lengths = own.map((scene) => playedSeconds(scene, scenes));
  return own.reduce((sum, scene, index) => {
    const [length = 0, next] = [lengths[index], lengths[index + 1]];
    return sum + length - (next === undefined ? 0 : overlapSeconds(scene, length, next));
  }, 0);
}

/** Counted in frames of the scene's own clip; before there is one, in the usual ones. */
function overlapSeconds({ transition, fps }: Timed, seconds: number, nextSeconds: number): number {
  if (transition === null) return 0;
  const rate = fps ?? FPS_24;
  const framesOf = (length: number): number => Math.round(length * fpsNumber(rate));
  return overlapFrames(transition, framesOf(seconds), framesOf(nextSeconds), rate) / fpsNumber(rate);
}
