/**
 * Plays faster and backward, as J, K and L do in editing programs: silently, picture by picture. Forward at its own speed
 * the movie is played as ever.
 */
import { createTicker } from './ticker.ts';

export type Shuttle = {
  /** How many times as fast as the movie; negative backward, and 1 while nobody shuttles. */
  rate(): number;
  /** Goes in a direction or, where it does already, twice as fast. */
  press(direction: 1 | -1): void;
  /** Stays where it is. @returns whether somebody shuttled */
  stop(): boolean;
};

export type Shuttled = {
  /** Microseconds of the movie. */
  now(): number;
  durationUs(): number;
  isPlaying(): boolean;
  play(): void;
  pause(): void;
  /** Moves there; another place follows at once. */
  pass(timeUs: number): void;
  /** The rate is another. */
  onChange(): void;
};

const FASTEST = 4;

export function createShuttle(movie: Shuttled, nowMs: () => number = () => performance.now()): Shuttle {
  let run: { rate: number; fromUs: number; sinceMs: number } | null = null;
  const ticker = createTicker(() => tick());

  const stop = (): boolean => {
    if (run === null) return false;
    run = null;
    ticker.stop();
    movie.onChange();
    return true;
  };
  const tick = (): void => {
    if (run === null) return;
    const timeUs = run.fromUs + run.rate * (nowMs() - run.sinceMs) * 1_000;
    const isOver = run.rate < 0 ? timeUs <= 0 : timeUs >= movie.durationUs();
    movie.pass(Math.min(Math.max(timeUs, 0), movie.durationUs()));
    if (isOver) stop();
    else ticker.next();
  };
  const begin = (rate: number): void => {
    if (movie.isPlaying()) movie.pause();
    run = { rate, fromUs: movie.now(), sinceMs: nowMs() };
    movie.onChange();
    ticker.next();
  };
  return {
    rate: () => run?.rate ?? 1,
    press(direction) {
      if (movie.durationUs() === 0) return;
      const rate = run?.rate ?? (movie.isPlaying() ? 1 : 0);
      if (rate * direction > 0) return begin(Math.min(Math.abs(rate) * 2, FASTEST) * direction);
      stop();
      if (direction > 0) movie.play();
      else begin(-1);
    },
    stop,
  };
}
