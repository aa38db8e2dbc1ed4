/** How long scenes and movies are. Once a clip exists its own length rules; before that, the asked duration. */
import type { Scene } from '../entities/scene.ts';
import { fpsNumber } from '../movie/time.ts';
import { playedFrames } from './trims.ts';

type Timed = Pick<Scene, 'duration' | 'frameCount' | 'fps' | 'trimStart' | 'trimEnd' | 'isExtension'>;

/** Seconds of a scene that are played, after its trim. */
export function playedSeconds(scene: Timed): number {
  if (scene.frameCount !== null && scene.fps !== null) {
    const frames = playedFrames(scene.frameCount, scene.fps, scene.trimStart, scene.trimEnd);
    return (frames.end - frames.start) / fpsNumber(scene.fps);
  }
  const end = Math.min(scene.trimEnd ?? scene.duration, scene.duration);
  return Math.max(0, end - Math.min(scene.trimStart ?? 0, end));
}

/** The sum of the played lengths in seconds; null when there are no scenes. Extension rows count within their parent. */
export function totalDuration(scenes: readonly Timed[]): number | null {
  const own = scenes.filter((scene) => !scene.isExtension);
  if (own.length === 0) return null;
  return own.reduce((sum, scene) => sum + playedSeconds(scene), 0);
}
