/** Own files on their way to the server: seen, paused, refused and tried again, and removed where nothing needs them. */
import { expect, test, type Page } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe } from './axe.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

test.use({ serviceWorkers: 'block' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

async function addClip(page: Page, name: string, sceneNumber: number): Promise<void> {
  const buffer = Buffer.from(await makeClip({ seconds: 1, size: '360p', sceneNumber }));
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  const input = page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input'));
  await input.setInputFiles({ name, mimeType: 'video/mp4', buffer });
}

test('files are seen on their way, paused, tried again, and removed', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/uploads/*/parts/*', async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  const { projectId } = await openPlanted(page, server.url);
  await addClip(page, 'Beach.mp4', 1);
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
  await addClip(page, 'Harbor.mp4', 2);
  await expect(page.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  await page.getByRole('link', { name: 'Uploading 0%' }).click();

  const files = page.getByRole('region', { name: 'Your files' });
  await expect(files.getByText(/^Uploading 2 files: 0 B of \d+ kB$/)).toBeVisible();
  await expect(files.getByRole('progressbar', { name: 'Upload progress', exact: true })).toBeVisible();
  const beach = files.getByRole('listitem').filter({ hasText: 'Beach.mp4' });
  await expect(beach).toContainText('Used in The Glass Lighthouse');
  await expect(beach.getByRole('button', { name: 'Remove Beach.mp4' })).toHaveAttribute('aria-disabled', 'true');
  await files.getByRole('button', { name: 'Pause uploads' }).click();
  await expect(files.getByText(/^Uploads are paused\. 2 files to upload/)).toBeVisible();
  await checkWithAxe(page, 'own files on the Storage page');
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('link', { name: 'Upload paused' })).toBeVisible();
  await page.getByRole('link', { name: 'Upload paused' }).click();
  release();
  await files.getByRole('button', { name: 'Resume uploads' }).click();
  await expect(beach).toContainText('Uploaded');
  await expect(files.getByText('Uploaded', { exact: true })).toHaveCount(2);

  await test.step('what nothing needs is removed here and there', async () => {
    const headers = { Origin: server.url };
    const list = async (): Promise<unknown[]> =>
      (await page.request.get(`${server.url}/api/own-files`, { headers })).json();
    expect(await list()).toHaveLength(2);
    const scenes = async (): Promise<unknown> =>
      (await page.request.get(`${server.url}/api/projects/${projectId}/scenes`)).json();
    // A scene is sent once its file is there.
    await expect.poll(scenes).toMatchObject([{}, {}, {}, {}, { title: 'Beach' }, { title: 'Harbor' }]);
    await expect(files.getByRole('button', { name: /^Remove \d unused file/ })).toHaveCount(0);
    await page.request.delete(`${server.url}/api/projects/${projectId}`, { headers });
    await page.goto(`${server.url}/`);
    await expect(page.getByText('No projects yet')).toBeVisible();
    await page.goto(`${server.url}/settings/storage`);
    await files.getByRole('button', { name: /^Remove 2 unused files \(\d+ kB\)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 2 files?' });
    // Sent side by side, either may be there first.
    const named = async (): Promise<string[]> => (await dialog.getByRole('listitem').allTextContents()).toSorted();
    await expect.poll(named).toEqual(['Beach.mp4', 'Harbor.mp4']);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('2 files removed', { exact: true })).toBeVisible();
    await expect(files).toHaveCount(0);
    expect(await list()).toEqual([]);
  });
});

test('a file that fails or that the server refuses says why, and is sent when there is room', async ({ page }) => {
  let [isBroken, isFull] = [true, true];
  await page.route('**/api/uploads', async (route) => {
    const json = { code: 'internal', message: 'The disk is broken.', requestId: 'a-request' };
    if (isBroken) return route.fulfill({ status: 500, json });
    if (!isFull) return route.continue();
    const message = '“Beach.mp4” doesn’t fit.';
    await route.fulfill({ status: 409, json: { code: 'quota_reached', message, requestId: 'a-request' } });
  });
  const { projectId } = await openPlanted(page, server.url, 1);
  await addClip(page, 'Beach.mp4', 1);
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
  await page.getByRole('link', { name: 'Upload delayed' }).click();
  const beach = page.getByRole('region', { name: 'Your files' }).getByRole('listitem');
  await expect(beach).toContainText('The disk is broken.');
  await expect(beach).toContainText('Waiting to upload');
  isBroken = false;
  await beach.getByRole('button', { name: 'Retry uploading Beach.mp4' }).click();
  await expect(beach).toContainText('“Beach.mp4” doesn’t fit.');
  isFull = false;
  await beach.getByRole('button', { name: 'Retry uploading Beach.mp4' }).click();
  await expect(beach).toContainText('Uploaded');
  // The session stays the same: a new one would end that of the page in the middle of a call.
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(5);
  const scenes = async (): Promise<unknown> =>
    (await page.request.get(`${server.url}/api/projects/${projectId}/scenes`)).json();
  await expect.poll(scenes).toMatchObject([{}, {}, {}, {}, { title: 'Beach' }]);
});
