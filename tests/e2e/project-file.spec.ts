/** The movie is a file of one's own: saved, and opened anywhere, without an account and without a network. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { run } from '#scripts/storyreel-file/command.ts';
import { checkWithAxe } from './axe.ts';
import { filesOnDevice, lighthouse, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

async function savedProject(page: Page, path: string): Promise<string> {
  // Headless browsers show no picker; then the file is a download.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  await page.getByRole('button', { name: 'Project menu' }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save project…' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('The-Glass-Lighthouse.storyreel');
  await download.saveAs(path);
  await expect(page.getByText('Project saved')).toBeVisible();
  return path;
}

async function expectPlaying(page: Page): Promise<void> {
  const picture = page.locator('canvas[data-clip-frame]');
  const first = await picture.getAttribute('data-clip-frame');
  await expect.poll(() => picture.getAttribute('data-clip-frame')).not.toBe(first);
}

test('a saved project is whole, and opens and plays without an account or a network', async ({
  page,
  browser,
}, testInfo) => {
  const path = await savedProject(page, testInfo.outputPath('movie.storyreel'));
  const said: string[] = [];
  expect(await run(['check', path], { log: (line) => said.push(line), error: (line) => said.push(line) })).toBe(0);
  expect(said[0]).toMatch(/^“The Glass Lighthouse” is whole: 4 scenes, 4 files, /);

  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(`${server.url}/open`);
  await untilAppIsKept(other);
  await checkWithAxe(other, 'open project');
  await stranger.setOffline(true);
  await other.reload();
  await other.getByLabel('Choose file').setInputFiles(path);
  await expect(other.getByRole('heading', { name: lighthouse.title })).toBeVisible();
  expect(await filesOnDevice(other, 'clips')).toHaveLength(4);
  await expectPlaying(other);
  await checkWithAxe(other, 'an opened project');

  await test.step('a damaged file gets a sentence, and the next one opens', async () => {
    const bytes = await readFile(path);
    const damaged = testInfo.outputPath('damaged.storyreel');
    // In the middle of a clip: the lists are whole.
    bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 64);
    await writeFile(damaged, bytes);
    await other.evaluate(async () =>
      (await navigator.storage.getDirectory()).removeEntry('clips', { recursive: true }),
    );
    await other.getByRole('button', { name: 'Open another file' }).click();
    await other.getByLabel('Choose file').setInputFiles(damaged);
    await expect(other.getByRole('alert')).toContainText('was changed or damaged.');
    await writeFile(damaged, 'not a project');
    await other.getByLabel('Choose file').setInputFiles(damaged);
    await expect(other.getByRole('alert')).toContainText('isn’t a Storyreel project');
    await other.getByLabel('Choose file').setInputFiles(path);
    await expect(other.getByRole('heading', { name: lighthouse.title })).toBeVisible();
  });
  await stranger.close();
});

test('an installed app opens the file that was double-clicked', async ({ page }, testInfo) => {
  const path = await savedProject(page, testInfo.outputPath('movie.storyreel'));
  const content = (await readFile(path)).toString('base64');
  // As the system hands it over: a handle in the queue of launches.
  await page.addInitScript((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], 'movie.storyreel');
    const launchQueue = {
      setConsumer: (take: (launch: unknown) => void) => take({ files: [{ getFile: async () => file }] }),
    };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
  }, content);
  await page.goto(`${server.url}/open`);
  await expect(page.getByRole('heading', { name: lighthouse.title })).toBeVisible();
  await expectPlaying(page);
});
