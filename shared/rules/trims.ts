/** Which frames of a clip are played. Frame n is, when trimStart ≤ n/fps < trimEnd. */
import { firstFrameFrom, type Fps } from '../movie/time.ts';
import { trimWords } from './words.ts';

export type FrameRange = {
  /** First played frame. */
  start: number;
  /** One past the last played frame. */
  end: number;
};

/**
 * The played frames of a clip under a trim.
 * @param trimStart in point in seconds of the clip, or null for its start
 * @param trimEnd out point in seconds of the clip, or null for its end
 */
export function playedFrames(
  frameCount: number,
  fps: Fps,
  trimStart: number | null,
  trimEnd: number | null,
): FrameRange {
  const start = Math.min(trimStart === null ? 0 : firstFrameFrom(trimStart, fps), frameCount);
  const end = Math.min(trimEnd === null ? frameCount : firstFrameFrom(trimEnd, fps), frameCount);
  return { start, end: Math.max(start, end) };
}

export type TrimProblem = { title: string; message: string };

/** Why an in point can't be set, or null. Seconds of the clip. */
export function inPointProblem(inPoint: number, outPoint: number): TrimProblem | null {
  return inPoint < outPoint ? null : trimWords.inPoint;
}

/** Why an out point can't be set, or null. Seconds of the clip. */
export function outPointProblem(inPoint: number, outPoint: number): TrimProblem | null {
  return outPoint > inPoint ? null : trimWords.outPoint;
}
