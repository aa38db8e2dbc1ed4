/**
 * How music gives way to scenes and voice-overs: by the level of their sound over windows of a fiftieth of a second, held
 * over short pauses and ramped. The gain at a sample depends on a bounded stretch of sound around it alone, so that it comes
 * out the same whatever range is rendered; and it follows the level without steps, so that decoders that differ by a hair
 * give gains that differ by a hair.
 */
export type Duck = {
  /** Decibels that it gives way. */
  db: number;
  /** How long that takes, and the way back. */
  seconds: number;
};

/** Windows per second. */
const WINDOW_RATE = 50;
/** Sound below the one level leaves music alone; above the other it gives way fully. In decibels of full scale. */
const QUIET_DB = -46;
const LOUD_DB = -26;
/** A pause between two words doesn't bring the music back. */
const HOLD_SECONDS = 0.4;

/** In samples. */
export function duckWindow(sampleRate: number): number {
  return Math.round(sampleRate / WINDOW_RATE);
}

/** How far ahead of a sample, and how far behind, sound counts for its gain; in windows. */
export function duckReach({ seconds }: Pick<Duck, 'seconds'>): { ahead: number; behind: number } {
  const ramp = rampWindows(seconds);
  // One more on either side: gains lie between the middles of windows.
  return { ahead: ramp + 1, behind: ramp + Math.ceil(HOLD_SECONDS * WINDOW_RATE) + 1 };
}

/** 0 where sound is too quiet for music to give way, 1 where it gives way fully. @param power mean of the squared samples */
export function activity(power: number): number {
  const db = 10 * Math.log10(power + 1e-12);
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

/** The gain in the middle of a window. @param activityAt of any window; 0 outside of the movie */
export function duckGain({ db, seconds }: Duck, window: number, activityAt: (window: number) => number): number {
  const ramp = rampWindows(seconds);
  const half = Math.floor(ramp / 2);
  let sum = 0;
  for (let at = window - half; at < window - half + ramp; at += 1) sum += held(at, ramp, activityAt);
  return 10 ** ((-db * sum) / ramp / 20);
}

/** The gains of `count` windows from one on, as `duckGain` has them but for rounding, in one pass: for drawing long stretches. */
export function duckGains(
  { db, seconds }: Duck,
  { from, count }: { from: number; count: number },
  activityAt: (window: number) => number,
): Float64Array {
  const ramp = rampWindows(seconds);
  const half = Math.floor(ramp / 2);
  const first = from - half;
  const holds = heldFrom(first, count + ramp - 1, ramp, activityAt);
  const gains = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < holds.length; at += 1) {
    sum += (holds[at] ?? 0) - (holds[at - ramp] ?? 0);
    // What adds up to nothing leaves no trace of what was taken away again.
    if (sum < 1e-9) sum = 0;
    if (at >= ramp - 1) gains[at - ramp + 1] = 10 ** ((-db * sum) / ramp / 20);
  }
  return gains;
}

/** `held` of windows side by side: candidates for the highest wait in falling order. */
function heldFrom(first: number, count: number, ramp: number, activityAt: (window: number) => number): Float64Array {
  const half = Math.floor(ramp / 2);
  const hold = Math.ceil(HOLD_SECONDS * WINDOW_RATE) + half;
  const highest = new Float64Array(count);
  const length = count + hold + half;
  const [places, levels] = [new Int32Array(length), new Float64Array(length)];
  let [head, end] = [0, 0];
  for (let at = first - hold; at < first + count + half; at += 1) {
    const level = Math.min(1, activityAt(at));
    while (end > head && (levels[end - 1] ?? 0) <= level) end -= 1;
    places[end] = at;
    levels[end] = level;
    end += 1;
    const window = at - half;
    while ((places[head] ?? at) < window - hold) head += 1;
    if (window >= first) highest[window - first] = levels[head] ?? 0;
  }
  return highest;
}

/** The highest activity near a window: ahead by half a ramp, so that the ramp ends where the sound begins. */
function held(window: number, ramp: number, activityAt: (window: number) => number): number {
  const half = Math.floor(ramp / 2);
  const hold = Math.ceil(HOLD_SECONDS * WINDOW_RATE) + half;
  let highest = 0;
  for (let at = window - hold; at <= window + half && highest < 1; at += 1) highest = Math.max(highest, activityAt(at));
  return highest;
}

function rampWindows(seconds: number): number {
  return Math.max(1, Math.round(seconds * WINDOW_RATE));
}
