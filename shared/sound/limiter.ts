/**
 * A look-ahead peak limiter. Its gain falls in a straight line over the look-ahead, so that it is low enough when a peak
 * arrives, and comes back exponentially. Where nothing passes the ceiling, samples come out bit by bit as they went in.
 */

/** How far ahead peaks are seen, in seconds. */
const LOOK_AHEAD_SECONDS = 0.005;
/** Time constant of the way back, in seconds. */
const RELEASE_SECONDS = 0.08;
/** A reduction below this (0.0001 dB) ends at once; so the limiter forgets a peak in less than `LIMITER_MEMORY_SECONDS`. */
const NEGLIGIBLE = 1e-5;
/** After this time, what came before no longer shows in the output. */
export const LIMITER_MEMORY_SECONDS = 1;

export type Limiter = {
  /**
   * Takes the next block (planar, arrays of one length) and gives the samples that are decided: all until the look-ahead.
   * @param ceiling the highest amplitude in this block, 1 for full scale
   */
  push(block: readonly Float32Array[], ceiling: number): Float32Array<ArrayBuffer>[];
  /** The rest. Nothing may be pushed after it. */
  flush(): Float32Array<ArrayBuffer>[];
};

/** How many samples more than wanted must be pushed before the wanted ones come out. */
export function limiterLookAhead(sampleRate: number): number {
  return Math.round(LOOK_AHEAD_SECONDS * sampleRate);
}

/** One gain for all channels, so that the stereo picture stays in place. */
export function createLimiter(sampleRate: number, channels: number): Limiter {
  const lookAhead = limiterLookAhead(sampleRate);
  const reduction = createReduction(lookAhead, Math.exp(-1 / (RELEASE_SECONDS * sampleRate)));
  /** What waits for the look-ahead: the last samples pushed, and the ceiling of each. */
  let waiting = Array.from({ length: channels }, () => new Float32Array(0));
  let ceilings = new Float32Array(0);
  let pushed = 0;

  const advance = (block: readonly Float32Array[], ceiling: number): Float32Array<ArrayBuffer>[] => {
    const length = block[0]?.length ?? 0;
    const held = waiting.map((channel, index) => joined(channel, block[index]!));
    const limits = joined(ceilings, new Float32Array(length).fill(ceiling));
    const ready = Math.max(0, limits.length - lookAhead);
    const out = held.map((channel) => channel.slice(0, ready));
    // The first `lookAhead` results belong to samples before the start: they only fill the window.
    const skipped = Math.max(0, lookAhead - pushed);
    for (let at = 0; at < length; at += 1) {
      const amount = reduction.next(neededReduction(block, at, ceiling));
      const target = at - skipped;
      if (amount > 0 && target >= 0) reduceSample(out, target, amount, limits[target]!);
    }
    waiting = held.map((channel) => channel.slice(ready));
    ceilings = limits.slice(ready);
    pushed += length;
    return out;
  };
  return {
    push: advance,
    flush() {
      const silence = Array.from({ length: channels }, () => new Float32Array(lookAhead));
      return advance(silence, 1);
    },
  };
}

/** The part of the amplitude that has to go for a sample to stay below the ceiling. */
function neededReduction(block: readonly Float32Array[], at: number, ceiling: number): number {
  let peak = 0;
  for (const channel of block) peak = Math.max(peak, Math.abs(channel[at]!));
  return peak > ceiling ? 1 - ceiling / peak : 0;
}

/** Rounding may leave a peak a hair above the ceiling, so it is cut there. */
function reduceSample(out: readonly Float32Array[], at: number, amount: number, ceiling: number): void {
  for (const channel of out) channel[at] = Math.max(-ceiling, Math.min(ceiling, channel[at]! * (1 - amount)));
}

/**
 * Turns the reduction that each sample needs into a smooth one that is never less: the largest of the sample and its
 * look-ahead, held back by the release, averaged over as many samples. The result belongs to the sample that was given
 * `lookAhead` calls before.
 */
function createReduction(lookAhead: number, decay: number): { next(needed: number): number } {
  const window = lookAhead + 1;
  const most = createSlidingMaximum(window);
  const history = new Float64Array(window);
  let at = 0;
  let sum = 0;
  let active = 0;
  let released = 0;
  return {
    next(needed) {
      released = Math.max(most(needed), released * decay);
      if (released < NEGLIGIBLE) released = 0;
      const old = history[at]!;
      history[at] = released;
      at = (at + 1) % window;
      active += Number(released > 0) - Number(old > 0);
      // A running sum never comes back to exactly 0 by itself.
      sum = active === 0 ? 0 : sum + released - old;
      return sum / window;
    },
  };
}

/** The largest of the last `window` values, in constant time on average (a queue of falling values). */
function createSlidingMaximum(window: number): (value: number) => number {
  const values = new Float64Array(window);
  const ages = new Float64Array(window);
  let head = 0;
  let size = 0;
  let now = 0;
  return (value) => {
    while (size > 0 && values[(head + size - 1) % window]! <= value) size -= 1;
    if (size > 0 && ages[head]! <= now - window) {
      head = (head + 1) % window;
      size -= 1;
    }
    const tail = (head + size) % window;
    values[tail] = value;
    ages[tail] = now;
    size += 1;
    now += 1;
    return values[head]!;
  };
}

function joined(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
