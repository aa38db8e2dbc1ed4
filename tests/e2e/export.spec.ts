/** An export on the demo studio: what the dialog promises, and that the file keeps the promise. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { receiptSchema } from '#shared/export-receipt/receipt.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { lighthouse, untilClipsAreKept } from './journey.ts';
import { download, openDialog, picturesOf, picturesOfClips } from './export-steps.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

const FRAMES = 720;
/** A joined movie is ready long before an encoded one could be. */
const JOIN_MS = 10_000;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test('as made, a movie is its clips, picture for picture, in no time; the receipt says so', async ({
  page,
}, testInfo) => {
  await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  const dialog = await openDialog(page, /^As made \(720p\)/);
  const first = dialog.getByRole('radio', {
    name: /^As made \(720p\), 1280 × 720\. Copied, no re-encoding\. No loss · about/,
  });
  await expect(first).toBeVisible();
  await expect(dialog.getByText('Copied, identical to the clips · 0:30')).toBeVisible();
  await expect(dialog.getByText(/^As made \(720p\) · about \d\ss · about [\d.]+\sMB$/)).toBeVisible();
  const large = /^1080p 1920 × 1080 All 4 scenes enlarged and encoded about .* up to about 150 MB$/;
  await expect(dialog.getByRole('radio', { name: large })).toBeVisible();

  await dialog.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText('4 scenes copied, checked')).toBeVisible({ timeout: JOIN_MS });
  const movie = testInfo.outputPath('movie.mp4');
  await (await download(page, 'Download Export')).saveAs(movie);
  const pictures = await picturesOf(movie);
  expect(pictures).toHaveLength(FRAMES);
  expect(pictures).toEqual(await picturesOfClips(page, server.url, (name) => testInfo.outputPath(name)));
  expect(await decodeErrors(movie)).toEqual([]);
  const { video, audio, format } = await probeFile(movie);
  expect(video).toMatchObject({ codec_name: 'h264', width: 1280, height: 720 });
  expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: 48_000 });
  expect(Math.abs((format.duration ?? 0) - FRAMES / 24)).toBeLessThanOrEqual(1 / 24);

  await page.getByRole('button', { name: 'Show receipt' }).click();
  const receiptFile = await download(page, 'Save receipt');
  expect(receiptFile.suggestedFilename()).toBe('The-Glass-Lighthouse-receipt.json');
  const path = testInfo.outputPath('receipt.json');
  await receiptFile.saveAs(path);
  const receipt = receiptSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  expect(receipt.stretches.every(({ kind }) => kind === 'copy')).toBe(true);
  expect(receipt).toMatchObject({ title: lighthouse.title, author: 'Ines Moreau', file: { frameCount: FRAMES } });
});
