/** The stages of an export: what is chosen, the line that it folds to, and the finished movie. */
import { expect, test } from '@playwright/test';
import { decodeErrors } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { download, openDialog, picturesOf, picturesOfClips } from './export-steps.ts';
import { lighthouse, openProjectId, untilClipsAreKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

/** A joined movie is ready long before an encoded one could be. */
const JOIN_MS = 10_000;

let server: RunningServer;
let owners = 0;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test.beforeEach(async ({ page }) => {
  await openPlanted(page, server.url, owners++);
  await untilClipsAreKept(page, server.url);
});

test('1080p is chosen at first; “Switch to no loss” selects what is copied, and starts nothing', async ({ page }) => {
  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await expect(dialog.getByRole('radio', { name: /^1080p/ })).toBeChecked();
  await expect(dialog.getByText(/^1080p · about .* · about .*MB$/)).toBeVisible();
  await expect(dialog.getByText('Enlarging adds no detail.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch to no loss' }).click();
  await expect(dialog.getByRole('radio', { name: /^As made/ })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Switch to no loss' })).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Export of/ })).toBeHidden();
});

test('a part of the movie is exported to the frame, and one scene as its clip', async ({ page }, testInfo) => {
  const dialog = await openDialog(page, /^As made/);
  await test.step('what is no time of the movie is said, and changes nothing', async () => {
    await dialog.getByRole('radio', { name: 'From – to' }).click();
    await dialog.getByLabel('To', { exact: true }).fill('9:99');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('alert')).toHaveText('Enter a time like 0:12.5, up to 0:30.');
    await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('0:30');
    await checkWithAxe(page, 'export dialog with a part that is no part');
  });
  const [from, to] = [1.5, 9];
  await dialog.getByLabel('From', { exact: true }).fill(`0:0${from}`);
  await dialog.getByLabel('To', { exact: true }).fill(String(to));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The-Glass-Lighthouse-0-02-to-0-09.mp4')).toBeVisible();
  await expect(dialog.getByText(/^Encoded, for the cut in scene/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  const part = testInfo.outputPath('part.mp4');
  const file = await download(page, 'Download Export');
  expect(file.suggestedFilename()).toBe('The-Glass-Lighthouse-0-02-to-0-09.mp4');
  await file.saveAs(part);
  expect(await picturesOf(part)).toHaveLength((to - from) * 24);
  expect(await decodeErrors(part)).toEqual([]);
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expect(page.getByText('0:02 to 0:09')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dismiss export' }).click();

  await openDialog(page, /^As made/);
  await dialog.getByRole('radio', { name: 'One scene' }).click();
  await dialog.getByRole('combobox', { name: 'Scene to export' }).click();
  await page.getByRole('option', { name: /^Scene 2/ }).click();
  await expect(dialog.getByRole('radio', { name: /No loss/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  const scene = testInfo.outputPath('scene.mp4');
  const sceneFile = await download(page, 'Download Export');
  expect(sceneFile.suggestedFilename()).toBe('The-Glass-Lighthouse-scene-02.mp4');
  await sceneFile.saveAs(scene);
  const clips = await picturesOfClips(page, server.url, (name) => testInfo.outputPath(name));
  const own = await picturesOf(testInfo.outputPath('clip-2.mp4'));
  expect(clips).toEqual(expect.arrayContaining(own));
  expect(await picturesOf(scene)).toEqual(own);
});

test('the finished movie plays in place, beside its receipt, and goes into the Showcase', async ({ page }) => {
  await (await openDialog(page, /^As made/)).getByRole('button', { name: 'Start Export' }).click();
  await page.getByRole('button', { name: `Watch ${lighthouse.title}` }).click({ timeout: JOIN_MS });
  const done = page.getByRole('dialog', { name: 'Your movie is ready' });
  const movie = done.getByLabel('Finished movie');
  await expect(done.getByText('0:00 / 0:30')).toBeVisible();
  await done.getByRole('button', { name: 'Play', exact: true }).click();
  await expect
    .poll(() => movie.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0)))
    .toBeGreaterThan(0.3);
  // A click on the picture is the same as the button.
  await movie.click({ position: { x: 200, y: 100 }, force: true });
  await expect(done.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await done.getByRole('slider', { name: 'Volume' }).fill('0.5');
  expect(await movie.evaluate((video) => (video instanceof HTMLVideoElement ? video.volume : 0))).toBe(0.5);
  await page.keyboard.press('m');
  await expect(done.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('video') !== null)).toBe(true);
  await done.getByRole('button', { name: 'Exit fullscreen', exact: true }).click();
  await expect(done.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
  await done.getByRole('slider', { name: 'Position in the movie' }).fill('20');
  await expect(done.getByText('0:20 / 0:30')).toBeVisible();
  for (const [name, text] of [
    ['Scenes', '4 copied'],
    ['Frames checked', '720 of 720'],
    ['Picture', '1280 × 720, 24 fps, H.264'],
  ] as const)
    await expect(done.getByText(name, { exact: true }).locator('..')).toContainText(text);
  await expect(done.getByRole('button', { name: 'Download Export' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'finished movie');

  await done.getByRole('button', { name: 'Add to Showcase' }).click();
  await expect(done.getByRole('link', { name: 'View in Showcase' })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`${server.url}/api/showcase/projects/${openProjectId(page)}`)).status())
    .toBe(200);
  await done.getByRole('button', { name: 'Another size' }).click();
  await expect(page.getByRole('dialog', { name: 'Export Movie' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('over the timeline an export is one line that covers no lane, and unfolds by keyboard', async ({ page }) => {
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await (await openDialog(page, /^4K/)).getByRole('button', { name: 'Start Export' }).click();
  const card = page.getByRole('region', { name: `Export of ${lighthouse.title}` });
  const bar = card.getByRole('progressbar', { name: 'Export progress' });
  await expect(bar).toBeVisible();
  for (const width of [768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: width < 1024 ? 1024 : 800 });
    // Where the page is taller than the window: at its end.
    await page.locator('[data-screen-foot]').scrollIntoViewIfNeeded();
    const line = await card.boundingBox();
    const foot = await page.locator('[data-screen-foot]').boundingBox();
    expect(line?.height, `${width} px`).toBeLessThanOrEqual(foot?.height ?? 0);
    expect(line?.y, `${width} px`).toBeGreaterThanOrEqual(foot?.y ?? Number.POSITIVE_INFINITY);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'folded export over the timeline');
  const unfold = card.getByRole('button', { name: 'Unfold export' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await unfold.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText(/elapsed/)).toBeVisible();
  const fold = card.getByRole('button', { name: 'Fold export' });
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByText(/elapsed/)).toBeHidden();
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  await expect(card.getByText(/elapsed/)).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeHidden();
});
