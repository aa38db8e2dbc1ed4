/** The frame rate of clips that the library reads: their times are told in microseconds. */
import { US_PER_SECOND, type Fps } from '#shared/movie/time.ts';
import { frameRateOf, hasConstantRate, type FrameTimes } from '#shared/mp4/frame-rate.ts';

const US_PER_MILLISECOND = 1000;

/** @param timesUs rising @param endUs when the last frame ends */
export function frameRateOfUs(timesUs: readonly number[], endUs: number): Fps {
  return frameRateOf(framesOf(timesUs, endUs));
}

export function hasConstantRateUs(timesUs: readonly number[], fps: Fps): boolean {
  return hasConstantRate({ times: timesUs, timescale: US_PER_SECOND }, fps);
}

/** Matroska rounds times to milliseconds. */
function framesOf(timesUs: readonly number[], endUs: number): FrameTimes {
  const isCoarse = timesUs.length > 1 && timesUs.every((us) => us % US_PER_MILLISECOND === 0);
  const tickUs = isCoarse ? US_PER_MILLISECOND : 1;
  return { times: timesUs.map((us) => us / tickUs), end: endUs / tickUs, timescale: US_PER_SECOND / tickUs };
}
