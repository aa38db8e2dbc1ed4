/** Finds the frame rate of a picture from its frames' times. */
import { FPS_24, type Fps } from '../movie/time.ts';

/** Times of frames, rising, and when the last one ends, in ticks of which there are `timescale` in a second. */
export type FrameTimes = { times: ArrayLike<number>; end: number; timescale: number };

const USUAL: readonly Fps[] = [
  ...[24, 25, 30, 48, 50, 60, 12, 15, 10, 8].map((num) => ({ num, den: 1 })),
  ...[24_000, 30_000, 60_000].map((num) => ({ num, den: 1001 })),
];
/** Nobody means a rate of a larger denominator: it comes of ticks that are too coarse for the rate that is meant. */
const LARGEST_DENOMINATOR = 1001;
/** Part of a frame's length by which a frame may stand beside the grid of a constant rate. */
const JITTER = 0.1;

/**
 * - Of frames that all last equally long: the ratio that the ticks give, exactly.
 * - Where ticks are too coarse for that: the usual rate whose frames are rounded to these ticks.
 * - Of a varying rate: the mean, which is frames by the time for which they are shown.
 */
export function frameRateOf(frames: FrameTimes): Fps {
  const { times, end, timescale } = frames;
  const count = times.length;
  if (count === 0 || !(end > times[0]!)) return FPS_24;
  const first = times[0]!;
  const mean = count * timescale < Number.MAX_SAFE_INTEGER ? closeRatio(count * timescale, end - first) : FPS_24;
  if (count === 1) return mean;
  const step = times[1]! - first;
  const span = times[count - 1]! - first;
  if (!(span > 0)) return mean;
  if (step > 0 && isEvery(times, (time, frame) => time === first + frame * step)) return meant(timescale, step);
  const usual = nearestUsual(frames);
  if (usual !== null) return usual;
  const betweenFrames = closeRatio((count - 1) * timescale, span);
  return hasConstantRate(frames, betweenFrames) ? betweenFrames : mean;
}

/** Whether each frame stands where a constant rate has it. */
export function hasConstantRate({ times, timescale }: Omit<FrameTimes, 'end'>, { num, den }: Fps): boolean {
  const step = (timescale * den) / num;
  return isEvery(times, (time, frame) => Math.abs(time - times[0]! - frame * step) <= JITTER * step);
}

/** The rate of frames that are one step apart. */
function meant(timescale: number, step: number): Fps {
  const exact = reduced(timescale, step);
  if (exact.den <= LARGEST_DENOMINATOR) return exact;
  const usual = USUAL.find(({ num, den }) => Math.round((timescale * den) / num) === step);
  return usual ?? closeRatio(timescale, step);
}

/** Ticks of a frame below which rounding can't be told from frames that are left out. */
const LEAST_STEP = 8;

/** The usual rate that has each frame within a tick of its place; of several the nearest. */
function nearestUsual({ times, timescale }: FrameTimes): Fps | null {
  let best: { fps: Fps; off: number } | null = null;
  for (const fps of USUAL) {
    const step = (timescale * fps.den) / fps.num;
    let off = step < LEAST_STEP ? 1 : 0;
    for (let frame = 0; frame < times.length && off < 1; frame += 1)
      off = Math.max(off, Math.abs(times[frame]! - times[0]! - frame * step));
    if (off < 1 && (best === null || off < best.off)) best = { fps, off };
  }
  return best?.fps ?? null;
}

function isEvery(times: ArrayLike<number>, holds: (time: number, frame: number) => boolean): boolean {
  for (let frame = 0; frame < times.length; frame += 1) if (!holds(times[frame]!, frame)) return false;
  return true;
}

function reduced(num: number, den: number): Fps {
  let [a, b] = [num, den];
  while (b !== 0) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

/** The last convergent of a ratio's continued fraction that has a small denominator; the ratio itself where it has one. */
function closeRatio(num: number, den: number): Fps {
  let [a, b] = [num, den];
  let [before, last] = [
    { num: 0, den: 1 },
    { num: 1, den: 0 },
  ];
  while (b !== 0) {
    const part = Math.floor(a / b);
    const next = { num: part * last.num + before.num, den: part * last.den + before.den };
    if (next.den > LARGEST_DENOMINATOR) break;
    [before, last] = [last, next];
    [a, b] = [b, a % b];
  }
  // Less than one frame in a thousand seconds.
  return last.num === 0 ? { num: 1, den: LARGEST_DENOMINATOR } : last;
}
