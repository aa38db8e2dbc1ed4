/** The seed and the turn of this run, in Node and in a page (`scripts/test-values.mjs`). */

/** Vite's, or Node's where Playwright loads a test. */
const values: Record<string, string | undefined> = import.meta.env ?? process.env;

/** Of all random values: a failing test names it, and TEST_SEED tries the same values again. */
export const SEED = Number(values['VITE_TEST_SEED']);

const turn = values['VITE_TEST_TURN'];

/** Each third of a list takes its turn: three pushes in a row try all of it, and `npm run test:full` tries it at once. */
export function someOf<T>(all: readonly T[]): readonly T[] {
  return turn === 'all' ? all : all.filter((_, index) => index % 3 === Number(turn));
}
