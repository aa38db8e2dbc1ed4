/** Clips that people have, and real ones of the model: each is taken in and is right everywhere, or a sentence names it. */
import { commands } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { planOf } from './media-movie.ts';
import { everyOddClip, oddClip } from './odd-clip-cases.ts';
import {
  isTold,
  LONGEST_MS,
  problemEverywhere,
  removeFolders,
  takeIn,
  type Everywhere,
} from './own-files-everywhere.ts';

afterAll(removeFolders);

/** `npm run test:long` takes all of them. */
const IS_LONG = import.meta.env['VITE_ODD_OWN_FILES'] !== undefined;
const SOME: OddClipName[] = ['turned by 90, of a varying rate', 'AC-3', 'WebM of a screen recorder'];

/** Those whose movies have cases of their own, and the rest. */
const NAMES: OddClipName[] = [
  ...everyOddClip.map(({ name }) => name),
  'AC-3',
  'E-AC-3',
  'Apple Lossless',
  'VP8 and Vorbis in WebM',
  'VP9 and Opus in WebM',
  'H.264 and AAC in Matroska',
  'WebM of a screen recorder',
  'turned by 90, of a varying rate',
  'turned by 90, of pixels that are not square',
  'a second sound that is spatial',
  'HEVC of a phone',
];

const RIGHT = 'right everywhere';
/** What becomes of those that are no movie here, by the sentence that says why. */
const TOLD: Partial<Record<OddClipName, RegExp>> = {
  'AAC in ADTS frames': /MPEG-TS.*Convert it to MP4/,
  'AC-3': /AC-3/,
  'E-AC-3': /E-AC-3/,
  'Apple Lossless': /Apple Lossless/,
  'HEVC of a phone': /HEVC.*Convert it to H\.264/,
};

/** The browser, its canvas, and ffmpeg bring high dynamic range into ours each in a way of its own. */
const HDR = { preview: 0.98, server: 0.93 };
const HOW: Partial<Record<OddClipName, Partial<Everywhere>>> = {
  'HDR, PQ': { least: HDR },
  'HDR, HLG': { least: HDR },
  'HDR, PQ, VP9': { least: HDR },
};

async function outcomeOf(blob: Blob, name: string, how: Partial<Everywhere>): Promise<string | null> {
  const file = new File([blob], name);
  const signal = AbortSignal.timeout(LONGEST_MS);
  const { taken, problem } = await takeIn(file, 'clip', signal);
  if (problem !== null) return problem;
  if (!taken.ok) return taken.sentence;
  try {
    const { plan, sources } = await planOf([{ file, number: 1 }]);
    return await problemEverywhere({ plan, sources, isNumbered: true, isWhole: true, ...how }, signal);
  } catch (error) {
    if (isTold(error)) return error.message;
    throw error;
  }
}

test.for(IS_LONG ? NAMES : SOME)('a clip of the corpus: %s', async (name) => {
  const outcome = await outcomeOf((await oddClip(name)).file, `${name}.mp4`, HOW[name] ?? {});
  expect(outcome ?? RIGHT).toMatch(TOLD[name] ?? RIGHT);
});

test('real clips, where STORYREEL_CLIPS_DIR names a folder of them', async () => {
  for (const path of IS_LONG ? await commands.realClips() : []) {
    const file = await (await fetch(`/@fs${path}`)).blob();
    expect({ path, outcome: await outcomeOf(file, 'Real clip.mp4', { isNumbered: false }) }).toEqual({
      path,
      outcome: null,
    });
  }
}, 600_000);
