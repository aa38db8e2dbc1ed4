/** Movies that the server writes for a browser that can't. */
import { expect, test, type Download, type Locator, type Page } from '@playwright/test';
import { startExportRequest } from '#shared/api/export.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { scenesOnServer } from './journey.ts';
import { openPlanted, plantedOwner, startPlantedServer } from './planted.ts';
import { signInByCall } from './people.ts';
import type { RunningServer } from './server.ts';
import { withoutCodecs } from './without-encoders.ts';

const FRAMES = 720;
const EXPORT_MS = 300_000;

test.use({ serviceWorkers: 'block' });
test.describe.configure({ timeout: 400_000 });

let server: RunningServer;
let owners = 0;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

const text = { fontSize: 48, color: '#FFFFFF', position: 'bottom', startTime: 0, endTime: 4 } as const;

/** Writes a text on the first scene, as the person's other device would. */
async function writeText(page: Page, index: number, words: string): Promise<void> {
  const { person, projectId } = await plantedOwner(index);
  const caller = await signInByCall(page.request, server.url, person);
  const [scene] = await scenesOnServer(page, server.url, projectId);
  await caller.send('PATCH', `/api/scenes/${scene?.id}`, { textOverlays: [{ ...text, text: words }] });
}

/** Whether a file can be chosen, which empties it, at any time of the second after a size was chosen. */
function offersFile(size: Locator): Promise<boolean> {
  return size.evaluate(async (radio: HTMLElement) => {
    const save = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Save to a file…');
    radio.click();
    for (const until = performance.now() + 1_000; performance.now() < until;) {
      await new Promise(requestAnimationFrame);
      if (save && !save.matches(':disabled, [aria-disabled=true]')) return true;
    }
    return save === undefined;
  });
}

/** A tab of its own opens, which the browser takes away when it finds a file in it: the page hears of the file. */
async function download(page: Page): Promise<Download> {
  const button = page.getByRole('button', { name: 'Download Export' });
  await expect(button).toBeVisible({ timeout: EXPORT_MS });
  const arriving = page.waitForEvent('download');
  await button.click();
  return arriving;
}

test('a browser without encoders and decoders gets the whole movie from the server, with its text', async ({
  page,
  browser,
}, testInfo) => {
  const index = owners++;
  await withoutCodecs(page);
  await writeText(page, index, 'Night falls, ночь, 夜');
  await openPlanted(page, server.url, index);
  const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
  await expect(banner).toContainText(
    'Your browser has no video encoder, video decoder, audio encoder, and audio decoder. Movies that need no re-encoding can still be made here. The server can write the others. Recommended: Chrome 94+, Edge 94+, Opera 80+.',
  );
  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await expect(dialog.getByRole('radio', { name: /^1080p/ })).toBeChecked();
  await expect(dialog.getByText(/no video encoder and video decoder, and this movie needs encoding/)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'On the server', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: /^480p/ }).click();
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/export'));
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('Export started (may take a few minutes)', { exact: true })).toBeVisible();
  const request = startExportRequest.parse((await asked).postDataJSON());
  expect(request).toMatchObject({ resolution: '480p', format: 'mp4' });
  expect(request.drawnTexts).toHaveLength(1);
  const arrived = await download(page);
  expect(arrived.suggestedFilename()).toBe('The-Glass-Lighthouse.mp4');
  const movie = testInfo.outputPath('movie.mp4');
  await arrived.saveAs(movie);
  const { video, audio, format } = await probeFile(movie);
  expect(video).toMatchObject({ codec_name: 'h264', width: 854, height: 480 });
  expect(audio).toMatchObject({ codec_name: 'aac' });
  expect(Math.abs((format.duration ?? 0) - FRAMES / 24)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(movie)).toEqual([]);

  // Another browser of the person has it too, and what is taken away there goes here.
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await openPlanted(other, server.url, index);
  expect((await download(other)).suggestedFilename()).toBe('The-Glass-Lighthouse.mp4');
  await other.getByRole('button', { name: 'Dismiss export' }).click();
  await expect(other.getByRole('button', { name: 'Download Export' })).toHaveCount(0);
  await elsewhere.close();
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('button', { name: 'Download Export' }).count();
    })
    .toBe(0);
});

test('without encoders, a movie that is only joined is still written here; of the server’s, cancel ends the job', async ({
  page,
}) => {
  await withoutCodecs(page);
  await openPlanted(page, server.url, owners++);
  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await dialog.getByRole('radio', { name: /^(As made|No loss)/ }).click();
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('4 scenes copied, checked')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Dismiss export' }).click();

  await page.getByRole('button', { name: 'Export Movie' }).click();
  expect(await offersFile(dialog.getByRole('radio', { name: /^480p/ }))).toBe(false);
  await dialog.getByRole('radio', { name: /^4k/i }).click();
  const started = page.waitForResponse((reply) => reply.url().endsWith('/export') && reply.ok());
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  const { id } = (await (await started).json()) as { id: string };
  const card = page.getByRole('region', { name: /^Export of/ });
  const removed = page.waitForResponse((reply) => reply.url().endsWith(id) && reply.request().method() === 'DELETE');
  await card.getByRole('button', { name: 'Cancel' }).click();
  expect((await removed).status()).toBe(204);
  await expect(card).toBeHidden();
  expect((await page.request.get(`${server.url}/api/export-jobs/${id}`)).status()).toBe(404);
});
