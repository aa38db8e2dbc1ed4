/** How loud a microphone is, for its meter. */
import type { Microphone } from '#player/recording/microphone.ts';

/** The quietest that the meter shows, in decibels. */
const FLOOR_DB = -60;
/** A block's share of the meter's fall. */
const FALL = 0.15;
/** Without a single sample for so long, something is off. */
const SILENT_SECONDS = 3;

/** Tells a level from 0 to 1 with each block: up at once, down slowly. Returns how to stop. */
export function followLevel(
  { onBlock, sampleRate }: Pick<Microphone, 'onBlock' | 'sampleRate'>,
  tell: (told: { level: number; isSilent: boolean }) => void,
): () => void {
  let level = 0;
  let silentSeconds = 0;
  return onBlock(({ plane }) => {
    const peak = plane.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    silentSeconds = peak > 0 ? 0 : silentSeconds + plane.length / sampleRate;
    level = Math.max(levelOf(peak), level - FALL);
    tell({ level, isSilent: silentSeconds > SILENT_SECONDS });
  });
}

/** By decibels, as ears do. */
function levelOf(peak: number): number {
  return peak <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(peak)) / FLOOR_DB));
}
