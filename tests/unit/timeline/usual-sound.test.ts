/** What becomes of music that is used as a voice-over, and the other way round. */
import { expect, test } from 'vitest';
import { asKind } from '#features/timeline/audio/usual-sound.ts';
import { audioPiece } from '#tests/helpers/rows.ts';

const music = audioPiece({ kind: 'music', outSeconds: 12, gainDb: -6, duckDb: 8, fadeOutSeconds: 2 });

test('music as it was added becomes a voice as it would be added, and back', () => {
  const voice = { kind: 'voice', gainDb: 0, duckDb: 0, fadeOutSeconds: 0 };
  expect(asKind(music, 'voice')).toEqual(voice);
  const back = { kind: 'music', gainDb: -6, duckDb: 8, fadeOutSeconds: 2 };
  expect(asKind({ ...music, kind: 'voice', gainDb: 0, duckDb: 0, fadeOutSeconds: 0 }, 'music')).toEqual(back);
});

test('what somebody has set stays', () => {
  expect(asKind({ ...music, gainDb: -9, fadeOutSeconds: 1 }, 'voice')).toEqual({ kind: 'voice', duckDb: 0 });
});

test('a short piece had a shorter fade from the beginning', () => {
  expect(asKind({ ...music, outSeconds: 3, fadeOutSeconds: 1.5 }, 'voice')).toMatchObject({ fadeOutSeconds: 0 });
});
