/**
 * The movie's time while it plays: that of the sound that is heard, or the computer's while none can be. It never goes
 * back. Times are microseconds of the movie.
 */
import { SOUND_FORMAT } from '#media/preview/client.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import type { SoundAnchor, SoundOutput } from './sound-output.ts';

export type MovieClock = {
  isRunning(): boolean;
  start(timeUs: number): void;
  /** Stops at the time that it shows. */
  stop(): void;
  now(): number;
  /** Moves by this much without a break: the plan has changed before the playhead. */
  shift(byUs: number): void;
  /** By which sound is scheduled; null while the computer's clock counts. */
  anchor(): SoundAnchor | null;
  /** Goes on by the other clock, after the context has started or stopped. Whether it did. */
  follow(): boolean;
};

type Running = { isBySound: boolean; timeUs: number; atSeconds: number };

export function createMovieClock(
  sound: Pick<SoundOutput, 'isRunning' | 'heardSeconds' | 'soonSeconds'>,
  wallMs: () => number = () => performance.now(),
): MovieClock {
  let running: Running | null = null;
  let shownUs = 0;

  const read = ({ isBySound, timeUs, atSeconds }: Running): number => {
    const seconds = isBySound ? sound.heardSeconds() : wallMs() / 1_000;
    return timeUs + Math.max(0, seconds - atSeconds) * US_PER_SECOND;
  };
  const now = (): number => {
    if (running !== null && (!running.isBySound || sound.isRunning())) shownUs = Math.max(shownUs, read(running));
    return shownUs;
  };
  const start = (timeUs: number): void => {
    shownUs = timeUs;
    const isBySound = sound.isRunning();
    // On whole samples, by which blocks are scheduled.
    const soon = Math.ceil(sound.soonSeconds() * SOUND_FORMAT.sampleRate) / SOUND_FORMAT.sampleRate;
    running = { isBySound, timeUs, atSeconds: isBySound ? soon : wallMs() / 1_000 };
  };
  return {
    isRunning: () => running !== null,
    start,
    stop() {
      now();
      running = null;
    },
    now,
    shift(byUs) {
      shownUs += byUs;
      if (running !== null) running.timeUs += byUs;
    },
    anchor: () =>
      running?.isBySound === true
        ? {
            movieSample: Math.round((running.timeUs * SOUND_FORMAT.sampleRate) / US_PER_SECOND),
            contextFrame: Math.round(running.atSeconds * SOUND_FORMAT.sampleRate),
          }
        : null,
    follow() {
      if (running === null || running.isBySound === sound.isRunning()) return false;
      start(now());
      return true;
    },
  };
}
