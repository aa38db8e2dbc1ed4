/** Exports of several kinds: with every picture checked, one behind another, into a chosen file, and cut off by a reload. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { receiptSchema } from '#shared/export-receipt/receipt.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { expectNoViolations, showInTheme, THEMES } from './axe.ts';
import { filesOnDevice, untilClipsAreKept } from './journey.ts';
import { download, openDialog } from './export-steps.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

const FRAMES = 720;
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

test('every picture of a movie is checked where that is asked for, and the card and the receipt say so', async ({
  page,
}, testInfo) => {
  const dialog = await openDialog(page, /^As made \(720p\)/);
  const choice = dialog.getByRole('switch', { name: 'Check every frame' });
  await expect(choice).toHaveAccessibleDescription(/takes longer/);
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
  await expectNoViolations(page, 'dialog with the check of every frame');
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('Every frame was decoded.')).toBeVisible({ timeout: 120_000 });
  const path = testInfo.outputPath('receipt.json');
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await (await download(page, 'Save receipt')).saveAs(path);
  const { checks, notes } = receiptSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  expect(checks).toMatchObject({ decoded: 'every', frameCount: FRAMES });
  expect(notes).toEqual(['Every frame was decoded.']);
});

test('two exports queue: the second waits, is written in its turn as WebM, and a third leaves while it waits', async ({
  page,
}, testInfo) => {
  const check = async (name: string): Promise<void> => {
    for (const theme of THEMES) {
      await showInTheme(page, theme);
      await expectNoViolations(page, `${name}, ${theme}`);
    }
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await openDialog(page, /^1080p/);
  await dialog.getByText('What gets encoded, and why').click();
  await expect(dialog.getByText('different size')).toBeVisible();
  await check('dialog');
  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText(/^Encoding scene \d, part \d of 4$/)).toBeVisible();
  await (await openDialog(page, /^480p/, /^WebM/)).getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('1 more queued')).toBeVisible();
  await check('cards');
  await (await openDialog(page, /^720p/)).getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('2 more queued')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel queued export of The-Glass-Lighthouse.mp4' }).click();
  await expect(page.getByText('1 more queued')).toBeVisible();

  await expect(page.getByText('4 scenes encoded, checked')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('The-Glass-Lighthouse.webm').first()).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Export progress' })).toBeHidden({ timeout: 120_000 });
  await expect(page.getByText('4 scenes encoded, checked')).toBeVisible();
  const webm = await download(page, 'Download Export');
  expect(webm.suggestedFilename()).toBe('The-Glass-Lighthouse.webm');
  const path = testInfo.outputPath('movie.webm');
  await webm.saveAs(path);
  const { video, audio, format } = await probeFile(path);
  expect(video).toMatchObject({ codec_name: 'vp9', width: 854, height: 480 });
  expect(audio).toMatchObject({ codec_name: 'opus' });
  expect(Math.abs((format.duration ?? 0) - FRAMES / 24)).toBeLessThanOrEqual(1 / 24);
  expect(await decodeErrors(path)).toEqual([]);

  await test.step('nothing is left on the device once both are dismissed', async () => {
    await page.getByRole('button', { name: 'Dismiss export' }).click();
    await page.getByRole('button', { name: 'Dismiss export' }).click();
    await expect(page.getByRole('button', { name: 'Dismiss export' })).toBeHidden();
    await expect.poll(() => filesOnDevice(page, 'exports')).toEqual([]);
  });

  await test.step('axe finds nothing on the page of licences either', async () => {
    await page.goto(`${server.url}/licences`);
    await expect(page.getByText(/^react \d/)).toBeVisible();
    await page.getByText('MPL-2.0').click();
    await expect(page.getByText('Mozilla Public License Version 2.0').first()).toBeVisible();
    await check('licences');
  });
});

test('a movie goes into a chosen file; a dismissed picker changes nothing; a reload tells of what it cut off', async ({
  page,
}) => {
  await page.evaluate(() => {
    const dismissed = new DOMException('The user aborted a request.', 'AbortError');
    Object.assign(globalThis, { showSaveFilePicker: () => Promise.reject(dismissed) });
  });
  const dialog = await openDialog(page, /^As made/);
  await dialog.getByRole('button', { name: 'Save to a file…' }).click();
  await expect(dialog.getByRole('button', { name: 'Start Export' })).toBeEnabled();

  await page.evaluate(() => {
    // A file of the origin's own is of the same kind as one on the person's disk.
    const pick = async ({ suggestedName = '' }: { suggestedName?: string }): Promise<FileSystemFileHandle> =>
      (await navigator.storage.getDirectory()).getFileHandle(`my ${suggestedName}`, { create: true });
    Object.assign(globalThis, { showSaveFilePicker: pick });
  });
  await dialog.getByRole('button', { name: 'Save to a file…' }).click();
  await expect(page.getByText('Saved to my The-Glass-Lighthouse.mp4')).toBeVisible({ timeout: JOIN_MS });
  await expect(page.getByRole('button', { name: 'Download Export' })).toBeHidden();
  const size = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle('my The-Glass-Lighthouse.mp4')).getFile()).size;
  });
  expect(size).toBeGreaterThan(1_000_000);
  await page.getByRole('button', { name: 'Dismiss export' }).click();

  await (await openDialog(page, /^1080p/)).getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText(/^Encoding scene/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('The page was closed before the movie was finished.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('4 scenes encoded, checked')).toBeVisible({ timeout: 120_000 });
});
