/** What a run of the tests tries: the seed of its random values, and its turn of the tests that take turns. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** As many pushes in a row run every test that takes turns. */
export const TURNS = 3;

/**
 * @returns {number} TEST_SEED, or what follows from the commit's tree, so that one commit always tries the same values and
 * another one others; without git's history, from the lock file
 */
export function testSeed() {
  const given = process.env.TEST_SEED;
  if (given !== undefined) return Number(given);
  return (
    createHash('sha256')
      .update(treeHash() ?? readFileSync(`${root}package-lock.json`))
      .digest()
      .readUInt32BE() >>> 1
  );
}

/** @returns {number | 'all'} TEST_TURN, or the push's number modulo the number of turns; all turns by `TEST_TURN=all` */
export function testTurn() {
  const given = process.env.TEST_TURN;
  if (given === 'all') return given;
  return Number(given ?? JSON.parse(readFileSync(`${root}tests/turn.json`, 'utf8')).number) % TURNS;
}

/** @returns {number} how many times slower than a quiet machine this one was found to be; at least 1 */
export function testSlowness() {
  return Math.max(1, Number(process.env.TEST_SLOWNESS ?? 1));
}

/** Hands the values on to all that this process starts; pages get them from Vite, which takes only names that begin so. */
export function shareTestValues() {
  process.env.VITE_TEST_SEED = String(testSeed());
  process.env.VITE_TEST_TURN = String(testTurn());
}

/** @returns {string | undefined} of the commit; nothing without git's history */
export function treeHash() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
