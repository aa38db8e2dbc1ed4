/** The main job in a Firefox without encoders, to movies on the disk: one that the server writes, and one that is joined here. */
import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { expectWhole, exportMovie, makeMovie } from './main-job.ts';
import { closeApps, openApp, type FirefoxApp } from './open-app.ts';
import { bringMaterial, give } from './own-material.ts';

afterEach(closeApps);

/** Without decoders and encoders a clip and music are taken in; a picture isn't, and the dialog says why. */
async function expectOwnMaterial(open: FirefoxApp): Promise<void> {
  const { folder, clip, picture, music } = await bringMaterial(2);
  try {
    const { page, press, see } = open;
    await press('tab', 'Scene Editor');
    await press('button', 'Add Custom Scene');
    await give(open, 'Choose Files', clip);
    await see('1 scene added');
    await press('button', 'Add Custom Scene');
    await give(open, 'Choose Files', picture);
    await press('button', 'Add as a Scene');
    await see('This browser can’t encode H.264, so it can’t turn “Harbor.jpg” into a scene.');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
    await press('tab', 'Timeline Editor');
    await page.waitForFunction(() => document.querySelectorAll('[data-scene]').length === 5, { polling: 100 });
    await give(open, 'Add music', music);
    await see('Music added');
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('with WebCodecs off, the main job ends with the server’s movie; what needs no encoding is still joined here', async () => {
  const app = await openApp({ hasWebCodecs: false });
  await makeMovie(app);
  await app.see('Your browser has no video encoder, video decoder, audio encoder, and audio decoder.');
  await app.see('Movies that need no re-encoding can still be made here.');
  await app.see('Recommended: Chrome 94+, Edge 94+, Opera 80+.');
  const written = await exportMovie(app, /^1080p/, 'Export started (may take a few minutes)');
  expectWhole(written, { width: 1920, height: 1080 });
  await app.press('button', 'Dismiss export');
  const joined = await exportMovie(app, /^(As made|No loss)/, '4 scenes copied, checked');
  expectWhole(joined, { width: 1280, height: 720 });
  await expectOwnMaterial(app);
  expect(app.errors).toEqual([]);
}, 420_000);
