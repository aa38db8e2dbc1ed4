/** What this browser keeps: by project, and what one click frees. The projects themselves always stay. */
import { expect, test, type Page } from '@playwright/test';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe } from './axe.ts';
import { exportMovie, filesOnDevice, lighthouse, untilClipsAreKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { toastsOn } from './toast.ts';

const server = servePlanted();

async function openStorage(page: Page): Promise<void> {
  await page.goto(`${server.url}/settings`);
  await page.getByRole('link', { name: 'Storage in this browser' }).click();
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible();
}

/** As an export leaves one: a stretch that can be encoded again. */
function plantSegment(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('segments', { create: true });
    const writable = await (await folder.getFileHandle('a'.repeat(64), { create: true })).createWritable();
    await writable.write(new Uint8Array(2_000_000));
    await writable.close();
  });
}

async function untilStored(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await filesOnDevice(page, 'clips')).length, { timeout: 30_000 }).toBe(count);
}

test('what can be had again goes at one click and comes again; the only copy of an own clip, and a movie, stay', async ({
  page,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  const row = page.getByRole('row', { name: new RegExp(lighthouse.title) });
  const keepOffline = row.getByRole('switch', { name: `Keep ${lighthouse.title} offline` });
  const free = row.getByRole('button', { name: `Free up space of ${lighthouse.title}` });
  const movies = page.getByRole('region', { name: 'Finished movies' });
  await untilClipsAreKept(page, server.url);
  await plantSegment(page);

  await test.step('pieces that can be made again go, and clips only where they aren’t kept offline', async () => {
    await openStorage(page);
    await expect(row).toContainText('4 scenes');
    await checkWithAxe(page, 'storage');
    await page.getByRole('button', { name: /^Free up 2\.\d MB$/ }).click();
    await expect(page.getByText(/^Freed 2/)).toBeVisible();
    expect(await filesOnDevice(page, 'segments')).toEqual([]);
    expect(await filesOnDevice(page, 'clips')).toHaveLength(4);
    await expect(free).toHaveAttribute('aria-disabled', 'true');
    await keepOffline.click();
    await free.click();
    await expect(row).toContainText('0 of 4 clips here');
    await untilStored(page, 0);
  });

  await test.step('downloads pause and go on', async () => {
    await page.route('**/api/media/**', (route) => route.abort());
    await keepOffline.click();
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
  const movie = (await exportMovie(page, /^(As made|No loss)/)).suggestedFilename();

  await test.step('the only copy of an own clip is never freed, and once uploaded it is', async () => {
    await page.route('**/api/uploads', (route) => route.abort());
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    const clip = await clipPath({ seconds: 1, size: '360p', sceneNumber: 1 });
    await page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input')).setInputFiles(clip);
    await expect(page.getByRole('article')).toHaveCount(5);
    await openStorage(page);
    await expect(row).toContainText('1 file isn’t uploaded and stays in this browser');
    await keepOffline.click();
    await free.click();
    await untilStored(page, 1);
    await page.unroute('**/api/uploads');
    await page.reload();
    const own = page.getByRole('region', { name: 'Your files' }).getByRole('listitem');
    await expect(own).toContainText('Uploaded', { timeout: 30_000 });
    await free.click();
    await untilStored(page, 0);
  });

  await test.step('a finished movie outlives its project, and can be downloaded again', async () => {
    await expect(movies.getByRole('listitem')).toContainText([movie]);
    await expect(movies).toContainText(`From ${lighthouse.title}`);
    // On another device: here, the movies of a project go with it.
    const headers = { Origin: server.url };
    await expect(await page.request.delete(`${server.url}/api/projects/${projectId}`, { headers })).toBeOK();
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await openStorage(page);
    await expect(movies.getByRole('listitem')).toContainText([movie]);
    await expect(movies).toContainText('Its project isn’t in this browser');
    await checkWithAxe(page, 'storage with a finished movie');
    const again = page.waitForEvent('download');
    await movies.getByRole('button', { name: `Download ${movie}` }).click();
    expect((await again).suggestedFilename()).toBe(movie);
  });

  await test.step('it goes when it is removed', async () => {
    const remove = movies.getByRole('button', { name: `Remove ${movie}` });
    await remove.click();
    const asked = page.getByRole('dialog', { name: 'Remove this movie?' });
    await expect(asked.getByRole('listitem')).toHaveText([movie]);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await filesOnDevice(page, 'exports')).toHaveLength(1);
    await remove.click();
    await asked.getByRole('button', { name: 'Remove' }).click();
    await expect(toastsOn(page).getByText('1 movie removed')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeFocused();
    await expect(movies).toBeHidden();
    expect(await filesOnDevice(page, 'exports')).toEqual([]);
  });
});
