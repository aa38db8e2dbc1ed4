/** Repeats a piece of music until the movie's end. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Fade } from './envelope.ts';
import type { SoundLayer } from './sound-layer.ts';

export type MusicRepeat = Pick<SoundLayer, 'startSample' | 'lengthSamples' | 'sourceStartSample' | 'gainDb' | 'fades'>;

export type MusicLengths = {
  /** Length of the whole movie, in samples. */
  movieSamples: number;
  /** The samples of it that are asked for; `toSample` is outside. */
  fromSample: number;
  toSample: number;
  /** Length of the piece at the movie's rate. */
  musicSamples: number;
  sampleRate: number;
};

/** Repeats run into each other for this long. */
const OVERLAP_SECONDS = 1;
/** A shorter piece is taken for a loop that was made to be joined as it is. */
const SHORTEST_OVERLAPPED_SECONDS = 4;
/** Less than this is no music, and would be thousands of repeats. */
const SHORTEST_SECONDS = 0.1;

/** The fades of the bed lie over all repeats; those between repeats have equal power. */
export function loopMusic(
  music: NonNullable<MoviePlan['music']>,
  { movieSamples, fromSample, toSample, musicSamples, sampleRate }: MusicLengths,
): MusicRepeat[] {
  if (musicSamples < SHORTEST_SECONDS * sampleRate) return [];
  const overlap =
    musicSamples > SHORTEST_OVERLAPPED_SECONDS * sampleRate ? Math.round(OVERLAP_SECONDS * sampleRate) : 0;
  const bed = bedFades(music, movieSamples, sampleRate);
  const repeats: MusicRepeat[] = [];
  for (let startSample = 0; startSample < toSample; startSample += musicSamples - overlap) {
    const isLast = startSample + musicSamples >= movieSamples;
    const from = Math.max(startSample, fromSample);
    const end = Math.min(startSample + musicSamples, movieSamples, toSample);
    const joins: Fade[] = [];
    if (overlap > 0 && startSample > 0)
      joins.push({ direction: 'in', curve: 'equal-power', start: 0, length: overlap });
    if (overlap > 0 && !isLast)
      joins.push({ direction: 'out', curve: 'equal-power', start: musicSamples - overlap, length: overlap });
    const fades = [...joins, ...bed.map((fade) => ({ ...fade, start: fade.start - startSample }))];
    if (from < end)
      repeats.push({
        startSample: from - fromSample,
        lengthSamples: end - from,
        sourceStartSample: from - startSample,
        gainDb: music.gainDb,
        fades: fades.map((fade) => ({ ...fade, start: fade.start - (from - startSample) })),
      });
    if (isLast) break;
  }
  return repeats;
}

function bedFades(
  { fadeInSeconds, fadeOutSeconds }: NonNullable<MoviePlan['music']>,
  lengthSamples: number,
  sampleRate: number,
): Fade[] {
  const rise = Math.min(lengthSamples, Math.round(fadeInSeconds * sampleRate));
  const fall = Math.min(lengthSamples, Math.round(fadeOutSeconds * sampleRate));
  return [
    ...(rise > 0 ? [{ direction: 'in', curve: 'linear', start: 0, length: rise } as const] : []),
    ...(fall > 0 ? [{ direction: 'out', curve: 'linear', start: lengthSamples - fall, length: fall } as const] : []),
  ];
}
