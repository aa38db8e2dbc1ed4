/** Clips that browsers stumble over, as the preview's player shows them in Firefox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ODD_SCENE_NUMBER, oddClips, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { OPEN_GROUP, TIME_FORMS } from '#tests/helpers/clips/odd-forms.ts';
import { startFirefox, type FirefoxHarness } from './harness.ts';

const FRAMES = [0, 1, 2, 124, 125, 126, 131, 191, 24, 189, 150];
/** It plays from the last of them to the end. */
const ODD_FRAMES = [0, 1, 50, 95, 24, 80];

let firefox: FirefoxHarness;
beforeAll(async () => {
  firefox = await startFirefox();
});
afterAll(() => firefox.close());

test.each(Object.entries({ 'a key frame that is no IDR': OPEN_GROUP, ...TIME_FORMS }))(
  'a clip with %s shows the frame that is asked for and plays to its end',
  async (_, form) => {
    const clip = { seconds: 8, size: '360p', sceneNumber: 7 } as const;
    expect(await firefox.previewClip({ clip, form }, FRAMES)).toEqual({ shown: FRAMES, problems: [], hasEnded: true });
  },
);

/** Firefox has no decoder for H.264 of ten bits. */
const UNPLAYABLE: readonly OddClipName[] = ['ten bits', 'HDR, PQ', 'HDR, HLG'];
/** Firefox has a system’s decoder for it, where there is one. */
const DECODED_BY_SYSTEM: OddClipName = 'HEVC of a phone';
const names = Object.keys(oddClips).filter((name): name is OddClipName => name in oddClips);
const preview = (odd: OddClipName) =>
  firefox.previewClip({ clip: { seconds: 4, size: '360p', sceneNumber: ODD_SCENE_NUMBER }, odd }, ODD_FRAMES);

test.each(names.filter((name) => !UNPLAYABLE.includes(name) && name !== DECODED_BY_SYSTEM))(
  'a clip is shown upright and to the frame: %s',
  async (odd) => {
    expect(await preview(odd)).toEqual({ shown: ODD_FRAMES, problems: [], hasEnded: true });
  },
);

test('HEVC of a phone is shown upright and to the frame, or named where the system has no decoder', async () => {
  const { problems, ...rest } = await preview(DECODED_BY_SYSTEM);
  const isPlayed = problems.length === 0;
  expect(rest).toEqual({ shown: isPlayed ? ODD_FRAMES : ODD_FRAMES.map(() => null), hasEnded: true });
  const named = ['Your browser can’t play the clip of scene 7 (HEVC). Try another browser.'];
  expect([...new Set(problems)]).toEqual(isPlayed ? [] : named);
});

test.each(UNPLAYABLE)('a clip that can’t be decoded is named, and the movie goes on: %s', async (odd) => {
  const { shown, problems, hasEnded } = await preview(odd);
  expect({ shown, hasEnded }).toEqual({ shown: ODD_FRAMES.map(() => null), hasEnded: true });
  expect(new Set(problems)).toEqual(
    new Set(['Your browser can’t play the clip of scene 7 (H.264). Try another browser.']),
  );
});
