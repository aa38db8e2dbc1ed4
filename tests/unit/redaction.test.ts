/** What is taken out of logged texts takes time in proportion to their length: anybody can choose them. */
import { expect, test } from 'vitest';
import { loggedAddress, redact } from '#edge-api/log.ts';

/** Beginnings of everything that is looked for. */
const beginnings = [
  ...['AIza', 'AQ.', 'Bearer ', 'Basic ', 'Bearer  ', 'eyJ', 'eyJ-', 'eyJ.', 'eyJa.', 'ghp_', 'github_pat_', 'ya29.'],
  ...['sid=', '__Host-sid=', 'sign-in=', '?code=', '&state=', '&key=', '?access_token=', '&code_verifier='],
];
/** What runs on behind a beginning. */
const runs = ['', '-', 'a', '.', ' ', '=', '&', 'eyJ-', '__Host-', 'AQ.'];

/** Milliseconds that the quickest of a few tries takes. */
function costOf(text: string): number {
  const tries = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    redact(text);
    return performance.now() - startedAt;
  });
  return Math.min(...tries);
}

test.each(beginnings)('a text of %j costs at most in proportion to its length', (beginning) => {
  for (const run of runs) {
    const piece = `${beginning}${run}`;
    for (const text of [
      (length: number) => piece.repeat(length / piece.length),
      (length: number) => beginning + run.repeat(length / Math.max(1, run.length)),
      (length: number) => `${piece}\n`.repeat(length / (piece.length + 1)),
    ]) {
      const [short, long] = [costOf(text(16_000)), costOf(text(160_000))];
      // Ten times the length; a cost that grows with its square is a hundred times as high, and seconds long.
      expect(long, `${JSON.stringify(piece)}: ${short} ms, then ${long} ms`).toBeLessThan(Math.max(40 * short, 50));
    }
  }
});

test('tokens are taken out wherever a word begins', () => {
  expect(redact('a eyJhbGci.eyJzdWIi.c2ln b')).toBe('a [token] b');
  expect(redact('"eyJhbGci.eyJzdWIi"')).toBe('"[token]"');
  expect(redact('eyJ- eyJhbGci.eyJzdWIi.c2ln')).toBe('eyJ- [token]');
});

test('a logged address ends after 512 characters', () => {
  expect(loggedAddress('/api/projects')).toBe('/api/projects');
  expect(loggedAddress(`/api/${'a'.repeat(4_000)}`)).toHaveLength(513);
});
