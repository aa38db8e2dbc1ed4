/** Clips that browsers stumble over, as the preview's player shows them in Firefox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ODD_SCENE_NUMBER } from '#tests/helpers/clips/odd-clips.ts';
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
  async (_, form) => {
    const clip = { seconds: 8, size: '360p', sceneNumber: 7 } as const;
    expect(await firefox.previewClip({ clip, form }, FRAMES)).toEqual({ shown: FRAMES, problems: [], hasEnded: true });
  },
);

test.each(['turned by 90', 'turned by 270', 'Opus in MP4'] as const)(
  'a clip is shown upright and to the frame: %s',
  async (odd) => {
    const clip = { seconds: 4, size: '360p', sceneNumber: ODD_SCENE_NUMBER } as const;
    const frames = [0, 1, 50, 95, 24];
    expect(await firefox.previewClip({ clip, odd }, frames)).toEqual({ shown: frames, problems: [], hasEnded: true });
  },
);
