/** Integrated loudness by ITU-R BS.1770-4, in LUFS. */

/** Gating blocks of 400 ms that overlap by 75 % (annex 1). */
const HOPS_PER_BLOCK = 4;
export const HOP_SECONDS = 0.1;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** What makes a sine of 997 Hz at full scale on one channel read −3.01 (annex 1). */
const OFFSET_DB = -0.691;

export type LoudnessMeter = {
  /** The next samples, planar; any lengths, equal for all channels. */
  push(block: readonly Float32Array[]): void;
  /** LUFS of everything pushed; null where no block of 400 ms is above the absolute gate. */
  integrated(): number | null;
  /** Mean square of each whole tenth of a second of what was pushed, weighted as the ear hears and summed over the channels. */
  powers(): readonly number[];
};

/** Channels weigh the same, as left, right and centre do. Memory grows by 80 bytes a second. */
export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const hopLength = Math.round(sampleRate * HOP_SECONDS);
  const filters = Array.from({ length: channels }, () => createKWeighting(sampleRate));
  /** Mean square of each whole hop, summed over the channels. */
  const hops: number[] = [];
  let energy = 0;
  let filled = 0;
  return {
    push(block) {
      const length = block[0]?.length ?? 0;
      for (let at = 0; at < length;) {
        const end = Math.min(length, at + hopLength - filled);
        filters.forEach((filter, index) => (energy += filter(block[index]!, at, end)));
        filled += end - at;
        at = end;
        if (filled < hopLength) continue;
        hops.push(energy / hopLength);
        energy = 0;
        filled = 0;
      }
    },
    integrated: () => integratedLoudness(hops),
    powers: () => hops,
  };
}

/** LUFS of tenths of a second that a meter has measured; null where no block of 400 ms is above the absolute gate. */
export function integratedLoudness(powers: readonly number[]): number | null {
  return gatedLoudness(blockPowers(powers));
}

function blockPowers(hops: readonly number[]): number[] {
  const count = Math.max(0, hops.length - HOPS_PER_BLOCK + 1);
  // An hour has 36,000 of them.
  return Array.from({ length: count }, (_, first) => {
    let sum = 0;
    for (let at = first; at < first + HOPS_PER_BLOCK; at += 1) sum += hops[at] ?? 0;
    return sum / HOPS_PER_BLOCK;
  });
}

/** The two gates of annex 1: the second lies 10 LU below the mean of what passes the first. */
function gatedLoudness(powers: readonly number[]): number | null {
  const audible = powers.filter((power) => loudness(power) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  const relativeGate = loudness(mean(audible)) + RELATIVE_GATE_LU;
  return loudness(mean(audible.filter((power) => loudness(power) > relativeGate)));
}

function loudness(power: number): number {
  return OFFSET_DB + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Coefficients of a second-order filter, a0 = 1. */
type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Filters a piece of a channel and gives the sum of its squares; the filter's state goes on from piece to piece. */
function createKWeighting(sampleRate: number): (channel: Float32Array, from: number, to: number) => number {
  const shelf = headShelf(sampleRate);
  const highPass = lowCut(sampleRate);
  const state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  return (channel, from, to) => {
    // Engines keep numbers in registers only where no closure shares them: that makes it six times as fast.
    let { s1, s2, h1, h2 } = state;
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      const input = channel[at]!;
      const shelved = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * input - shelf.a2 * shelved;
      const out = highPass.b0 * shelved + h1;
      h1 = highPass.b1 * shelved - highPass.a1 * out + h2;
      h2 = highPass.b2 * shelved - highPass.a2 * out;
      sum += out * out;
    }
    Object.assign(state, { s1, s2, h1, h2 });
    return sum;
  };
}

/**
 * The standard tabulates both filters for 48 kHz alone. These are the analogue filters that its tables come from, so any
 * rate can be measured; at 48 kHz they give the tables' figures to ten digits.
 */
const SHELF = {
  hertz: 1681.974450955533,
  gainDb: 3.999843853973347,
  q: 0.7071752369554196,
  gainPower: 0.4996667741545416,
};
const LOW_CUT = { hertz: 38.13547087602444, q: 0.5003270373238773 };

/** Stage 1: the head's effect, a high shelf of 4 dB. */
function headShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.hertz) / sampleRate);
  const high = 10 ** (SHELF.gainDb / 20);
  const band = high ** SHELF.gainPower;
  const a0 = 1 + k / SHELF.q + k * k;
  return {
    b0: (high + (band * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  };
}

/** Stage 2: the low cut (revised low-frequency B curve). Its numerator is 1, −2, 1 at every rate. */
function lowCut(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * LOW_CUT.hertz) / sampleRate);
  const a0 = 1 + k / LOW_CUT.q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / LOW_CUT.q + k * k) / a0 };
}
