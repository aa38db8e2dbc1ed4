import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutLongRuns, wordDifference, type Piece } from '#widgets/word-difference.ts';

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const plain = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

test.each([
  ['Ines sees a light over the water.', 'Ines sees a beam cross the clouds.', 'Ines sees a [light over the water.]'],
  ['One two', 'One two', 'One two'],
  ['', 'All new', ''],
  ['All gone', '', '[All gone]'],
  ['a b c', 'c b a', '[a b c]'],
])('%s → %s', (before, after, wanted) => {
  expect(marked(wordDifference(before, after).before)).toBe(wanted);
});

test('both texts are whole in their pieces, and what is left without the changes is the same in both', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = wordDifference(before, after);
      expect([plain(pieces.before), plain(pieces.after)]).toEqual([before, after]);
      const kept = (side: readonly Piece[]): string[] =>
        plain(side.filter(({ isChanged }) => !isChanged)).match(/\S+/g) ?? [];
      expect(kept(pieces.before)).toEqual(kept(pieces.after));
    }),
  );
});

test('long unchanged runs are cut down to the words beside a change', () => {
  const run = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
  const { before } = wordDifference(`${run} old ${run}`, `${run} new ${run}`);
  expect(marked(withoutLongRuns(before))).toBe('… w22 w23 w24 w25 w26 w27 w28 w29 [old] w0 w1 w2 w3 w4 w5 w6 w7 …');
  expect(withoutLongRuns([{ text: run, isChanged: false }])).toEqual([{ text: run, isChanged: false }]);
});

test('texts of very many words are told as a whole', () => {
  const long = 'word '.repeat(2_500);
  expect(wordDifference(long, 'short').after).toEqual([{ text: 'short', isChanged: true }]);
});
