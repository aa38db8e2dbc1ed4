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
import { openPlanted, plantedOwner, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

/** Saves the open project. Headless browsers show no picker; then the file is a download. */
async function saveProject(page: Page, path: string): Promise<void> {
  await untilClipsAreKept(page, server.url);
  await page.getByRole('button', { name: 'Project menu' }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save project…' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe('The-Glass-Lighthouse.storyreel');
  await file.saveAs(path);
  await expect(page.getByText('Project saved')).toBeVisible();
}

async function expectPlaying(page: Page): Promise<void> {
  const picture = page.locator('canvas[data-clip-frame]');
  const first = await picture.getAttribute('data-clip-frame');
  await expect.poll(() => picture.getAttribute('data-clip-frame')).not.toBe(first);
}

test('a saved project is whole, opens without an account or a network, and becomes a project of whoever signs in', async ({
  page,
  browser,
}, testInfo) => {
  const path = testInfo.outputPath('movie.storyreel');
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  const owner = await openPlanted(page, server.url);
  await saveProject(page, path);
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

  await test.step('an installed app opens the file that was double-clicked', async () => {
    const installed = await stranger.newPage();
    // As the system hands it over: a handle in the queue of launches.
    await installed.addInitScript(
      (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const file = new File([bytes], 'movie.storyreel');
        const launchQueue = {
          setConsumer: (take: (launch: unknown) => void) => take({ files: [{ getFile: async () => file }] }),
        };
        Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
      },
      (await readFile(path)).toString('base64'),
    );
    await installed.goto(`${server.url}/open`);
    await expect(installed.getByRole('heading', { name: lighthouse.title })).toBeVisible();
    await expectPlaying(installed);
    await installed.close();
  });

  await test.step('who then signs in has it as a project of their own, with its clips on the server', async () => {
    await stranger.setOffline(false);
    await other.getByRole('button', { name: 'Sign in to edit' }).click();
    await fillSignIn(other, (await plantedOwner(1)).person);
    await other.waitForURL('**/project/*');
    await expect(other.getByRole('article', { name: /^Scene \d/ })).toHaveCount(4);
    const read = async (from: Page, projectId: string) =>
      (await scenesOnServer(from, server.url, projectId)).map(({ title, description, sha256 }) => ({
        ...{ title, description, sha256 },
      }));
    const projectId = openProjectId(other);
    await expect.poll(() => read(other, projectId), { timeout: 30_000 }).toEqual(await read(page, owner.projectId));
    const [first] = await scenesOnServer(other, server.url, projectId);
    await expect(await other.request.get(`${server.url}${first?.videoUrl}`)).toBeOK();
    await other.reload();
    await expect(other.getByRole('article', { name: /^Scene \d/ })).toHaveCount(4);
  });
  await stranger.close();
});

test('the owner is asked whether a file replaces its project, and undoes that, offline', async ({
  page,
  context,
}, testInfo) => {
  const path = testInfo.outputPath('movie.storyreel');
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await openPlanted(page, server.url, 2);
  await saveProject(page, path);
  const address = page.url();
  const titles = page.getByRole('article').getByRole('heading');
  const saved = await titles.allTextContents();
  await untilAppIsKept(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Delete scene 2', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(3);

  await page.getByRole('link', { name: 'Back to My Projects' }).click();
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
  const count = async () => (await scenesOnServer(page, server.url, openProjectId(page))).length;
  await expect.poll(count, { timeout: 30_000 }).toBe(4);
});
