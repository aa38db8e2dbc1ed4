/** Clips of the person's own: on this device at once, without the network too, then on the server, and gone where nothing needs them. */
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkWithAxe, PHONE } from './axe.ts';
import { holdCalls } from './hold.ts';
import { untilAppIsKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { toastsOn } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

test('clips that are chosen offline become scenes, reach the server and a second device, and are removed', async ({
  page,
  context,
  browser,
}, testInfo) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const headers = { Origin: server.url };
  const get = async (path: string): Promise<unknown> => (await page.request.get(`${server.url}/api${path}`)).json();
  const files = page.getByRole('region', { name: 'Your files' });
  const [beach, harbor] = ['Beach.mp4', 'Harbor.mov'].map((hasText) => files.getByRole('listitem').filter({ hasText }));
  if (!beach || !harbor) throw new Error('Two files are chosen.');

  await test.step('they become scenes in order, and what is no clip gets a sentence', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((sceneNumber) => makeClip({ seconds: 2, size: '360p', sceneNumber })),
    );
    const contents = { 'Beach.mp4': one, 'Empty.mp4': '', 'Fake.mp4': '<html>', 'Harbor.mov': two };
    for (const [name, bytes] of Object.entries(contents)) await writeFile(testInfo.outputPath(name), bytes ?? '');
    const article = page.getByRole('article');
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    const dialog = page.getByRole('dialog');
    await checkWithAxe(page, 'dialog for own clips', [PHONE]);
    await context.setOffline(true);
    const chosen = Object.keys(contents).map((name) => testInfo.outputPath(name));
    await dialog.getByLabel('Choose Files').and(page.locator('input')).setInputFiles(chosen);
    await expect(dialog.getByText('“Empty.mp4” is empty (0 bytes). Choose another file.')).toBeVisible();
    await expect(dialog.getByText(/can’t tell what “Fake.mp4” is/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(article).toHaveCount(6);
    // The notice takes back both, and Redo brings them again.
    await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(article).toHaveCount(4);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  });

  const letParts = await holdCalls(page, '**/api/uploads/*/parts/*');
  await test.step('files that fail or that the server refuses say why, and are sent when there is room', async () => {
    let trouble: 'broken' | 'full' | 'none' = 'broken';
    await page.route('**/api/uploads', async (route) => {
      if (trouble === 'none') return route.continue();
      const [status, code, message] =
        trouble === 'broken' ? [500, 'internal', 'The disk is broken.'] : [409, 'quota_reached', 'It doesn’t fit.'];
      await route.fulfill({ status, json: { code, message, requestId: 'a-request' } });
    });
    const retry = async (): Promise<void> => {
      for (const name of ['Beach.mp4', 'Harbor.mov'])
        await files.getByRole('button', { name: `Retry uploading ${name}` }).click();
    };
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Upload delayed' }).click();
    for (const file of [beach, harbor]) {
      await expect(file).toContainText('The disk is broken.');
      await expect(file).toContainText('Waiting to upload');
    }
    trouble = 'full';
    await retry();
    for (const file of [beach, harbor]) await expect(file).toContainText('It doesn’t fit.');
    trouble = 'none';
    await retry();
  });

  await test.step('they are seen on their way, and paused', async () => {
    await expect(files.getByText(/^Uploading 2 files: 0 B of \d+ kB$/)).toBeVisible();
    await expect(files.getByRole('progressbar', { name: 'Upload progress', exact: true })).toBeVisible();
    await expect(beach).toContainText('Used in The Glass Lighthouse');
    await expect(beach.getByRole('button', { name: 'Remove Beach.mp4' })).toHaveAttribute('aria-disabled', 'true');
    await page.goto(`${server.url}/project/${projectId}`);
    await page.getByRole('link', { name: 'Uploading 0%' }).click();
    await files.getByRole('button', { name: 'Pause uploads' }).click();
    await expect(files.getByText(/^Uploads are paused\. 2 files to upload/)).toBeVisible();
    await checkWithAxe(page, 'own files on the Storage page');
    await page.goto(`${server.url}/project/${projectId}`);
    await page.getByRole('link', { name: 'Upload paused' }).click();
  });

  await test.step('they reach the server, and their scenes a second device', async () => {
    letParts();
    await files.getByRole('button', { name: 'Resume uploads' }).click();
    await expect(files.getByText('Uploaded', { exact: true })).toHaveCount(2);
    // A scene is sent once its file is there.
    const own = [{ title: 'Beach', source: 'clip', frameCount: 48 }, { title: 'Harbor' }];
    await expect.poll(() => get(`/projects/${projectId}/scenes`)).toMatchObject([{}, {}, {}, {}, ...own]);
    const second = await browser.newContext({ serviceWorkers: 'block' });
    const other = await second.newPage();
    await openPlanted(other, server.url, 0, 6);
    await expect(other.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
    await second.close();
  });

  await test.step('what nothing needs is removed here and there', async () => {
    expect(await get('/own-files')).toHaveLength(2);
    await expect(files.getByRole('button', { name: /^Remove \d unused file/ })).toHaveCount(0);
    await expect(await page.request.delete(`${server.url}/api/projects/${projectId}`, { headers })).toBeOK();
    await page.goto(`${server.url}/`);
    await expect(page.getByText('No projects yet')).toBeVisible();
    await page.goto(`${server.url}/settings/storage`);
    await files.getByRole('button', { name: /^Remove 2 unused files \(\d+ kB\)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 2 files?' });
    // Sent side by side, either may be there first.
    const named = async (): Promise<string[]> => (await dialog.getByRole('listitem').allTextContents()).toSorted();
    await expect.poll(named).toEqual(['Beach.mp4', 'Harbor.mov']);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('2 files removed', { exact: true })).toBeVisible();
    await expect(files).toHaveCount(0);
    expect(await get('/own-files')).toEqual([]);
  });
});
