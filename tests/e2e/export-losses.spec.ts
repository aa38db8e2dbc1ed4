/** What a movie loses of its clips: said before the start, done only where the person agrees, and told afterward. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { receiptSchema } from '#shared/export-receipt/receipt.ts';
import { oddClipPath } from '#tests/helpers/clips/odd-clips.ts';
import { decodeErrors, pcm } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { download, openDialog } from './export-steps.ts';
import { scenesOnServer, untilClipsAreKept } from './journey.ts';
import { plantClip } from './plant-clip.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

/** The movie's second scene gets this clip, and its page opens with all clips on the device. */
async function openWithOddClip(page: Page, name: Parameters<typeof oddClipPath>[0]): Promise<void> {
  const owner = await plantedOwner(0);
  await signInByCall(page.request, server.url, owner.person);
  const scenes = await scenesOnServer(page, server.url, owner.projectId);
  await plantClip(
    server.dataDir,
    scenes.find(({ sceneNumber }) => sceneNumber === 2),
    await oddClipPath(name),
  );
  await page.goto(`${server.url}/project/${owner.projectId}`);
  await untilClipsAreKept(page, server.url);
}

/** The loudest sample between two moments. */
function peak(samples: Float32Array, fromSeconds: number, toSeconds: number): number {
  return samples
    .subarray(Math.round(fromSeconds * 48_000), Math.round(toSeconds * 48_000))
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

test('a scene whose sound can’t be decoded is silent only where the person agrees', async ({ page }, testInfo) => {
  await openWithOddClip(page, 'AC-3');
  const dialog = await openDialog(page, /^As made/);
  await dialog.getByRole('radio', { name: 'In this browser' }).click();
  await expect(dialog.getByText('The sound of scene 2 is AC-3, which your browser can’t decode.')).toBeVisible();
  const start = dialog.getByRole('button', { name: 'Start Export' });
  const choice = dialog.getByRole('checkbox', { name: 'Export scene 2 without sound' });
  await test.step('the start says what it waits for', async () => {
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await start.click({ force: true });
    const reason = 'To start, choose “Export scene 2 without sound” above.';
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
    await expect(start).toHaveAccessibleDescription(reason);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await checkWithAxe(page, 'export dialog that asks for silence');
  });
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
  await expect(start).toBeEnabled();
  await choice.click();
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await choice.click();
  await start.click();

  await test.step('the file is silent there, and sounds elsewhere', async () => {
    const movie = testInfo.outputPath('movie.mp4');
    await (await download(page, 'Download Export')).saveAs(movie);
    expect(await decodeErrors(movie)).toEqual([]);
    const path = testInfo.outputPath('receipt.json');
    await page.getByRole('button', { name: 'Show receipt' }).click();
    await (await download(page, 'Save receipt')).saveAs(path);
    const { sound, stretches } = receiptSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    expect(sound).toMatchObject({ leftOut: [{ sceneNumber: 2, codec: 'ac-3' }] });
    const own = stretches.filter(({ sceneNumber }) => sceneNumber === 2);
    const from = Math.min(...own.map(({ startFrame }) => startFrame)) / 24;
    const samples = await pcm(movie);
    expect(peak(samples, from + 0.1, from + 3.9)).toBeLessThan(0.001);
    expect(peak(samples, 0, from - 0.1)).toBeGreaterThan(0.01);
  });
});
