/** What this browser keeps: by project, and what one click frees. The projects themselves always stay. */
import { expect, test, type Page } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe } from './axe.ts';
import {
  editScene,
  exportMovie,
  filesOnDevice,
  lighthouse,
  scenesOnServer,
  untilAppIsKept,
  untilClipsAreKept,
} from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn, type RunningServer } from './server.ts';
import { toastsOn } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

async function openStorage(page: Page): Promise<void> {
  await page.goto(`${server.url}/settings`);
  await page.getByRole('link', { name: 'Storage in this browser' }).click();
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible();
}

test('pieces that can be made again go at one click, clips only where they aren’t kept offline, and come again', async ({
  page,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  // As an export leaves one: a stretch that can be encoded again.
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('segments', { create: true });
    const writable = await (await folder.getFileHandle('a'.repeat(64), { create: true })).createWritable();
    await writable.write(new Uint8Array(2_000_000));
    await writable.close();
  });
  await openStorage(page);
  const row = page.getByRole('row', { name: new RegExp(lighthouse.title) });
  await expect(row).toContainText('4 scenes');
  await checkWithAxe(page, 'storage');

  await page.getByRole('button', { name: /^Free up 2\.\d MB$/ }).click();
  await expect(page.getByText(/^Freed 2/)).toBeVisible();
  expect(await filesOnDevice(page, 'segments')).toEqual([]);
  expect(await filesOnDevice(page, 'clips')).toHaveLength(4);

  const free = row.getByRole('button', { name: `Free up space of ${lighthouse.title}` });
  await expect(free).toHaveAttribute('aria-disabled', 'true');
  await row.getByRole('switch', { name: `Keep ${lighthouse.title} offline` }).click();
  await free.click();
  await expect(row).toContainText('0 of 4 clips here');
  await expect.poll(() => filesOnDevice(page, 'clips')).toEqual([]);

  await test.step('downloads pause and go on', async () => {
    await row.getByRole('switch').click();
    await untilStored(page, 4);
    await row.getByRole('switch').click();
    await free.click();
    await untilStored(page, 0);
    await page.route('**/api/media/**', (route) => route.abort());
    await row.getByRole('switch').click();
    await page.getByRole('button', { name: 'Pause downloads' }).click();
    await expect(page.getByText(/^Paused\. 4 files to download/)).toBeVisible();
    await page.unroute('**/api/media/**');
    await page.reload();
    await expect(page.getByText(/^Paused\. 4 files to download/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume downloads' }).click();
    await untilStored(page, 4);
  });
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
});

async function untilStored(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await filesOnDevice(page, 'clips')).length, { timeout: 30_000 }).toBe(count);
}

test('a finished movie outlives its project, can be downloaded again, and goes when it is removed', async ({
  page,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  const movie = (await exportMovie(page, /^(As made|No loss)/)).suggestedFilename();
  const there = page.getByRole('region', { name: 'Finished movies' });
  await openStorage(page);
  await expect(there.getByRole('listitem')).toContainText([movie]);
  await expect(there).toContainText(`From ${lighthouse.title}`);
  // On another device: here, the movies of a project go with it.
  const gone = await page.request.delete(`${server.url}/api/projects/${projectId}`, {
    headers: { Origin: server.url },
  });
  expect(gone.status()).toBe(204);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await openStorage(page);
  await expect(there.getByRole('listitem')).toContainText([movie]);
  await expect(there).toContainText('Its project isn’t in this browser');
  await checkWithAxe(page, 'storage with a finished movie');
  const again = page.waitForEvent('download');
  await there.getByRole('button', { name: `Download ${movie}` }).click();
  expect((await again).suggestedFilename()).toBe(movie);

  const remove = there.getByRole('button', { name: `Remove ${movie}` });
  await remove.click();
  const asked = page.getByRole('dialog', { name: 'Remove this movie?' });
  await expect(asked.getByRole('listitem')).toHaveText([movie]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await filesOnDevice(page, 'exports')).toHaveLength(1);
  await remove.click();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(toastsOn(page).getByText('1 movie removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeFocused();
  await expect(there).toBeHidden();
  expect(await filesOnDevice(page, 'exports')).toEqual([]);
});

test('when clips no longer fit, it says so and where to make room, and edits are saved all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { createWritable } = FileSystemFileHandle.prototype;
    // The room that is kept for edits was taken while there was some.
    FileSystemFileHandle.prototype.createWritable = function (...options) {
      if (this.name === 'spare') return createWritable.apply(this, options);
      return Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    };
  });
  await openPlanted(page, server.url, 1);
  await expect(page.getByText('This browser is out of space')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open Storage' })).toBeVisible();
  await editScene(page, 1, 'Title', 'Edited on a full disk');
  await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
});

test(
  'downloads leave room in a small browser: an edit after them is saved and sent',
  { tag: '@long' },
  async ({ page, context }) => {
    // Chromium itself always tells of ten gigabytes that are free.
    await page.addInitScript(() => {
      const real = navigator.storage.estimate.bind(navigator.storage);
      const quota = (): number => Number(Reflect.get(globalThis, 'quotaBytes') ?? 10_000_000_000);
      navigator.storage.estimate = async () => ({ ...(await real()), quota: quota() });
    });
    const clipFile = /\/api\/media\/[0-9a-f]{64}$/;
    await page.route(clipFile, (route) => route.abort());
    const { projectId } = await openPlanted(page, server.url, 4);
    await untilAppIsKept(page);
    const scenes = await scenesOnServer(page, server.url, projectId);
    const clipsBytes = scenes.reduce((sum, { mediaBytes }) => sum + (mediaBytes ?? 0), 0);
    const usage = async () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    let before = -1;
    const growth = async (): Promise<number> => {
      const now = await usage();
      const grown = now - before;
      before = now;
      return grown;
    };
    await expect.poll(growth, { intervals: [1_000] }).toBe(0);
    // All clips would fit, and little after them.
    const quota = before + clipsBytes + 400_000;
    await page.evaluate((bytes) => void Object.assign(globalThis, { quotaBytes: bytes }), quota);
    await page.unroute(clipFile);
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(toastsOn(page).getByText('This browser is out of space')).toBeVisible();
    await editScene(page, 1, 'Description', 'Rain on the lantern room. '.repeat(20).trim());
    const first = async () => (await scenesOnServer(page, server.url, projectId))[0];
    await expect.poll(async () => (await first())?.description).toMatch(/^Rain on the lantern room/);
    await expect.poll(growth, { intervals: [1_000] }).toBe(0);
    const stored = await filesOnDevice(page, 'clips');
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(scenes.length);
    // Half a megabyte is the database's own, whose files grow by pieces.
    expect(quota - (await usage())).toBeGreaterThan(quota / 20 - 600_000);
  },
);

test('a browser that doesn’t say what it keeps is asked again', async ({ page }) => {
  await page.addInitScript(() => {
    const real = navigator.storage.persisted.bind(navigator.storage);
    let isBroken = true;
    navigator.storage.persisted = async () => {
      if (isBroken) throw new DOMException('Try later.', 'InvalidStateError');
      return real();
    };
    addEventListener('click', () => (isBroken = false), { capture: true });
    navigator.storage.persist = () => Promise.reject(new DOMException('Try later.', 'InvalidStateError'));
  });
  await openPlanted(page, server.url, 3);
  await page.goto(`${server.url}/settings/storage`);
  await expect(page.getByRole('heading', { name: 'Couldn’t measure storage' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Ask to keep them' }).click();
  await expect(toastsOn(page).getByText('Couldn’t ask your browser')).toBeVisible();
});

test('the only copy of an own clip is never freed, and once uploaded it is', async ({ page }) => {
  await page.route('**/api/uploads', (route) => route.abort());
  const { projectId } = await openPlanted(page, server.url, 2);
  const { title } = await page.evaluate(async (url) => (await fetch(url)).json(), `/api/projects/${projectId}`);
  await untilClipsAreKept(page, server.url);
  const buffer = Buffer.from(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 }));
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  const input = page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input'));
  await input.setInputFiles({ name: 'Beach.mp4', mimeType: 'video/mp4', buffer });
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
  await openStorage(page);
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('1 file isn’t uploaded and stays in this browser');
  await row.getByRole('switch').click();
  const free = row.getByRole('button', { name: `Free up space of ${title}` });
  await free.click();
  await untilStored(page, 1);
  await page.unroute('**/api/uploads');
  await page.reload();
  const beach = page.getByRole('region', { name: 'Your files' }).getByRole('listitem');
  await expect(beach).toContainText('Uploaded', { timeout: 30_000 });
  await free.click();
  await untilStored(page, 0);
});

test('little room left is an alert, and the browser can be asked to keep everything', async ({ page, context }) => {
  await page.addInitScript(() => {
    let isPersisted = false;
    // Rows and the app take room, too: none of it lies in files.
    navigator.storage.estimate = () => Promise.resolve({ quota: 2_000_000_000, usage: 1_850_000_000 });
    navigator.storage.persisted = () => Promise.resolve(isPersisted);
    navigator.storage.persist = () => Promise.resolve((isPersisted = true));
  });
  await openPlanted(page, server.url, 3);
  const toast = toastsOn(page).getByText('Only 150 MB left in this browser');
  await expect(toast).toBeVisible();
  const [storage] = await Promise.all([
    context.waitForEvent('page'),
    toastsOn(page).getByRole('button', { name: 'Open Storage' }).click(),
  ]);
  await expect(storage.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible();
  await openStorage(page);
  await expect(page.getByRole('alert').filter({ hasText: /^Only 150 MB left\. Free up space/ })).toBeVisible();
  await page.getByRole('button', { name: 'Ask to keep them' }).click();
  await expect(page.getByText('Your browser keeps all of this until you remove it.')).toBeVisible();
});
