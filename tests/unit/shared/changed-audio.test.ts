/** Edits of different pieces and fields stay apart, also when one of them is restored. */
import { expect, test } from 'vitest';
import { audioMadeInto, changedAudio, haveAudioFieldInCommon } from '#shared/rules/changed-audio.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';

const [song, voice] = [audioPiece({ id: testId(1) }), audioPiece({ id: testId(2) })];
const from = [song, voice];

test('edits have something in common where they change the same field of a piece, or all of one', () => {
  const louder = changedAudio(from, [{ ...song, gainDb: 3 }, voice]);
  const softer = changedAudio(from, [{ ...song, gainDb: -3 }, voice]);
  const muted = changedAudio(from, [{ ...song, muted: true }, voice]);
  const removed = changedAudio(from, [voice]);
  expect(haveAudioFieldInCommon(louder, softer)).toBe(true);
  expect(haveAudioFieldInCommon(louder, muted)).toBe(false);
  expect(haveAudioFieldInCommon(muted, removed)).toBe(true);
  expect(haveAudioFieldInCommon(changedAudio(from, [song]), removed)).toBe(false);
});

test('what an edit changed is made the other’s, and nothing else', () => {
  const now = [
    { ...song, gainDb: -3, startSeconds: 9 },
    { ...voice, muted: true },
  ];
  const to = [{ ...song, gainDb: 3 }, voice];
  expect(audioMadeInto(now, { from: [{ ...song, gainDb: -3 }, voice], to })).toEqual([
    { ...song, gainDb: 3, startSeconds: 9 },
    { ...voice, muted: true },
  ]);
  expect(audioMadeInto([voice], { from: [voice], to: from })).toEqual(from);
  expect(audioMadeInto(from, { from, to: [song] })).toEqual([song]);
});
