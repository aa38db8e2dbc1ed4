/**
 * A film of nothing but own material of several kinds, made and exported without the network; then opened on a second device, and written
 * by the server as well: the same pictures and the same sound.
 */
import { writeFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { likenessOf } from '#tests/helpers/compare-movies.ts';
import { decodeErrors, pcm, probeFile } from '#tests/helpers/ffprobe.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { download, openDialog } from './export-steps.ts';
import { filesOnDevice, scenesOnServer, untilAppIsKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { plantIn, plantMicrophone } from './plant-microphone.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

test.setTimeout(400_000);

const FPS = 24;
const SECONDS = { clip: 4, screen: 2, still: 3, voice: 3 };
const LENGTH = SECONDS.clip + SECONDS.screen + SECONDS.still;
const RATE = 48_000;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test('a film of own clips, a still, music, and a voice-over is the same on both devices and from the server', async ({
  page,
  browser,
}, testInfo) => {
  await page.addInitScript(plantMicrophone);
  const { person } = await plantedOwner(0);
  const caller = await signInByCall(page.request, server.url, person);
  const idea = { title: 'Harbor Film', description: 'What we saw.', genres: ['drama'], targetLength: 30 };
  const { id } = projectReply.parse(
    await caller.send('POST', '/api/projects', { ...idea, model: 'veo-3.1', aspectRatio: '16:9' }),
  );
  await page.goto(`${server.url}/project/${id}`);
  await expect(page.getByRole('button', { name: 'Add Custom Scene' })).toBeVisible();
  await untilAppIsKept(page);
  await page.context().setOffline(true);

  const path = (name: string): string => testInfo.outputPath(name);
  const [photo, screen, waltz] = [path('Lighthouse.jpg'), path('Map.webm'), path('Waltz.flac')];
  await ffmpeg(['-i', await clipPath({ seconds: 2, sceneNumber: 9 }), '-frames:v', '1', '-q:v', '2', photo]);
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '2M', '-c:a', 'libopus'];
  await ffmpeg(['-i', await clipPath({ seconds: SECONDS.screen, sceneNumber: 5 }), ...vp9, screen]);
  await writeFile(path('Waltz.wav'), swellingWav({ seconds: LENGTH, sampleRate: RATE, hertz: 330 }));
  await ffmpeg(['-i', path('Waltz.wav'), waltz]);

  await test.step('offline, clips of two kinds and a picture become scenes', async () => {
    await addScene(page, await clipPath({ seconds: SECONDS.clip, size: '720p', sceneNumber: 1 }));
    await expect(page.getByRole('article')).toHaveCount(1);
    await addScene(page, screen);
    await expect(page.getByRole('article')).toHaveCount(2);
    await addScene(page, photo);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Length of each picture in seconds').fill(String(SECONDS.still));
    await expect(dialog.getByRole('switch', { name: 'Slow push-in' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Add as a Scene' }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('article')).toHaveCount(3);
  });

  await test.step('music lies under it, and gives way to a voice that is recorded', async () => {
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add music', exact: true }).click();
    await (await chooser).setFiles(waltz);
    await expect(lane(page, 'Music lane').getByRole('button', { name: /^Music “Waltz”/ })).toBeVisible();
    await recordVoice(page);
    await expect(lane(page, 'Voice-over lane').getByRole('button', { name: /^Voice-over “Take 1”/ })).toBeVisible();
  });

  const here = path('here.mp4');
  await test.step('it is exported without the network', async () => {
    const dialog = await openDialog(page, /^As made/);
    await dialog.getByRole('button', { name: 'Start Export' }).click();
    await (await download(page, 'Download Export')).saveAs(here);
    expect(await decodeErrors(here)).toEqual([]);
    const { video, audio } = await probeFile(here);
    expect(Number(video?.nb_frames)).toBe(LENGTH * FPS);
    expect(audio).not.toBeNull();
  });

  await test.step('online again, everything reaches the server', async () => {
    await page.context().setOffline(false);
    const files = async (): Promise<string[]> => {
      const reply: { name: string }[] = await (await page.request.get(`${server.url}/api/own-files`)).json();
      return reply.map(({ name }) => name).toSorted();
    };
    const brought = ['Lighthouse.jpg', 'Lighthouse.mp4', 'Map.webm', 'Waltz.flac'];
    await expect
      .poll(files, { timeout: 60_000 })
      .toEqual(expect.arrayContaining([...brought, expect.stringMatching(/^Take 1 .*\.wav$/)]));
    await expect.poll(async () => (await scenesOnServer(page, server.url, id)).length).toBe(3);
    await expect
      .poll(async () => (await pieces(page, id)).map(({ kind, duckDb }) => [kind, duckDb]))
      .toEqual([
        ['music', 8],
        ['voice', 0],
      ]);
    const voice = (await pieces(page, id)).find(({ kind }) => kind === 'voice');
    const reply = await page.request.get(`${server.url}/api/media/${voice?.mediaId}`);
    await writeFile(path('voice.wav'), await reply.body());
    // Syllables and pauses were heard, neither the movie nor silence.
    const heard = levels(await pcm(path('voice.wav')));
    expect(Math.max(...heard)).toBeGreaterThan(-20);
    expect(Math.min(...heard)).toBeLessThan(-50);
  });

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await test.step('a second device fetches and shows it', async () => {
    await signInByCall(other.request, server.url, person);
    await other.goto(`${server.url}/project/${id}`);
    await expect(other.getByRole('article')).toHaveCount(3);
    const scenes = await scenesOnServer(other, server.url, id);
    // The picture, too: the still can be set otherwise here.
    const wanted = [
      ...scenes.flatMap(({ sha256, still }) => [sha256, still?.picture ?? null]),
      ...(await pieces(other, id)).map(({ mediaId }) => mediaId),
    ].filter((sha256) => sha256 !== null);
    expect(wanted).toHaveLength(6);
    await expect.poll(async () => (await filesOnDevice(other, 'clips')).toSorted()).toEqual(wanted.toSorted());
    await other.getByRole('tab', { name: 'Timeline Editor' }).click();
    await expect(lane(other, 'Music lane').getByRole('button', { name: /^Music “Waltz”/ })).toBeVisible();
    await expect(lane(other, 'Voice-over lane').getByRole('button', { name: /^Voice-over/ })).toBeVisible();
  });

  await test.step('and from there the server writes it', async () => {
    const dialog = await openDialog(other, /^As made/);
    await dialog.getByRole('radio', { name: 'On the server', exact: true }).click();
    await dialog.getByRole('button', { name: 'Start Export' }).click();
    const there = path('there.mp4');
    await (await download(other, 'Download Export')).saveAs(there);
    expect(await decodeErrors(there)).toEqual([]);
    const likeness = await likenessOf(here, there);
    expect(likeness.frames[1]).toBe(likeness.frames[0]);
    expect(likeness.worstSsim).toBeGreaterThan(0.98);
    expect(Math.abs(likeness.soundOffsetMs ?? Infinity)).toBeLessThan(2);
    expect(Math.abs(likeness.endOffsetMs ?? Infinity)).toBeLessThan(2);
    const [mine, theirs] = [levels(await pcm(here)), levels(await pcm(there))];
    for (const [at, level] of mine.entries())
      expect(Math.abs(level - (theirs[at] ?? -Infinity)), `dB apart at ${at / 4} s`).toBeLessThan(1);
  });
  await elsewhere.close();
});

async function addScene(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input')).setInputFiles(path);
}

/** From the beginning of the movie. */
async function recordVoice(page: Page): Promise<void> {
  await plantIn(page, { isSpoken: true });
  await page.getByRole('slider', { name: 'Playhead' }).press('Home');
  await page.getByRole('button', { name: 'Record voice' }).first().click();
  const panel = page.getByRole('region', { name: 'Record voice-over' });
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  const stop = panel.getByRole('button', { name: 'Stop recording' });
  await expect(stop).toBeVisible({ timeout: 15_000 });
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await expect
    .poll(async () => Number(await playhead.inputValue()) / FPS, { timeout: 30_000 })
    .toBeGreaterThan(SECONDS.voice);
  await stop.click();
  await expect(panel.getByText(/added to the voice lane/)).toBeVisible();
  await panel.getByRole('button', { name: 'Close recording' }).click();
}

const lane = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

async function pieces(page: Page, projectId: string): Promise<MovieAudio[]> {
  const reply = await page.request.get(`${server.url}/api/projects/${projectId}`);
  return projectReply.parse(await reply.json()).audio;
}

/** Of each quarter of a second, in dB below full scale; what is hardly heard counts as −60. */
function levels(sound: Float32Array): number[] {
  const window = RATE / 4;
  return Array.from({ length: Math.floor(sound.length / window) }, (_, index) => {
    const part = sound.subarray(index * window, (index + 1) * window);
    const power = part.reduce((sum, value) => sum + value * value, 0) / window;
    return Math.max(10 * Math.log10(power), -60);
  });
}
