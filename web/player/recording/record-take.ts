/** Records a microphone while the movie plays, and tells where the recording belongs in it. */
import { secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { wavHead, wavSamples } from '#shared/sound/wav.ts';
import type { MoviePlayer } from '../movie-player.ts';
import type { CapturedBlock, Microphone } from './microphone.ts';
import { median, placeTake, type TakePlace } from './place-take.ts';

/** What ended it. */
export type TakeEnd = 'person' | 'movie' | 'unplugged' | 'waited' | 'full';

export type Take = TakePlace & {
  /** A WAV file. */
  file: Blob;
  end: TakeEnd;
};

type TakeOptions = {
  /** Of the movie, where it begins. */
  startSeconds: number;
  /** By how much the person wants recordings later. */
  shiftSeconds: number;
  /** Ends it; what was recorded counts. */
  stop: AbortSignal;
};

type TakePlayer = Pick<MoviePlayer, 'seek' | 'play' | 'pause' | 'now' | 'getState' | 'subscribe'>;

/** Recorded ahead of the movie, so that a wanted shift finds sound there. */
const LEAD_MS = 500;
/** Recorded behind the end at least, and behind what is still to arrive of what was said until then. */
const TAIL_MS = 300;
/** From its start on, the clock is read once it has settled. */
const SETTLED_SECONDS = 0.1;
/** A movie that waits for more than this has left its recording behind. */
const LONGEST_WAIT_SECONDS = 0.25;
const LONGEST_SECONDS = 1_800;
/** Pieces are put together so that the browser may keep them on the disk. */
const TOGETHER = 200;

/** Resolves when it is over; null where nothing was recorded. */
export async function recordTake(
  player: TakePlayer,
  microphone: Pick<Microphone, 'onBlock' | 'onLost' | 'isLive' | 'clockSeconds' | 'latencySeconds' | 'sampleRate'>,
  { startSeconds, shiftSeconds, stop }: TakeOptions,
): Promise<Take | null> {
  const sound = collect(microphone.sampleRate);
  /** What is heard of the movie less the clock, read again and again. */
  const readings: number[] = [];
  let endSeconds = startSeconds;
  const state: { end: TakeEnd | null; isPlaying: boolean } = { end: null, isPlaying: false };
  const over = new AbortController();
  const finish = (by: TakeEnd): void => {
    state.end ??= by;
    over.abort();
  };
  const read = (): void => {
    const now = secondsFromUs(player.now());
    if (state.end !== null || !state.isPlaying || now < startSeconds + SETTLED_SECONDS) return;
    const reading = now - microphone.clockSeconds();
    const first = readings[0] ?? reading;
    if (Math.abs(reading - first) > LONGEST_WAIT_SECONDS) return finish('waited');
    readings.push(reading);
    endSeconds = now;
  };
  const stopListening = [
    microphone.onBlock((block) => {
      sound.add(block);
      read();
      if (sound.seconds() > LONGEST_SECONDS) finish('full');
    }),
    microphone.onLost(() => finish('unplugged')),
    player.subscribe(() => {
      if (state.isPlaying && !player.getState().isPlaying) finish('movie');
    }),
  ];
  const byPerson = (): void => finish('person');
  stop.addEventListener('abort', byPerson);
  try {
    player.seek(usFromSeconds(startSeconds));
    await pause(LEAD_MS, over.signal);
    if (!microphone.isLive()) finish('unplugged');
    if (stop.aborted) finish('person');
    if (state.end !== null) return null;
    player.play();
    state.isPlaying = true;
    await pause(Infinity, over.signal);
    if (microphone.isLive()) await pause(tailMs(microphone.latencySeconds, shiftSeconds));
  } finally {
    stop.removeEventListener('abort', byPerson);
    for (const off of stopListening) off();
    if (player.getState().isPlaying) player.pause();
  }
  const heardLessClock = median(readings);
  const first = sound.firstSeconds();
  if (heardLessClock === null || first === null) return null;
  const place = placeTake({
    ...{ startSeconds, endSeconds, heardLessClock, shiftSeconds },
    firstSeconds: first,
    fileSeconds: sound.seconds(),
    latencySeconds: microphone.latencySeconds,
  });
  return { ...place, file: sound.wav(), end: state.end ?? 'person' };
}

/** A recording that is wanted earlier is taken from later in the file. */
function tailMs(latencySeconds: number, shiftSeconds: number): number {
  return TAIL_MS + Math.max(0, latencySeconds - shiftSeconds) * 1_000;
}

/** Blocks one behind the other, with silence where there was none. */
function collect(sampleRate: number) {
  let first: number | null = null;
  let count = 0;
  let parts: BlobPart[] = [];
  const put = (plane: Float32Array): void => {
    parts.push(wavSamples(plane));
    count += plane.length;
    if (parts.length > TOGETHER) parts = [new Blob(parts)];
  };
  return {
    add({ frame, plane }: CapturedBlock): void {
      first ??= frame;
      const missing = frame - (first + count);
      if (missing > 0) put(new Float32Array(Math.min(missing, sampleRate * LONGEST_SECONDS)));
      put(plane);
    },
    seconds: (): number => count / sampleRate,
    firstSeconds: (): number | null => (first === null ? null : first / sampleRate),
    wav: (): Blob => new Blob([wavHead(sampleRate, count), ...parts], { type: 'audio/wav' }),
  };
}

/** @param ms may be endless @param until ends it sooner */
function pause(ms: number, until?: AbortSignal): Promise<void> {
  if (until?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    if (Number.isFinite(ms)) setTimeout(resolve, ms);
    until?.addEventListener('abort', () => resolve(), { once: true });
  });
}
