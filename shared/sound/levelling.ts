/** Brings scenes to one loudness. */
import { createLoudnessMeter } from './loudness.ts';
import type { SoundFormat, SoundStream } from './sound-stream.ts';

/** Common to what is watched on the web; leaves room for peaks. */
export const TARGET_LUFS = -16;
/** More would lift noise or crush what was meant to be loud. */
const MOST_GAIN_DB = 12;

/** The gain in decibels for a scene of a loudness; 0 for one that is as good as silent (null). */
export function levellingGainDb(lufs: number | null): number {
  return lufs === null ? 0 : Math.max(-MOST_GAIN_DB, Math.min(MOST_GAIN_DB, TARGET_LUFS - lufs));
}

/** Integrated loudness of the next `length` samples of a stream in LUFS; null for as good as silence. */
export async function measureLoudness(
  stream: SoundStream,
  length: number,
  { sampleRate, channels }: SoundFormat,
): Promise<number | null> {
  const meter = createLoudnessMeter(sampleRate, channels);
  for (let at = 0; at < length; at += sampleRate) meter.push(await stream.read(Math.min(sampleRate, length - at)));
  return meter.integrated();
}
