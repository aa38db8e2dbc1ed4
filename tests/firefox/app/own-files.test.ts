/** Own material in a real Firefox: a clip, a picture, and music become part of a movie that is exported there. */
import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { stillSeconds } from '#shared/movie/still-box.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { lookAt, openPlantedApp, type FirefoxApp } from './open-app.ts';
import { bringMaterial, give } from './own-material.ts';
import { expectPlaying } from './timeline.ts';

const FPS = 24;
/** The planted movie, and what is added to it. */
const SECONDS = { planted: 30, clip: 2, picture: stillSeconds.byDefault };

let app: FirefoxApp | null = null;
let folder = '';
afterEach(async () => {
  await app?.close();
  app = null;
  await rm(folder, { recursive: true, force: true });
});

/** To a picture of the own clip, which comes behind the planted scenes. */
async function seekToClip({ page }: FirefoxApp, frame: number): Promise<void> {
  await page.evaluate(
    (wanted) => {
      const playhead = document.querySelector<HTMLInputElement>('input[aria-label="Playhead"]');
      if (playhead === null) throw new Error('There is no playhead.');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(playhead, String(wanted));
      playhead.dispatchEvent(new Event('input', { bubbles: true }));
    },
    SECONDS.planted * FPS + frame,
  );
  const isShown = (wanted: string): boolean =>
    [...document.querySelectorAll('canvas')].some(({ dataset }) => dataset['clipFrame'] === wanted);
  await page.waitForFunction(isShown, { timeout: 30_000, polling: 100 }, String(frame));
}

test('a clip, a picture, and music are taken in, played, and exported; what can’t be decoded is named', async () => {
  const material = await bringMaterial(SECONDS.clip);
  ({ folder } = material);
  const { clip, picture, music, phone } = material;
  app = await openPlantedApp({ hasWebCodecs: true });
  const { page, press, see, downloaded } = app;

  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', clip, phone);
  await see('1 scene added', 60_000);
  await see('“Phone.mov” is in HEVC, which this browser can’t decode.');
  await give(app, 'Choose Files', picture);
  await press('button', 'Add as a Scene');
  await page.waitForFunction(() => document.querySelector('[role=dialog]') === null, { timeout: 90_000 });
  await see('Harbor', 60_000);
  await lookAt(app, 'own-files-board');

  await press('tab', 'Timeline Editor');
  await page.waitForFunction(() => document.querySelectorAll('[data-scene]').length === 6, { polling: 100 });
  await give(app, 'Add music', music);
  await see('Music added', 60_000);
  await lookAt(app, 'own-files-timeline');
  await seekToClip(app, 10);
  await expectPlaying(app);

  await press('button', 'Export Movie');
  await press('radio', /^(As made|No loss)/);
  await press('button', 'Start Export');
  await see('Download Export', 300_000);
  const path = await downloaded(async () => press('button', 'Download Export'));
  const { video, audio } = await probeFile(path);
  expect(video).toMatchObject({ codec_name: 'h264', width: 1280 });
  expect(audio).toMatchObject({ codec_name: 'aac' });
  expect(Number(video?.nb_frames)).toBe((SECONDS.planted + SECONDS.clip + SECONDS.picture) * FPS);
  expect(await decodeErrors(path)).toEqual([]);
  expect(app.errors).toEqual([]);
}, 480_000);

test('a private window says that it keeps no files, and keeps what else was done', async () => {
  const material = await bringMaterial(SECONDS.clip);
  ({ folder } = material);
  app = await openPlantedApp({ hasWebCodecs: true, isPrivate: true });
  const { page, server, press, see } = app;
  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', material.clip);
  await see('this browser keeps no files in private windows');
  await press('button', 'Close');
  await see('Saved');
  await page.goto(`${server.url}/settings/storage`);
  await see('The Glass Lighthouse');
  expect(app.errors).toEqual([]);
}, 240_000);
