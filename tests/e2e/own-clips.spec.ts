/** Clips of the person's own: on this device at once, without the network too, then on the server and a second device. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe, PHONE } from './axe.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

let server: RunningServer;
let folder: string;
test.beforeAll(async () => {
  server = await startPlantedServer();
  folder = await mkdtemp(join(tmpdir(), 'storyreel-own-clips-'));
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

test('clips that are chosen without the network become scenes in order, and reach a second device', async ({
  page,
  browser,
}) => {
  await openPlanted(page, server.url);
  const clip = async (sceneNumber: number) => makeClip({ seconds: 2, size: '360p', sceneNumber });
  const [beach, harbor] = [await fileOf('Beach.mp4', await clip(1)), await fileOf('Harbor.mov', await clip(2))];
  const [empty, text] = [await fileOf('Empty.mp4', new Uint8Array()), await fileOf('Fake.mp4', Buffer.from('<html>'))];
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  const dialog = page.getByRole('dialog');
  await checkWithAxe(page, 'dialog for own clips', [PHONE]);
  await page.context().setOffline(true);
  await dialog.getByLabel('Choose Files').and(page.locator('input')).setInputFiles([beach, empty, text, harbor]);
  await expect(dialog.getByText('“Empty.mp4” is empty (0 bytes). Choose another file.')).toBeVisible();
  await expect(dialog.getByText(/can’t tell what “Fake.mp4” is/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  await page.context().setOffline(false);
  const scenes = async (): Promise<unknown> =>
    (await page.request.get(`${server.url}/api/projects/${page.url().split('/').at(-1)}/scenes`)).json();
  await expect
    .poll(scenes, { timeout: 60_000 })
    .toMatchObject([{}, {}, {}, {}, { title: 'Beach', source: 'clip', frameCount: 48 }, { title: 'Harbor' }]);
  const second = await browser.newContext();
  try {
    const other = await second.newPage();
    await openPlanted(other, server.url, 0, 6);
    await expect(other.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  } finally {
    await second.close();
  }
});
