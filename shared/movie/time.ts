/** Time in movies: integer microseconds, and frame rates as ratios, so that nothing drifts. */

/** Whole microseconds. */
export type Us = number & { readonly __unit: 'us' };

/** Frames per second as a ratio: 24 is {num: 24, den: 1}, 29.97 is {num: 30000, den: 1001}. */
export type Fps = { num: number; den: number };

export const US_PER_SECOND = 1_000_000;
export const FPS_24: Fps = { num: 24, den: 1 };

/** Seconds to whole microseconds, rounded to the nearest. */
export function usFromSeconds(seconds: number): Us {
  return Math.round(seconds * US_PER_SECOND) as Us;
}

export function secondsFromUs(us: number): number {
  return us / US_PER_SECOND;
}

/** The presentation time of a frame, rounded to the nearest microsecond. Frame 0 is at 0. */
export function frameTimeUs(frame: number, fps: Fps): Us {
  return Math.round((frame * US_PER_SECOND * fps.den) / fps.num) as Us;
}

/** The frame that is on screen at a time: the last one whose time is not later. */
export function frameAtUs(us: number, fps: Fps): number {
  // Half a microsecond of grace, because frameTimeUs rounds.
  return Math.floor(((us + 0.5) * fps.num) / (US_PER_SECOND * fps.den));
}

/** The first frame whose time is not earlier than `seconds`: the rule by which trims choose frames. */
export function firstFrameFrom(seconds: number, fps: Fps): number {
  // A trim of 1.5 s at 24 fps must give 36, although 1.5 * 24 may come out as 36.000000000000007.
  return Math.ceil((seconds * fps.num) / fps.den - 1e-6);
}

export function sameFps(a: Fps, b: Fps): boolean {
  return a.num * b.den === b.num * a.den;
}

export function fpsNumber(fps: Fps): number {
  return fps.num / fps.den;
}

/** The first sample at or after a frame's time, rounded to the nearest. */
export function samplesAt(frame: number, fps: Fps, sampleRate: number): number {
  return Math.round((frame * fps.den * sampleRate) / fps.num);
}

/** The sample nearest to a time. */
export function sampleAtUs(us: number, sampleRate: number): number {
  return Math.round((us * sampleRate) / US_PER_SECOND);
}
