/**
 * Requests of one person begin a few at a time, so that whoever sends many at once waits for themselves and everybody
 * else's wait behind few of them. One that takes long, such as a call to a model, soon stops counting.
 */
import { AppError } from '#shared/errors.ts';
import { changeWords } from './words.ts';

/** Of one person; a page has far fewer on their way. */
const MOST_WAITING = 200;
/** Quick requests are over by then. */
const COUNTS_FOR_MS = 50;

export type PersonTurns = {
  /**
   * Waits for a person's turn. The caller ends it.
   * @returns what ends it
   * @throws AppError `rate_limited` when far too many wait
   */
  begin(userId: string): Promise<() => void>;
};

/** For hosts that give every request a place of its own. */
export const noTurns: PersonTurns = { begin: async () => () => {} };

type Turn = { beganMs: number };
type Line = { running: Turn[]; waiting: ((turn: Turn) => void)[]; timer: ReturnType<typeof setTimeout> | null };

/** @param atOnce how many requests of one person may be worked on at once */
export function personTurns(atOnce: number): PersonTurns {
  const lines = new Map<string, Line>();

  const start = (line: Line): Turn => {
    const turn = { beganMs: performance.now() };
    line.running.push(turn);
    return turn;
  };

  const serve = (userId: string, line: Line): void => {
    while (line.running.length < atOnce) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      next(start(line));
    }
    const [oldest] = line.running;
    if (oldest === undefined) {
      if (line.timer !== null) clearTimeout(line.timer);
      if (lines.get(userId) === line) lines.delete(userId);
    } else if (line.waiting.length > 0 && line.timer === null)
      line.timer = setTimeout(
        () => {
          line.timer = null;
          while ((line.running[0]?.beganMs ?? Infinity) + COUNTS_FOR_MS <= performance.now()) line.running.shift();
          serve(userId, line);
        },
        Math.max(1, Math.ceil(oldest.beganMs + COUNTS_FOR_MS - performance.now())),
      );
  };

  const end = (userId: string, line: Line, turn: Turn): void => {
    const place = line.running.indexOf(turn);
    if (place === -1) return;
    line.running.splice(place, 1);
    serve(userId, line);
  };

  return {
    begin: async (userId) => {
      const line: Line = lines.get(userId) ?? { running: [], waiting: [], timer: null };
      lines.set(userId, line);
      if (line.waiting.length >= MOST_WAITING)
        throw new AppError('rate_limited', changeWords.tooOften, { retryAfterSeconds: 1 });
      if (line.running.length < atOnce && line.waiting.length === 0) {
        const turn = start(line);
        return () => end(userId, line, turn);
      }
      const turn = await new Promise<Turn>((resolve) => {
        line.waiting.push(resolve);
        serve(userId, line);
      });
      return () => end(userId, line, turn);
    },
  };
}
