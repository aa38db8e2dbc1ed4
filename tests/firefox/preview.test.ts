/** Clips that browsers stumble over, as the preview's player shows them in Firefox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPEN_GROUP, TIME_FORMS } from '#tests/helpers/clips/odd-forms.ts';
import { startFirefox, type FirefoxHarness } from './harness.ts';

const FRAMES = [0, 1, 2, 124, 125, 126, 131, 191, 24, 189, 150];

let firefox: FirefoxHarness;

beforeAll(async () => {
  firefox = await startFirefox();
});

afterAll(async () => {
  await firefox.close();
});

test.each(Object.entries({ 'a key frame that is no IDR': OPEN_GROUP, ...TIME_FORMS }))(
  'a clip with %s shows the frame that is asked for and plays to its end',
  async (_, args) => {
    const clip = { seconds: 8, size: '360p', sceneNumber: 7 } as const;
    expect(await firefox.previewClip(clip, args, FRAMES)).toEqual({ shown: FRAMES, problems: [], hasEnded: true });
  },
);
