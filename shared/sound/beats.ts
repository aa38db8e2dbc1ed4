/**
 * Where the beats of a piece of music are, from what is kept of its sound: onsets, the one tempo that they go by best, and
 * the row of beats that fits both (after Ellis, "Beat Tracking by Dynamic Programming", 2007). Pure.
 */
import { PEAKS_PER_SECOND } from './sound-shape.ts';

const SLOWEST_BPM = 55;
const FASTEST_BPM = 190;
/** Of two tempos of which one is twice the other, people tap the one nearer to this. */
const USUAL_BPM = 120;
const TEMPO_SPREAD = 0.9;
/** How much a beat may not differ from the tempo. */
const STRICTNESS = 100;
/** Less regular than this is no beat: speech, or sound without one. */
const LEAST_REGULAR = 0.2;
const LEAST_BEATS = 4;
/** In windows. */
const PERIOD_STEP = 0.125;
/** How many multiples of a period have to come again. */
const MULTIPLES = 8;
const MULTIPLE_NUMBERS = Array.from({ length: MULTIPLES }, (_, at) => at + 1);

/** Seconds of the file, rising; none where there is no steady beat. An hour of sound takes a while. @param peaks as a sound shape has them */
export function beatsOf(peaks: ArrayLike<number>): number[] {
  const onsets = onsetsOf(peaks);
  const period = periodOf(onsets);
  if (period === null) return [];
  const beats = follow(onsets, period);
  return beats.length < LEAST_BEATS ? [] : beats.map((at) => (at + 0.5) / PEAKS_PER_SECOND);
}

/** How much louder each window is than the one before, by ear, where it is more than around it; in its standard deviations. */
function onsetsOf(peaks: ArrayLike<number>): Float64Array {
  const rises = Float64Array.from(peaks, (peak, at) => Math.max(0, loud(peak) - loud(peaks[at - 1] ?? 0)));
  const sums = new Float64Array(rises.length + 1);
  rises.forEach((rise, at) => (sums[at + 1] = (sums[at] ?? 0) + rise));
  const around = PEAKS_PER_SECOND / 2;
  const sharp = rises.map((rise, at) => {
    const [from, to] = [Math.max(0, at - around), Math.min(rises.length, at + around + 1)];
    return Math.max(0, rise - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
  const deviation = Math.sqrt(sharp.reduce((sum, value) => sum + value * value, 0) / Math.max(1, sharp.length));
  return deviation === 0 ? sharp : sharp.map((value) => value / deviation);
}

function loud(peak: number): number {
  return Math.log1p(peak / 4);
}

/** Windows from beat to beat; null where nothing comes again steadily. */
function periodOf(onsets: Float64Array): number | null {
  const smooth = onsets.map((value, at) => value / 2 + ((onsets[at - 1] ?? 0) + (onsets[at + 1] ?? 0)) / 4);
  const middle = smooth.reduce((sum, value) => sum + value, 0) / Math.max(1, smooth.length);
  const level = smooth.map((value) => value - middle);
  const likeness = (lag: number): number => {
    let sum = 0;
    for (let at = lag; at < level.length; at += 1) sum += (level[at] ?? 0) * (level[at - lag] ?? 0);
    return sum;
  };
  const itself = likeness(0);
  const longest = lagOf(SLOWEST_BPM);
  if (itself <= 0 || level.length < longest * (MULTIPLES + 1)) return null;
  const likenesses = Array.from({ length: Math.ceil(longest * MULTIPLES) + 1 }, (_, lag) => likeness(lag) / itself);
  let [best, most, regular] = [0, 0, 0];
  for (let period = lagOf(FASTEST_BPM); period <= longest; period += PERIOD_STEP) {
    // All its multiples come again, too: that tells it from one and a half of another.
    const share = mean(MULTIPLE_NUMBERS.map((times) => likenesses[Math.round(period * times)] ?? 0));
    const octaves = Math.log2(lagOf(USUAL_BPM) / period);
    const weighed = share * Math.exp(-0.5 * (octaves / TEMPO_SPREAD) ** 2);
    if (weighed > most) [best, most, regular] = [period, weighed, share];
  }
  return regular < LEAST_REGULAR ? null : best;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function lagOf(bpm: number): number {
  return (60 * PEAKS_PER_SECOND) / bpm;
}

/** The row of windows with the strongest onsets whose distances are the period. */
function follow(onsets: Float64Array, period: number): number[] {
  const scores = new Float64Array(onsets.length);
  const before = new Int32Array(onsets.length).fill(-1);
  const [nearest, farthest] = [Math.round(period / 2), Math.round(period * 2)];
  const costs = Float64Array.from({ length: farthest + 1 }, (_, gap) => STRICTNESS * Math.log(gap / period) ** 2);
  for (let at = 0; at < onsets.length; at += 1) {
    let most = 0;
    for (let last = Math.max(0, at - farthest); last <= at - nearest; last += 1) {
      const score = (scores[last] ?? 0) - (costs[at - last] ?? 0);
      if (score > most) [most, before[at]] = [score, last];
    }
    scores[at] = (onsets[at] ?? 0) + most;
  }
  let last = onsets.length - 1;
  for (let at = Math.max(0, Math.round(onsets.length - period)); at < onsets.length; at += 1)
    if ((scores[at] ?? 0) > (scores[last] ?? 0)) last = at;
  const beats: number[] = [];
  for (let at = last; at >= 0; at = before[at] ?? -1) beats.push(at);
  return trimmed(beats.reverse(), onsets);
}

/** Without beats before the first and behind the last that is heard. */
function trimmed(beats: readonly number[], onsets: Float64Array): number[] {
  const isHeard = (at: number): boolean => [at - 1, at, at + 1].some((near) => (onsets[near] ?? 0) > 0.5);
  const [first, last] = [beats.findIndex(isHeard), beats.findLastIndex(isHeard)];
  return first < 0 ? [] : beats.slice(first, last + 1);
}
