/** Changes the sample rate of a channel by a windowed sinc, which keeps the pass band flat and folds nothing back. */

/** Zero crossings of the sinc on either side. */
const CROSSINGS = 16;
/** Part of the pass band that is kept, so that the filter's slope ends before the lower Nyquist frequency. */
const PASS_BAND = 0.94;

/**
 * `length` samples at `toRate`, the first of them at sample `start` of `toRate` in the source's time; silence lies around the source.
 * @param start may be negative
 */
export function resample(
  source: Float32Array,
  fromRate: number,
  toRate: number,
  start: number,
  length: number,
): Float32Array<ArrayBuffer> {
  const into = new Float32Array(length);
  if (fromRate === toRate) {
    const skipped = Math.max(0, -start);
    if (skipped < length) into.set(source.subarray(Math.max(0, start), Math.max(0, start + length)), skipped);
    return into;
  }
  const step = fromRate / toRate;
  const cutoff = Math.min(1, 1 / step) * PASS_BAND;
  const reach = CROSSINGS / cutoff;
  for (let at = 0; at < length; at += 1) {
    const centre = (start + at) * step;
    const last = Math.min(source.length - 1, Math.floor(centre + reach));
    let sum = 0;
    for (let from = Math.max(0, Math.ceil(centre - reach)); from <= last; from += 1) {
      sum += source[from]! * kernel((from - centre) * cutoff) * cutoff;
    }
    into[at] = sum;
  }
  return into;
}

/** Sinc under a Blackman window over ±CROSSINGS. */
function kernel(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= CROSSINGS) return 0;
  const phase = (Math.PI * x) / CROSSINGS;
  const window = 0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
}
