/** Own material in a real Firefox: a clip, a picture, and music become part of a movie that is exported there. */
import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { stillSeconds } from '#shared/movie/still-box.ts';
import { exportMovie } from './main-job.ts';
import { closeApps, lookAt, openPlantedApp, type FirefoxApp } from './open-app.ts';
import { bringMaterial, give } from './own-material.ts';
import { expectPlaying } from './timeline.ts';

const FPS = 24;
/** The planted movie, and what is added to it. */
const SECONDS = { planted: 30, clip: 2, picture: stillSeconds.byDefault };

let folder = '';
afterEach(async () => {
  await closeApps();
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
  await page.waitForFunction(isShown, { polling: 100 }, String(frame));
}

test('a clip, a picture, and music are taken in, played, and exported; what can’t be decoded is named', async () => {
  const material = await bringMaterial(SECONDS.clip);
  ({ folder } = material);
  const { clip, picture, music, phone } = material;
  const app = await openPlantedApp({ hasWebCodecs: true });
  const { page, press, see } = app;

  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', clip, phone);
  await see('1 scene added');
  await see('“Phone.mov” is in HEVC, which this browser can’t decode.');
  await give(app, 'Choose Files', picture);
  await press('button', 'Add as a Scene');
  await page.waitForFunction(() => document.querySelector('[role=dialog]') === null, { timeout: 90_000 });
  await see('Harbor');
  await lookAt(app, 'own-files-board');

  await press('tab', 'Timeline Editor');
  await page.waitForFunction(() => document.querySelectorAll('[data-scene]').length === 6, { polling: 100 });
  await give(app, 'Add music', music);
  await see('Music added');
  await lookAt(app, 'own-files-timeline');
  await seekToClip(app, 10);
  await expectPlaying(app);

  const { video } = await exportMovie(app, /^(As made|No loss)/);
  expect(video).toMatchObject({ width: 1280 });
  expect(Number(video?.nb_frames)).toBe((SECONDS.planted + SECONDS.clip + SECONDS.picture) * FPS);
  expect(app.errors).toEqual([]);
}, 480_000);

test('a private window says that it keeps no files, and keeps what else was done', async () => {
  const material = await bringMaterial(SECONDS.clip);
  ({ folder } = material);
  const app = await openPlantedApp({ hasWebCodecs: true, isPrivate: true });
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
