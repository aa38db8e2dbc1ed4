/** What is kept of a clip's sound to draw it and to tell how loud it is: a few kilobytes. Pure. */
import { z } from 'zod';
import { createLoudnessMeter, HOP_SECONDS, integratedLoudness } from './loudness.ts';
import type { SoundFormat, SoundStream } from './sound-stream.ts';

/** Finer than a pixel of the strip at its usual width. */
export const PEAKS_PER_SECOND = 50;
const PEAK_STEPS = 255;

/** An hour has 216,000 numbers: a schema for each would hold the page up. */
const numbers = (isOne: (value: number) => boolean) =>
  z.custom<number[]>(
    (given) => Array.isArray(given) && given.every((value) => typeof value === 'number' && isOne(value)),
  );

export const soundShapeSchema = z.object({
  /** The highest sample of each fiftieth of a second, from the clip's first frame on; 255 is full scale. */
  peaks: numbers((peak) => Number.isInteger(peak) && peak >= 0 && peak <= PEAK_STEPS),
  /** As the loudness meter has them, a tenth of a second each. */
  powers: numbers((power) => Number.isFinite(power) && power >= 0),
});
export type SoundShape = z.infer<typeof soundShapeSchema>;

/** Measures the next `seconds` of a stream, whose rate is a multiple of 50 hertz. @throws whatever the stream says, or an AbortError */
export async function measureShape(
  stream: SoundStream,
  seconds: number,
  { sampleRate, channels }: SoundFormat,
): Promise<SoundShape> {
  const meter = createLoudnessMeter(sampleRate, channels);
  const peaks: number[] = [];
  const length = Math.round(seconds * sampleRate);
  const window = sampleRate / PEAKS_PER_SECOND;
  for (let at = 0; at < length; at += sampleRate) {
    const block = await stream.read(Math.min(sampleRate, length - at));
    meter.push(block);
    const count = block[0]?.length ?? 0;
    for (let from = 0; from < count; from += window) peaks.push(peakOf(block, from, Math.min(count, from + window)));
  }
  return { peaks, powers: meter.powers().map((power) => Number(power.toPrecision(4))) };
}

/** Integrated loudness (BS.1770) of a part of a clip, in LUFS; null where it is as good as silent. */
export function loudnessBetween({ powers }: SoundShape, fromSeconds: number, toSeconds: number): number | null {
  return integratedLoudness(powers.slice(Math.round(fromSeconds / HOP_SECONDS), Math.round(toSeconds / HOP_SECONDS)));
}

function peakOf(block: readonly Float32Array[], from: number, to: number): number {
  let highest = 0;
  for (const channel of block)
    for (let at = from; at < to; at += 1) highest = Math.max(highest, Math.abs(channel[at] ?? 0));
  return Math.round(Math.min(1, highest) * PEAK_STEPS);
}
