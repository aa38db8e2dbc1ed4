/** Movies that the server writes in its time: once the person's own files are there, or while nobody has the page open. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { openProjectId } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { refusingEncoders } from './without-encoders.ts';

const EXPORT_MS = 300_000;

test.use({ serviceWorkers: 'block' });
test.describe.configure({ timeout: 400_000 });

let server: RunningServer;
let folder: string;
test.beforeAll(async () => {
  server = await startPlantedServer();
  folder = await mkdtemp(join(tmpdir(), 'storyreel-own-files-first-'));
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

test('a movie goes public and is written by the server with the clip that was still on its way', async ({
  page,
  browser,
}, testInfo) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/uploads/*/parts/*', async (route) => {
    await released;
    await route.continue();
  });
  const { projectId } = await openPlanted(page, server.url);
  const beach = join(folder, 'Beach.mp4');
  await writeFile(beach, await makeClip({ seconds: 2, size: '360p', sceneNumber: 1 }));
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input')).setInputFiles(beach);
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();

  const visibility = page.getByRole('region', { name: 'Project Visibility' });
  await visibility.getByRole('switch', { name: 'Public' }).click();
  await expect(visibility.getByText(/^It goes public when your file is uploaded \(.+ to go\)\.$/)).toBeVisible();
  await expect(visibility.getByRole('link', { name: 'View public page' })).toHaveCount(0);
  const visitor = await browser.newContext({ serviceWorkers: 'block' });
  const seen = async (): Promise<number> =>
    (await visitor.request.get(`${server.url}/api/showcase/projects/${projectId}`)).status();
  expect(await seen()).toBe(403);

  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await dialog.getByRole('radio', { name: /^480p/ }).click();
  await dialog.getByRole('radio', { name: 'On the server', exact: true }).click();
  await expect(dialog.getByText(/Your file is uploaded first \(.+ to go\)\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  const card = page.getByRole('region', { name: /^Export of/ });
  await expect(card.getByText(/Uploading your files: 0 B of/)).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('waiting.png') });

  release();
  await expect(visibility.getByText('Public: anyone can watch it in the Showcase.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(seen, { timeout: 60_000 }).toBe(200);
  const shown = await (await visitor.request.get(`${server.url}/api/showcase/projects/${projectId}`)).json();
  expect(shown.scenes).toMatchObject([{}, {}, {}, {}, { title: 'Beach' }]);
  expect((await visitor.request.get(`${server.url}${shown.scenes[4].videoUrl}`)).status()).toBe(200);
  await visitor.close();

  const button = page.getByRole('button', { name: 'Download Export' });
  await expect(button).toBeVisible({ timeout: EXPORT_MS });
  const arriving = page.waitForEvent('download');
  await button.click();
  const movie = testInfo.outputPath('movie.mp4');
  await (await arriving).saveAs(movie);
  const { format } = await probeFile(movie);
  expect(Math.abs((format.duration ?? 0) - 32)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(movie)).toEqual([]);
});

test('an encoder that refuses every size is found out by asking it, and the export survives a reload', async ({
  page,
}) => {
  await refusingEncoders(page);
  const { projectId } = await openPlanted(page, server.url, 1);
  await expect(page.getByRole('complementary', { name: 'Browser compatibility' })).toBeHidden();
  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await expect(dialog.getByText(/Your browser can’t write H\.264 video at 1920×1080/)).toBeVisible();
  await dialog.getByRole('radio', { name: /^480p/ }).click();
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByRole('region', { name: /^Export of/ })).toBeVisible();
  await page.goto(`${server.url}/`);
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('region', { name: /^Export of/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download Export' })).toBeVisible({ timeout: EXPORT_MS });
  expect(openProjectId(page)).toBe(projectId);
});
