/** Clips of the person's own: on this device at once, without the network too, then on the server and a second device. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type JSHandle, type Page } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe, PHONE } from './axe.ts';
import { untilAppIsKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { toastsOn } from './toast.ts';

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

/** Files as if they were dragged from a folder, or copied there. */
async function filesIn(page: Page, names: readonly string[]): Promise<JSHandle<DataTransfer>> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, base64: (await readFile(join(folder, name))).toString('base64') })),
  );
  return await page.evaluateHandle((given) => {
    const held = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      held.items.add(new File([bytes], name, { type: 'video/mp4' }));
    }
    return held;
  }, files);
}

test('files that are dropped between two scenes of the timeline, or pasted, become scenes there', async ({ page }) => {
  await openPlanted(page, server.url, 1);
  for (const [index, name] of ['First.mp4', 'Second.mp4', 'Pasted.mp4'].entries())
    await fileOf(name, await makeClip({ seconds: 1, size: '360p', sceneNumber: index + 1 }));
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  const block = (name: RegExp) => page.getByRole('button', { name });
  const second = block(/^Scene 2: /);
  await second.scrollIntoViewIfNeeded();
  const box = await second.boundingBox();
  if (!box) throw new Error('Scene 2 isn’t there.');
  // A little after the join of scenes 1 and 2.
  const at = { clientX: box.x + 4, clientY: box.y + box.height / 2 };
  const dataTransfer = await filesIn(page, ['First.mp4', 'Second.mp4']);
  await second.dispatchEvent('dragover', { dataTransfer, ...at });
  await expect(page.locator('output', { hasText: 'Add as scene 2' })).toBeVisible();
  await second.dispatchEvent('drop', { dataTransfer, ...at });
  await expect(block(/^Scene 2: First, /)).toBeVisible();
  await expect(block(/^Scene 3: Second, /)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('output', { hasText: 'Add as scene' })).toHaveCount(0);
  // One step for each scene.
  await page.keyboard.press('Control+z');
  await expect(block(/Second/)).toHaveCount(0);
  await expect(block(/^Scene 2: First, /)).toBeVisible();
  const clipboardData = await filesIn(page, ['Pasted.mp4']);
  await page.evaluate(
    (held) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true })),
    clipboardData,
  );
  await expect(block(/^Scene 6: Pasted, /)).toBeVisible();
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  await expect(page.getByRole('article', { name: 'Scene 2: First' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 6: Pasted' })).toBeVisible();
});

test('clips that are chosen without the network become scenes in order, and reach a second device', async ({
  page,
  browser,
}) => {
  await openPlanted(page, server.url);
  await untilAppIsKept(page);
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
  // The notice takes back both, and Redo brings them again.
  await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
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
