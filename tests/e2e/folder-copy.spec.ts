/** A folder that the person chose gets a copy of the project, which is kept in step. The picker hands out a folder of this browser's own. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { editScene, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { expectToast } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

/** As other projects of this title call theirs; the copy's name comes after it. */
const TAKEN = 'The-Glass-Lighthouse.storyreel';
const NAME = 'The-Glass-Lighthouse-2.storyreel';

/** The first bytes of a file in the folder; none where there is no such file. One that is replaced while it is read is read again. */
async function bytesOf(page: Page, name: string, most = 1e9): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  const read = async (): Promise<void> => void (bytes = await readOnce(page, name, most));
  await expect(read).toPass({ timeout: 10_000 });
  return bytes;
}

async function readOnce(page: Page, name: string, mostBytes: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([wanted, most]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
      const names: string[] = [];
      for await (const one of folder.keys()) names.push(one);
      if (!names.includes(wanted)) return '';
      const file = await (await folder.getFileHandle(wanted)).getFile();
      const bytes = new Uint8Array(await file.slice(0, most).arrayBuffer());
      let binary = '';
      for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(binary);
    },
    [name, mostBytes] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** Whether the document in the copy, which comes first, has these words. */
const says = async (page: Page, words: string): Promise<boolean> =>
  (await bytesOf(page, NAME, 200_000)).includes(words);

test('the file follows the project, offline and after a reload, and what lies in the folder is left alone', async ({
  page,
  context,
}, testInfo) => {
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
    Object.defineProperty(globalThis, 'showDirectoryPicker', { value: pick });
  });
  const dialog = page.getByRole('dialog', { name: 'Keep a copy in a folder' });
  const written = dialog.getByText(`My movies / ${NAME} · Last written`);
  const openFolder = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Keep a copy in a folder' }).click();
  };
  /** Names scene 2, and waits until the copy says so. */
  const follows = async (title: string): Promise<void> => {
    await editScene(page, 2, 'Title', title);
    await expect.poll(() => says(page, title)).toBe(true);
  };
  await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  await page.evaluate(async (name) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('My movies', { create: true });
    const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await writable.write('Another project of this title.');
    await writable.close();
  }, TAKEN);

  await test.step('it is a whole project, which the command line checks, beside what lay there', async () => {
    await openFolder();
    await dialog.getByRole('button', { name: 'Choose folder' }).click();
    await expect(written).toBeVisible();
    await checkWithAxe(page, 'a copy in a folder');
    expect((await bytesOf(page, TAKEN)).toString()).toBe('Another project of this title.');
    // The same folder again is the same file.
    await dialog.getByRole('button', { name: 'Choose another folder' }).click();
    await expect(written).toBeVisible();
    await page.keyboard.press('Escape');
    const path = testInfo.outputPath('copy.storyreel');
    await writeFile(path, await bytesOf(page, NAME));
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'storyreel-file', '--', 'check', path]);
    expect(stdout).toContain('The Glass Lighthouse');
  });

  await test.step('what is edited is in it', async () => {
    await context.setOffline(true);
    await follows('Written while offline');
    await page.reload();
    await follows('And after a reload');
    await context.setOffline(false);
  });

  await test.step('a copy that can’t be written says so, and is tried again with the next change', async () => {
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
      `“${NAME}” isn’t up to date`,
      'Couldn’t write to this folder. It may have been moved, or the disk may be full. The next change is tried again.',
    );
    await follows('Written again');
  });

  await test.step('a browser that asks again is asked, and the copy catches up, until it is stopped', async () => {
    await page.evaluate(() => {
      const handle = Reflect.get(globalThis, 'FileSystemHandle').prototype;
      handle.queryPermission = async () => 'prompt';
      handle.requestPermission = async () => {
        handle.queryPermission = async () => 'granted';
        return 'granted';
      };
    });
    await editScene(page, 2, 'Title', 'Not allowed yet');
    await openFolder();
    await expect(dialog.getByRole('alert')).toContainText('asks for permission again');
    expect(await says(page, 'Not allowed yet')).toBe(false);
    await dialog.getByRole('button', { name: 'Allow again' }).click();
    await expect.poll(() => says(page, 'Not allowed yet')).toBe(true);
    await expect(written).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop keeping a copy' }).click();
    await expect(dialog.getByText('Last written')).toBeHidden();
  });
});
