/** Own material in a real Firefox: a clip, a picture, and music become part of a movie that is exported there. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { stillSeconds } from '#shared/movie/still-box.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { oddClipPath } from '#tests/helpers/clips/odd-clips.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { lookAt, openPlantedApp, type FirefoxApp } from './open-app.ts';
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

/** Files are given to the field that the button opens. */
async function give({ page }: FirefoxApp, label: string, ...paths: string[]): Promise<void> {
  const field = await page.waitForSelector(`input[type=file][aria-label="${label}"]`);
  await field?.uploadFile(...paths);
}

type Brought = { clip: string; picture: string; music: string; phone: string };

async function bring(): Promise<Brought> {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-firefox-own-'));
  const inFolder = (name: string): string => join(folder, name);
  const [picture, music, phone] = [inFolder('Harbor.jpg'), inFolder('Waltz.wav'), inFolder('Phone.mov')];
  const clip = await clipPath({ seconds: SECONDS.clip, sceneNumber: 9 });
  await ffmpeg(['-i', clip, '-frames:v', '1', '-q:v', '2', picture]);
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12', '-ac', '2', music]);
  await copyFile(await oddClipPath('HEVC of a phone'), phone);
  return { clip, picture, music, phone };
}

/** The planted scenes come first. */
async function seekToClip({ page }: FirefoxApp): Promise<void> {
  await page.evaluate((frame) => {
    const playhead = document.querySelector<HTMLInputElement>('input[aria-label="Playhead"]');
    if (playhead === null) throw new Error('There is no playhead.');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(playhead, String(frame));
    playhead.dispatchEvent(new Event('input', { bubbles: true }));
  }, SECONDS.planted * FPS);
  const isShown = (): boolean =>
    [...document.querySelectorAll('canvas')].some(({ dataset }) => dataset['clipFrame'] === '0');
  await page.waitForFunction(isShown, { timeout: 30_000, polling: 100 });
}

test('a clip, a picture, and music are taken in, played, and exported; what can’t be decoded is named', async () => {
  const { clip, picture, music, phone } = await bring();
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
  await seekToClip(app);
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

test('without decoders and encoders a clip and music are taken in, and a picture is not, which is said', async () => {
  const { clip, picture, music } = await bring();
  app = await openPlantedApp({ hasWebCodecs: false });
  const { page, press, see } = app;
  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', clip);
  await see('1 scene added', 60_000);
  await press('button', 'Add Custom Scene');
  await give(app, 'Choose Files', picture);
  await press('button', 'Add as a Scene');
  await see('This browser can’t encode H.264, so it can’t turn “Harbor.jpg” into a scene.', 60_000);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  await press('tab', 'Timeline Editor');
  await page.waitForFunction(() => document.querySelectorAll('[data-scene]').length === 5, { polling: 100 });
  await give(app, 'Add music', music);
  await see('Music added', 60_000);
  expect(app.errors).toEqual([]);
}, 240_000);
