/** Where a clip's sound rests: the places at which a cut does no harm. Pure. */
import { PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';

export type Pause = { startSeconds: number; endSeconds: number };

/** A pause is quieter than this part of the clip's loudest moment: about 24 dB below it. */
const QUIET = 1 / 16;
/** Shorter ones are gaps within a word. */
const LEAST_PAUSE_SECONDS = 0.2;

/** In order. A clip that is silent from end to end has none: nothing in it is spoken or played. */
export function pausesIn({ peaks }: Pick<SoundShape, 'peaks'>): Pause[] {
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  const pauses: Pause[] = [];
  let from: number | null = null;
  for (let at = 0; at <= peaks.length; at += 1) {
    const isQuiet = at < peaks.length && (peaks[at] ?? 0) < loudest * QUIET;
    if (isQuiet) from ??= at;
    else if (from !== null) {
      if ((at - from) / PEAKS_PER_SECOND >= LEAST_PAUSE_SECONDS)
        pauses.push({ startSeconds: from / PEAKS_PER_SECOND, endSeconds: at / PEAKS_PER_SECOND });
      from = null;
    }
  }
  return pauses;
}
