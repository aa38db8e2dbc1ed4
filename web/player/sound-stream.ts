/** The sound that the worker renders, from when it is asked for until it is heard. */
import { SOUND_FORMAT, type PreviewRequest } from '#media/preview/client.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import type { MovieClock } from './movie-clock.ts';
import type { SoundBlock, SoundOutput } from './sound-output.ts';

export type SoundStream = {
  /** Asks for sound from a time of the movie on, unless it has been asked for. It is kept until `startPlaying`. */
  listen(timeUs: number): void;
  /** The first of it is here. */
  isReady(): boolean;
  /** The clock has started where the sound begins. */
  startPlaying(): void;
  /** Ends what is heard, and forgets the rest. */
  stopPlaying(): void;
  /** Forgets what was prepared: it would sound otherwise now. */
  forget(): void;
  /** Other sound from here on: what is heard goes on until it is there. */
  replace(timeUs: number): void;
  /** Asks for more, as the playhead comes nearer to what there is. */
  goOn(timeUs: number): void;
  /** A block from the worker. */
  take(block: SoundBlock & { id: number }): void;
};

/** Seconds that are asked for while the movie stands, and ahead of the playhead. */
const PREPARED_SECONDS = 1;
const AHEAD_SECONDS = 3;
/** Where other sound takes over, so that it is there in time. */
const REPLACED_AFTER_SECONDS = 0.15;

export function createSoundStream(
  output: Pick<SoundOutput, 'play' | 'cut'>,
  clock: Pick<MovieClock, 'anchor'>,
  send: (request: PreviewRequest) => void,
): SoundStream {
  let id = 0;
  /** The first sample that was asked for; null for none. */
  let from: number | null = null;
  let until = 0;
  let waiting: SoundBlock[] = [];
  let isPlaying = false;
  /** The next block takes the place of what is heard. */
  let isReplacing = false;

  const ask = (sample: number, seconds: number): void => {
    id += 1;
    [from, until, waiting] = [sample, sample + seconds * SOUND_FORMAT.sampleRate, []];
    send({ type: 'listen', id, from, until });
  };
  const play = (block: SoundBlock): void => {
    const anchor = clock.anchor();
    // While the computer's clock counts, nothing can be heard.
    if (anchor === null) return;
    if (isReplacing) output.cut({ movieSample: block.from, anchor });
    isReplacing = false;
    output.play(block, anchor);
  };
  return {
    listen(timeUs) {
      const sample = samplesOf(timeUs);
      if (from !== sample || isPlaying) ask(sample, PREPARED_SECONDS);
    },
    isReady: () => waiting.length > 0,
    startPlaying() {
      isPlaying = true;
      for (const block of waiting) play(block);
      waiting = [];
    },
    stopPlaying() {
      output.cut();
      if (!isPlaying) return;
      [isPlaying, isReplacing, from] = [false, false, null];
      send({ type: 'silence' });
      id += 1;
    },
    forget() {
      if (isPlaying || from === null) return;
      [from, waiting] = [null, []];
      id += 1;
      send({ type: 'silence' });
    },
    replace(timeUs) {
      if (!isPlaying) return;
      isReplacing = true;
      ask(samplesOf(timeUs) + REPLACED_AFTER_SECONDS * SOUND_FORMAT.sampleRate, AHEAD_SECONDS);
    },
    goOn(timeUs) {
      const wanted = samplesOf(timeUs) + AHEAD_SECONDS * SOUND_FORMAT.sampleRate;
      if (wanted < until + SOUND_FORMAT.sampleRate / 2) return;
      until = wanted;
      send({ type: 'listen-on', id, until });
    },
    take(block) {
      if (block.id !== id) return;
      if (isPlaying) play(block);
      else waiting.push(block);
    },
  };
}

function samplesOf(timeUs: number): number {
  return Math.round((timeUs * SOUND_FORMAT.sampleRate) / US_PER_SECOND);
}
