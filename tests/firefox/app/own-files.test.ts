/** Own material in a real Firefox: a clip, a picture, and music become part of a movie that is exported there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { stillSeconds } from '#shared/movie/still-box.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { lookAt, openPlantedApp, type FirefoxApp } from './open-app.ts';

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

/** Files are given to the field that the button opens. */
async function give({ page }: FirefoxApp, label: string, ...paths: string[]): Promise<void> {
  const field = await page.waitForSelector(`input[type=file][aria-label="${label}"]`);
  await field?.uploadFile(...paths);
}

test('a clip, a picture, and music are taken in, shown, and exported', async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-firefox-own-'));
  const [picture, music] = [join(folder, 'Harbor.jpg'), join(folder, 'Waltz.wav')];
  const clip = await clipPath({ seconds: SECONDS.clip, sceneNumber: 9 });
  await ffmpeg(['-i', clip, '-frames:v', '1', '-q:v', '2', picture]);
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12', '-ac', '2', music]);
  app = await openPlantedApp({ hasWebCodecs: true });
  const { page, press, see, downloaded } = app;

  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', clip);
  await see('1 scene added', 60_000);
  await press('button', 'Add Custom Scene');
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
