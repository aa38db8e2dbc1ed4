/**
 * Sample rate conversion by a windowed sinc whose values are tabulated for each phase between the two rates. Every
 * output sample depends on its own surroundings in the source alone, so a stream may be converted in pieces of any size.
 */

/** Zero crossings of the sinc on either side. */
const CROSSINGS = 16;
/** Part of the lower Nyquist band that is kept, so that the filter's slope ends before it. */
const PASS_BAND = 0.94;

export type Resampler = {
  /** The samples of the source that `count` output samples from `first` on depend on: from, and one past the last. */
  reach(first: number, count: number): { from: number; to: number };
  /**
   * Computes output samples from `first` on, as many as `into` holds.
   * @param source holds at least the reach
   * @param base position in the source of `source[0]`
   */
  convert(source: Float32Array, base: number, first: number, into: Float32Array): void;
};

/** Rates in whole hertz. Sample 0 of the output stands at sample 0 of the source. */
export function createResampler(fromRate: number, toRate: number): Resampler {
  if (fromRate === toRate) return passThrough;
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const phases = toRate / divisor;
  const step = fromRate / divisor;
  const cutoff = Math.min(1, toRate / fromRate) * PASS_BAND;
  const side = Math.ceil(CROSSINGS / cutoff);
  const taps = 2 * side;
  const table = tapTable(phases, side, cutoff);
  /** Source sample at or before an output sample; the rest of the way is the phase. */
  const before = (sample: number): number => Math.floor((sample * step) / phases);
  return {
    reach: (first, count) => ({ from: before(first) - side + 1, to: before(first + count - 1) + side + 1 }),
    convert(source, base, first, into) {
      for (let at = 0; at < into.length; at += 1) {
        const whole = before(first + at);
        const row = ((first + at) * step - whole * phases) * taps;
        const start = whole - side + 1 - base;
        let sum = 0;
        for (let tap = 0; tap < taps; tap += 1) sum += source[start + tap]! * table[row + tap]!;
        into[at] = sum;
      }
    },
  };
}

const passThrough: Resampler = {
  reach: (first, count) => ({ from: first, to: first + count }),
  convert: (source, base, first, into) => into.set(source.subarray(first - base, first - base + into.length)),
};

/** One row of taps for each phase. Each row adds up to 1, so that a constant stays what it is. */
function tapTable(phases: number, side: number, cutoff: number): Float32Array {
  const taps = 2 * side;
  const table = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = Float64Array.from({ length: taps }, (_, tap) => kernel((tap - side + 1 - phase / phases) * cutoff));
    const sum = row.reduce((total, value) => total + value, 0);
    table.set(
      row.map((value) => value / sum),
      phase * taps,
    );
  }
  return table;
}

/** Sinc under a Blackman window over ±CROSSINGS. */
function kernel(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= CROSSINGS) return 0;
  const phase = (Math.PI * x) / CROSSINGS;
  const window = 0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
