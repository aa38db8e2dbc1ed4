/** The main job in a real Firefox, to a movie on the disk: written by Firefox where it can, else by the server. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { makeMovie } from './main-job.ts';
import { openApp, type FirefoxApp } from './open-app.ts';
import { bringMaterial, give } from './own-material.ts';

const EXPORT_MS = 200_000;

let app: FirefoxApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function startExport({ press, see }: FirefoxApp, size: RegExp): Promise<void> {
  await press('button', 'Export Movie');
  await press('radio', size);
  await press('button', 'Start Export');
  await see('Export started (may take a few minutes)');
}

async function takeMovie({ press, see, downloaded }: FirefoxApp): Promise<string> {
  await see('Download Export', EXPORT_MS);
  return await downloaded(() => press('button', 'Download Export'));
}

async function expectMovie(path: string, size: { width: number; height: number }): Promise<void> {
  // Firefox numbers a second file of one name.
  expect(basename(path)).toMatch(/^The-Glass-Lighthouse(\(1\))?\.mp4$/);
  const { video, audio, format } = await probeFile(path);
  expect(video).toMatchObject({ codec_name: 'h264', ...size });
  expect(audio).toMatchObject({ codec_name: 'aac' });
  expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(path)).toEqual([]);
}

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
  app = await openApp({ hasWebCodecs: false });
  await makeMovie(app);
  await app.see('Your browser has no video encoder, video decoder, audio encoder, and audio decoder.');
  await app.see('Movies that need no re-encoding can still be made here.');
  await app.see('Recommended: Chrome 94+, Edge 94+, Opera 80+.');
  await startExport(app, /^1080p/);
  await expectMovie(await takeMovie(app), { width: 1920, height: 1080 });
  await app.press('button', 'Dismiss export');
  await startExport(app, /^(As made|No loss)/);
  await app.see('4 scenes copied, checked', EXPORT_MS);
  await expectMovie(await takeMovie(app), { width: 1280, height: 720 });
  await expectOwnMaterial(app);
  expect(app.errors).toEqual([]);
}, 420_000);

test('with WebCodecs on, Firefox writes the movie by itself', async () => {
  app = await openApp({ hasWebCodecs: true, env: { PATH: '/nowhere' } });
  await makeMovie(app);
  expect(await app.text()).not.toContain('Your browser has no');
  await startExport(app, /^480p/);
  await expectMovie(await takeMovie(app), { width: 854, height: 480 });
  expect(app.errors).toEqual([]);
}, 420_000);
