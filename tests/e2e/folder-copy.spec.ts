/** A folder that the person chose gets a copy of the project, which is kept in step. The picker hands out a folder of this browser's own. */
import { writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { editScene, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { expectToast } from './toast.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
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

const NAME = 'The-Glass-Lighthouse.storyreel';

/** The file's bytes; empty where there is none. One that is replaced while it is read is read again. */
async function copyIn(page: Page, mostBytes = 1e9): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  const read = async (): Promise<void> => void (bytes = await readCopy(page, mostBytes));
  await expect(read).toPass({ timeout: 10_000 });
  return bytes;
}

async function readCopy(page: Page, mostBytes: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([name, most]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
      const names: string[] = [];
      for await (const one of folder.keys()) names.push(one);
      if (!names.includes(name)) return '';
      const file = await (await folder.getFileHandle(name)).getFile();
      const bytes = new Uint8Array(await file.slice(0, most).arrayBuffer());
      let binary = '';
      for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(binary);
    },
    [NAME, mostBytes] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** Whether the document in the file, which comes first, has these words. */
const says = async (page: Page, words: string): Promise<boolean> => (await copyIn(page, 200_000)).includes(words);

const openFolder = async (page: Page) => {
  await page.getByRole('button', { name: 'Project menu' }).click();
  await page.getByRole('menuitem', { name: 'Keep a copy in a folder' }).click();
  return page.getByRole('dialog', { name: 'Keep a copy in a folder' });
};

test(
  'the file follows the project, offline and after a reload, until it is stopped',
  { tag: '@long' },
  async ({ page, context }, testInfo) => {
    await page.addInitScript(() => {
      const pick = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
      Object.defineProperty(globalThis, 'showDirectoryPicker', { value: pick });
    });
    await openPlanted(page, server.url);
    await untilAppIsKept(page);
    await untilClipsAreKept(page, server.url);
    const dialog = await openFolder(page);
    await dialog.getByRole('button', { name: 'Choose folder' }).click();
    await expect(dialog.getByText(`My movies / ${NAME} · Last written`)).toBeVisible();
    await checkWithAxe(page, 'a copy in a folder');
    await page.keyboard.press('Escape');

    await test.step('it is a whole project, which the command line checks', async () => {
      const path = testInfo.outputPath('copy.storyreel');
      await writeFile(path, await copyIn(page));
      const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'storyreel-file', '--', 'check', path]);
      expect(stdout).toContain('The Glass Lighthouse');
    });
    await test.step('what is edited is in it', async () => {
      await context.setOffline(true);
      await editScene(page, 2, 'Title', 'Written while offline');
      await expect.poll(() => says(page, 'Written while offline')).toBe(true);
      await page.reload();
      await editScene(page, 2, 'Title', 'And after a reload');
      await expect.poll(() => says(page, 'And after a reload')).toBe(true);
      await context.setOffline(false);
    });
    await test.step('a browser that asks again is asked, and the copy catches up', async () => {
      await page.evaluate(() => {
        const handle = Reflect.get(globalThis, 'FileSystemHandle').prototype;
        handle.queryPermission = async () => 'prompt';
        handle.requestPermission = async () => {
          handle.queryPermission = async () => 'granted';
          return 'granted';
        };
      });
      await editScene(page, 2, 'Title', 'Not allowed yet');
      const asking = await openFolder(page);
      await expect(asking.getByRole('alert')).toContainText('asks for permission again');
      expect(await says(page, 'Not allowed yet')).toBe(false);
      await asking.getByRole('button', { name: 'Allow again' }).click();
      await expect.poll(() => says(page, 'Not allowed yet')).toBe(true);
      await asking.getByRole('button', { name: 'Stop keeping a copy' }).click();
      await expect(asking.getByText('Last written')).toBeHidden();
    });
  },
);

test(
  'what lies in the folder is left alone, and a copy that can’t be written says so and is tried again',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const pick = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
      Object.defineProperty(globalThis, 'showDirectoryPicker', { value: pick });
    });
    await openPlanted(page, server.url);
    await page.evaluate(async (name) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write('Another project of this title.');
      await writable.close();
    }, NAME);
    const dialog = await openFolder(page);
    await dialog.getByRole('button', { name: 'Choose folder' }).click();
    const written = dialog.getByText('My movies / The-Glass-Lighthouse-2.storyreel · Last written');
    await expect(written).toBeVisible();
    expect((await copyIn(page)).toString()).toBe('Another project of this title.');
    // The same folder again is the same file.
    await dialog.getByRole('button', { name: 'Choose another folder' }).click();
    await expect(written).toBeVisible();
    await page.keyboard.press('Escape');

    await page.evaluate(() => {
      const { prototype } = FileSystemFileHandle;
      const whole = prototype.createWritable;
      prototype.createWritable = () => {
        prototype.createWritable = whole;
        return Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
      };
    });
    await editScene(page, 2, 'Title', 'Not written');
    await expectToast(
      page,
      '“The-Glass-Lighthouse-2.storyreel” isn’t up to date',
      'Couldn’t write to this folder. It may have been moved, or the disk may be full. The next change is tried again.',
    );
    await editScene(page, 2, 'Title', 'Written again');
    const again = await openFolder(page);
    await expect(again.getByText('Last written')).toBeVisible();
  },
);
