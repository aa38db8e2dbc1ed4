/** Finds the frame rate of a clip as a ratio from its frames' times. */
import { FPS_24, type Fps } from '#shared/movie/time.ts';

const COMMON: readonly Fps[] = [
  ...[24, 25, 30, 48, 50, 60, 12, 15, 10, 8].map((num) => ({ num, den: 1 })),
  ...[24_000, 30_000, 60_000].map((num) => ({ num, den: 1001 })),
];
/** Relative; 24 and 23.976 are 1/1000 apart. */
const TOLERANCE = 0.000_4;

/**
 * @param timesUs presentation times, rising
 * @param lastDurationUs how long the last frame is shown, for a clip of a single frame
 */
export function frameRateOf(timesUs: readonly number[], lastDurationUs: number): Fps {
  const [first, last] = [timesUs[0], timesUs.at(-1)];
  const spanUs =
    first === undefined || last === undefined || timesUs.length < 2
      ? lastDurationUs
      : (last - first) / (timesUs.length - 1);
  if (!(spanUs > 0)) return FPS_24;
  const rate = 1_000_000 / spanUs;
  const common = COMMON.find(({ num, den }) => Math.abs(num / den / rate - 1) < TOLERANCE);
  return common ?? rateInMilliseconds(timesUs) ?? { num: Math.max(1, Math.round(rate * 1000)), den: 1000 };
}

const MILLISECOND_US = 1000;

/** The usual rate whose frames are where they would be if their times were rounded to milliseconds, as Matroska has them. */
function rateInMilliseconds(timesUs: readonly number[]): Fps | null {
  const [first = 0] = timesUs;
  if (timesUs.length < 2 || timesUs.some((us) => us % MILLISECOND_US !== 0)) return null;
  const offUs = ({ num, den }: Fps): number =>
    timesUs.reduce((most, us, frame) => Math.max(most, Math.abs(us - first - (frame * 1_000_000 * den) / num)), 0);
  const nearest = COMMON.map((fps) => ({ fps, off: offUs(fps) })).toSorted((a, b) => a.off - b.off)[0];
  return nearest !== undefined && nearest.off <= MILLISECOND_US ? nearest.fps : null;
}
