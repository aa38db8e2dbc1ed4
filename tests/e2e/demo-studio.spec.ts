/** The whole main job on a fresh server with no configuration: from an idea to a movie file on disk, on the demo studio. */
import { writeFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { pictureDifferences, type ClipInMovie } from './compare-with-clips.ts';
import {
  chooseDemoStudio,
  createProject,
  exportMovie,
  generateVideos,
  lighthouse,
  openProjectId,
  scenesOnServer,
  signIn,
} from './journey.ts';
import { startServer, type RunningServer } from './server.ts';

/** Everything that went wrong on the page; that a visitor is not signed in yet is an answer, though Chromium logs it as an error. */
function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isSessionCheck = message.location().url.endsWith('/api/auth/user') && message.text().includes('401');
    if (message.type() === 'error' && !isSessionCheck) problems.push(`${message.text()} (${message.location().url})`);
  });
  return problems;
}

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('an idea becomes a movie file at 1080p, and a second start has kept everything', async ({ page }, testInfo) => {
  const problems = watchForProblems(page);

  await signIn(page, server.url);
  await chooseDemoStudio(page);
  expect(await createProject(page, lighthouse)).toBe(4);
  await generateVideos(page);
  await expect(page.getByText('4 / 4')).toBeVisible();

  const scenes = await scenesOnServer(page, server.url, openProjectId(page));
  expect(scenes.map((scene) => scene.status)).toEqual(['complete', 'complete', 'complete', 'complete']);
  const clips: ClipInMovie[] = [];
  for (const scene of scenes) {
    const path = testInfo.outputPath(`clip-${scene.sceneNumber}.mp4`);
    await writeFile(path, await (await page.request.get(`${server.url}${scene.videoUrl}`)).body());
    clips.push({ path, frameCount: scene.frameCount ?? 0 });
  }

  await test.step('the timeline plays on from scene to scene', async () => {
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    // The movie is playing: its clock goes on.
    await expect(page.getByText(/^0:0[1-9]:/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Next scene' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
  });

  const download = await exportMovie(page, /^1080p/);
  expect(download.suggestedFilename()).toBe('The-Glass-Lighthouse.mp4');
  const movie = testInfo.outputPath('movie.mp4');
  await download.saveAs(movie);

  const frames = clips.reduce((sum, clip) => sum + clip.frameCount, 0);
  const probed = await probeFile(movie);
  expect(probed.video).toMatchObject({ codec_name: 'h264', width: 1920, height: 1080 });
  expect(probed.audio).toMatchObject({ codec_name: 'aac', sample_rate: 48_000 });
  expect(frames).toBe(720);
  expect(Math.abs((probed.format.duration ?? 0) - frames / 24)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(movie)).toEqual([]);
  expect(Math.max(...(await pictureDifferences(movie, clips)))).toBeLessThan(6);
  expect(problems).toEqual([]);

  await test.step('a second start is quick and has kept the project', async () => {
    expect(await server.stop()).toBe(0);
    const port = new URL(server.url).port;
    const again = await startServer({ DATA_DIR: server.dataDir, PORT: port });
    await page.goto(`${again.url}/`);
    await expect(page.getByText('The Glass Lighthouse').first()).toBeVisible();
    expect(await again.stop()).toBe(0);
  });
});
