/** Brings sound of any usual number of channels to mono or stereo. */

/** Share of centre and surround in a stereo mix (ITU-R BS.775-3, annex 4). */
const MINUS_3_DB = Math.SQRT1_2;

/** Where the centre and the surrounds stand in WebCodecs' order (that of WAVE_FORMAT_EXTENSIBLE), by number of channels. */
const LAYOUTS: Record<number, { centre: number | null; surrounds: readonly [number, number] | null }> = {
  3: { centre: 2, surrounds: null },
  4: { centre: null, surrounds: [2, 3] },
  5: { centre: 2, surrounds: [3, 4] },
  6: { centre: 2, surrounds: [4, 5] },
};

/**
 * Mono goes to both sides, stereo to mono as its mean, more to stereo without the low-frequency channel. Channels of an
 * unknown layout are left out beyond left and right. The arrays given back may be those given.
 * @param channels 1 or 2
 */
export function mixChannels(source: readonly Float32Array[], channels: number): Float32Array[] {
  const [left, right] = source;
  if (left === undefined) throw new RangeError('Sound has at least one channel');
  if (right === undefined) return Array.from({ length: channels }, () => left);
  const layout = LAYOUTS[source.length];
  const [l, r] =
    layout === undefined
      ? [left, right]
      : [
          withShares(left, source, [layout.centre, layout.surrounds?.[0] ?? null]),
          withShares(right, source, [layout.centre, layout.surrounds?.[1] ?? null]),
        ];
  return channels === 1 ? [l.map((sample, at) => (sample + r[at]!) / 2)] : [l, r];
}

function withShares(
  side: Float32Array,
  source: readonly Float32Array[],
  indexes: readonly (number | null)[],
): Float32Array {
  const mixed = side.slice();
  for (const index of indexes) {
    const channel = index === null ? undefined : source[index];
    channel?.forEach((sample, at) => (mixed[at]! += sample * MINUS_3_DB));
  }
  return mixed;
}
