/** How long scenes and movies are. Once a clip exists its own length rules; before that, the asked duration. */
import type { Scene } from '../entities/scene.ts';
import { fpsNumber } from '../movie/time.ts';
import { playedSegment } from './segments.ts';
import { playedFrames } from './trims.ts';

export type Timed = Pick<
  Scene,
  | 'id'
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

/** The sum of the played lengths in seconds; null when there are no scenes. Extension rows count within their parent. */
export function totalDuration(scenes: readonly Timed[]): number | null {
  const own = scenes.filter((scene) => !scene.isExtension);
  if (own.length === 0) return null;
  return own.reduce((sum, scene) => sum + playedSeconds(scene, scenes), 0);
}
