/** A person looks at where they are signed in, takes a copy of their data, and deletes their account. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { readZip } from '#tests/helpers/read-zip.ts';
import { checkWithAxe } from './axe.ts';
import { editScene, leaving, scenesOnServer, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { readKept } from './kept-here.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

/** Files of this browser that were made of clips or hold a whole project, and cached pictures of clips. */
function madeOfClips(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const found: string[] = [];
    for (const folder of ['saved-projects', 'scrub-copies', 'segments', 'sound-shapes'])
      for await (const name of (await root.getDirectoryHandle(folder, { create: true })).keys())
        found.push(`${folder}/${name}`);
    for await (const [name, { kind }] of root.entries()) if (kind === 'file') found.push(name);
    if (await caches.has('clip-frames')) found.push('clip-frames');
    return found;
  });
}

/** As if this browser had exported, had saved projects, and had shown pictures. */
async function plantMadeOfClips(page: Page): Promise<void> {
  // A page that has just opened removes what an earlier one left.
  await expect(async () => {
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      for (const folder of ['saved-projects', 'segments'])
        await (await root.getDirectoryHandle(folder, { create: true })).getFileHandle('planted', { create: true });
      await root.getFileHandle('saved-project.storyreel', { create: true });
      await (await caches.open('clip-frames')).put('/api/media/planted', new Response('A picture'));
    });
    expect(await madeOfClips(page)).toEqual(
      expect.arrayContaining(['saved-projects/planted', 'segments/planted', 'saved-project.storyreel', 'clip-frames']),
    );
  }).toPass();
}

/** How many rows this browser has in each table that keeps something of people, and how many clips. */
async function keptHere(page: Page): Promise<Record<string, number>> {
  const kept = Object.values(await readKept(page));
  const counts: Record<string, number> = {};
  for (const table of ['users', 'projects', 'scenes', 'bases', 'outbox', 'clips'])
    counts[table] = kept.reduce((sum, tables) => sum + (tables[table]?.length ?? 0), 0);
  const files = await page.evaluate(async () => {
    const clips = await (await navigator.storage.getDirectory()).getDirectoryHandle('clips', { create: true });
    let count = 0;
    for await (const _ of clips.keys()) count += 1;
    return count;
  });
  return { ...counts, files };
}

test('other browsers are signed out, one or all', async ({ page, browser }) => {
  const { person } = await openPlanted(page, server.url, 1);
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
  });
  await signInByCall(phone.request, server.url, person);
  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('Chrome on Android')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out of Chrome on Android' }).click();
  await expect(page.getByText('Signed out of Chrome on Android')).toBeVisible();
  expect((await phone.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  await signInByCall(phone.request, server.url, person);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  // The page goes there by itself, and then loads anew without the person: no navigation of its own to wait for.
  await expect(page).toHaveURL(`${server.url}/landing`);
  expect((await phone.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  await phone.close();
});

test('the data is downloaded, and the account deleted, here and on the server', async ({ page }) => {
  const { person } = await openPlanted(page, server.url, 0);
  await expect.poll(async () => (await keptHere(page))['files']).toBe(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/settings`);
  await expect(page.getByText(/^\d+ of 20,000$/)).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^storyreel-data-\d{4}-\d\d-\d\d\.zip$/);
  const entries = readZip(await readFile(await download.path()));
  expect([...entries.keys()].filter((name) => name.endsWith('.mp4'))).toHaveLength(4);

  await plantMadeOfClips(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await checkWithAxe(page, 'deleting the account');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip', { name: 'Type “delete” first.' })).toBeAttached();
  await dialog.getByRole('textbox').fill('delete');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/landing`);
  await expect
    .poll(() => keptHere(page))
    .toEqual({ users: 0, projects: 0, scenes: 0, bases: 0, outbox: 0, clips: 0, files: 0 });
  expect(await madeOfClips(page)).toEqual([]);
  await signInByCall(page.request, server.url, person);
  expect(await (await page.request.get(`${server.url}/api/user/projects`)).json()).toEqual([]);
});

test('who logs out keeps what is here, or removes it after being told what was never sent', async ({
  page,
  context,
}) => {
  await openPlanted(page, server.url, 2);
  await untilAppIsKept(page);
  await page.goto(`${server.url}/api/logout`);
  await page.waitForURL('**/landing');
  const kept = await keptHere(page);
  expect([kept['projects'], kept['scenes']]).toEqual([1, 4]);

  const { projectId } = await openPlanted(page, server.url, 3);
  await untilClipsAreKept(page, server.url);
  await context.setOffline(true);
  await editScene(page, 1, 'Title', 'Never sent');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const dialog = leaving(page);
  await expect(dialog.getByRole('radio', { name: 'Keep my projects' })).toBeChecked();
  await expect(dialog.getByText('This browser keeps it until you log in again.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Log out', exact: true })).toBeEnabled();
  await dialog.getByRole('radio', { name: 'Remove my projects' }).check();
  await expect(dialog.getByRole('alert')).toContainText('The server doesn’t have 1 change yet.');
  await expect(dialog.getByRole('button', { name: 'Remove unsent work too' })).toBeDisabled();
  await checkWithAxe(page, 'leaving a browser');
  await context.setOffline(false);
  await expect.poll(async () => (await scenesOnServer(page, server.url, projectId))[0]?.title).toBe('Never sent');
  await plantMadeOfClips(page);
  await dialog.getByRole('button', { name: 'Log out and remove' }).click();
  await page.waitForURL('**/landing');
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  // The other person's rows and clips stay, and so does their work when they come back.
  await expect(async () => {
    const left = await keptHere(page);
    expect([left['users'], left['projects'], left['scenes'], left['outbox']]).toEqual([1, 1, 4, 0]);
    expect(left['files']).toBe(left['clips']);
  }).toPass();
  expect(await madeOfClips(page)).toEqual([]);
  await openPlanted(page, server.url, 3);
  await expect(page.getByRole('article', { name: 'Scene 1: Never sent' })).toBeVisible();
});
