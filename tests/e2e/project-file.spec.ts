/** The movie is a file of one's own: saved, and opened anywhere, without an account and without a network. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { run } from '#scripts/storyreel-file/command.ts';
import { decodeErrors, probeFile } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { download, openDialog } from './export-steps.ts';
import {
  fillSignIn,
  filesOnDevice,
  lighthouse,
  openProjectId,
  scenesOnServer,
  untilAppIsKept,
  untilClipsAreKept,
} from './journey.ts';
import { openPlanted, plantedOwner, startPlantedServer } from './planted.ts';
import { faultsIn, type RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

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

  await test.step('without an account or a network it is exported', async () => {
    const dialog = await openDialog(other, /^As made/);
    await expect(dialog.getByText('The server doesn’t have this movie.')).toBeVisible();
    await checkWithAxe(other, 'exporting an opened project');
    await dialog.getByRole('button', { name: 'Start Export' }).click();
    const movie = testInfo.outputPath('movie.mp4');
    await (await download(other, 'Download Export')).saveAs(movie);
    const { video } = await probeFile(movie);
    expect(video).toMatchObject({ codec_name: 'h264', width: 1280, height: 720 });
    expect(await decodeErrors(movie)).toEqual([]);
    await other.getByRole('button', { name: 'Sign in to edit' }).focus();
    await expect(other.getByText('You’re offline. This needs a network connection.').first()).toBeVisible();
  });

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

test(
  'who opens a file and then signs in has it as a project of their own, with its clips on the server',
  { tag: '@long' },
  async ({ page, browser }, testInfo) => {
    const path = await savedProject(page, testInfo.outputPath('movie.storyreel'));
    const { person } = await plantedOwner(1);
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${server.url}/open`);
    await other.getByLabel('Choose file').setInputFiles(path);
    await other.getByRole('button', { name: 'Sign in to edit' }).click();
    await fillSignIn(other, person);
    await other.waitForURL('**/project/*');
    await expect(other.getByRole('article', { name: /^Scene \d/ })).toHaveCount(4);
    const projectId = openProjectId(other);
    await expect
      .poll(async () => (await scenesOnServer(other, server.url, projectId)).length, { timeout: 30_000 })
      .toBe(4);
    const [theirs, owners] = await Promise.all([
      scenesOnServer(other, server.url, projectId),
      scenesOnServer(page, server.url, openProjectId(page)),
    ]);
    expect(theirs.map(({ title, description, sha256 }) => [title, description, sha256])).toEqual(
      owners.map(({ title, description, sha256 }) => [title, description, sha256]),
    );
    expect((await other.request.get(`${server.url}${theirs[0]?.videoUrl}`)).ok()).toBe(true);
    await other.reload();
    await expect(other.getByRole('article', { name: /^Scene \d/ })).toHaveCount(4);
    await context.close();
  },
);

test('the owner is asked whether a file replaces its project, and undoes that, offline', async ({
  page,
  context,
}, testInfo) => {
  const path = await savedProject(page, testInfo.outputPath('movie.storyreel'));
  const address = page.url();
  const titles = page.getByRole('article').getByRole('heading');
  const saved = await titles.allTextContents();
  await untilAppIsKept(page);
  await context.setOffline(true);
  await page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('article')).toHaveCount(3);

  await page
    .getByRole('link', { name: /Projects/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Open project' }).click();
  await page.getByLabel('Choose file').setInputFiles(path);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Import project' })).toContainText('“The Glass Lighthouse”');
  await checkWithAxe(page, 'import project');
  await page.getByRole('button', { name: 'Replace project' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(titles).toHaveText(saved);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByRole('article')).toHaveCount(4);
  await context.setOffline(false);
  await expect
    .poll(async () => (await scenesOnServer(page, server.url, openProjectId(page))).length, { timeout: 30_000 })
    .toBe(4);
});
