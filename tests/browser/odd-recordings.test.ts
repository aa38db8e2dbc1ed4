/** Clips that people have, from phones and recorders: each is taken in and is right everywhere, or a sentence names it. */
import { afterAll, expect, test } from 'vitest';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { oddClip } from './odd-clip-cases.ts';
import { removeTakenIn } from './opfs.ts';
import { outcomeOf, RIGHT } from './own-files-everywhere.ts';

afterAll(removeTakenIn);

/** With the sentence that says why some are no movie here. */
const OUTCOMES: [OddClipName, outcome: RegExp | string][] = [
  ['AC-3', /AC-3/],
  ['E-AC-3', /E-AC-3/],
  ['Apple Lossless', /Apple Lossless/],
  ['HEVC of a phone', /HEVC.*Convert it to H\.264/],
  ['VP8 and Vorbis in WebM', RIGHT],
  ['VP9 and Opus in WebM', RIGHT],
  ['H.264 and AAC in Matroska', RIGHT],
  ['WebM of a screen recorder', RIGHT],
  ['turned by 90, of a varying rate', RIGHT],
  ['turned by 90, of pixels that are not square', RIGHT],
  ['a second sound that is spatial', RIGHT],
];

test.for(OUTCOMES)('%s', async ([name, outcome], { signal }) => {
  const file = new File([(await oddClip(name)).file], `${name}.mp4`);
  expect((await outcomeOf(file, signal)) ?? RIGHT).toMatch(outcome);
});
