/** The sample project: for a visitor, and for a newcomer who opens it, plays it, exports it, and throws it away. */
import { expect, test, type Page } from '@playwright/test';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { download, openDialog } from './export-steps.ts';
import { chooseDemoStudio, signIn, untilClipsAreKept } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';

/** Five scenes of eight seconds, one of them cut to six, and a second of which two overlap. */
const FRAMES = 37 * 24;
const EXPORT_MS = 60_000;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

/** The movie is playing: its clock goes on. */
async function untilItPlays(page: Page): Promise<void> {
  await expect(page.getByText(/^0:0[1-9]:/).first()).toBeVisible();
}

test('a visitor plays it from the empty Showcase, without an account, and is asked in to keep it', async ({ page }) => {
  await page.goto(`${server.url}/showcase`);
  await expect(page.getByRole('heading', { name: 'No Public Projects Yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the sample project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Long Way Home' })).toBeVisible();
  await untilItPlays(page);
  await expect(page.getByRole('article', { name: /^Scene \d: / })).toHaveCount(5);
  await checkWithAxe(page, 'sample for visitors');
  await page.getByRole('button', { name: 'Sign in to keep a copy' }).click();
  await expect(page).toHaveURL(/\/api\/login$/);
});

test('a newcomer opens it, plays it at once, exports it in seconds, and deletes it', async ({ page }, testInfo) => {
  await signIn(page, server.url);
  await chooseDemoStudio(page);
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the sample project' }).click();
  await page.waitForURL('**/project/*');
  await expect(page.getByRole('article', { name: /^Scene \d/ })).toHaveCount(5);
  await expect(page.getByText('5 scenes · 0:37')).toBeVisible();
  await checkWithAxe(page, 'sample in the editor');

  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await untilItPlays(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();

  // Above the timeline, the card of an export stays folded.
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  await untilClipsAreKept(page, server.url);
  const dialog = await openDialog(page, /^As made \(720p\)/);
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('2 scenes copied, 3 encoded, checked')).toBeVisible({ timeout: EXPORT_MS });
  const path = testInfo.outputPath('movie.mp4');
  await (await download(page, 'Download Export')).saveAs(path);
  const { video, format } = await probeFile(path);
  expect(video).toMatchObject({ codec_name: 'h264', width: 1280, height: 720 });
  expect(Math.abs((format.duration ?? 0) - FRAMES / 24)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(path)).toEqual([]);

  await page.getByRole('link', { name: 'Back to My Projects' }).click();
  await page.getByRole('button', { name: 'Options for The Long Way Home' }).click();
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the sample project' })).toBeVisible();
});
