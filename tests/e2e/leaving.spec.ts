/** A person looks at where they are signed in, takes a copy of their data, deletes their account, and leaves a browser. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { readZip } from '#tests/helpers/read-zip.ts';
import { checkWithAxe } from './axe.ts';
import { editScene, filesOnDevice, leaving, scenesOnServer, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { readKept } from './kept-here.ts';
import { signInByCall } from './people.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

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
  return { ...counts, files: (await filesOnDevice(page, 'clips')).length };
}

/** Opens the dialog that every way out of a browser leads to, by the menu. */
async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('other browsers are signed out, one or all; the data is downloaded, and the account deleted, here and on the server', async ({
  page,
  browser,
}) => {
  const { person } = await openPlanted(page, server.url, 0);
  await expect.poll(async () => (await keptHere(page))['files']).toBe(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await test.step('other browsers are signed out', async () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36';
    const phone = await browser.newContext({ userAgent });
    const statusThere = async () => (await phone.request.get(`${server.url}/api/auth/user`)).status();
    await signInByCall(phone.request, server.url, person);
    await page.goto(`${server.url}/settings`);
    await expect(page.getByText('Chrome on Android')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out of Chrome on Android' }).click();
    await expect(page.getByText('Signed out of Chrome on Android')).toBeVisible();
    expect(await statusThere()).toBe(401);
    await signInByCall(phone.request, server.url, person);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    // The page goes there by itself, and then loads anew without the person: no navigation of its own to wait for.
    await expect(page).toHaveURL(`${server.url}/landing`);
    expect(await statusThere()).toBe(401);
    await phone.close();
  });

  await test.step('the data is downloaded', async () => {
    await openPlanted(page, server.url, 0);
    await page.goto(`${server.url}/settings`);
    await expect(page.getByText(/^\d+ of 20,000$/)).toBeVisible();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^storyreel-data-\d{4}-\d\d-\d\d\.zip$/);
    const entries = readZip(await readFile(await download.path()));
    expect([...entries.keys()].filter((name) => name.endsWith('.mp4'))).toHaveLength(4);
  });

  await test.step('the account is deleted', async () => {
    await plantMadeOfClips(page);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const word = page.getByRole('dialog', { name: 'Delete your account?' }).getByRole('textbox');
    await expect(word).toBeFocused();
    await checkWithAxe(page, 'deleting the account');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tooltip', { name: 'Type “delete” first.' })).toBeAttached();
    await word.fill('delete');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/landing`);
    const none = { users: 0, projects: 0, scenes: 0, bases: 0, outbox: 0, clips: 0, files: 0 };
    await expect.poll(() => keptHere(page)).toEqual(none);
    expect(await madeOfClips(page)).toEqual([]);
    await signInByCall(page.request, server.url, person);
    expect(await (await page.request.get(`${server.url}/api/user/projects`)).json()).toEqual([]);
  });
});

test('who logs out keeps what is here, or removes it after being told what was never sent', async ({
  page,
  context,
}) => {
  await openPlanted(page, server.url, 1);
  await untilAppIsKept(page);
  await page.goto(`${server.url}/api/logout`);
  await page.waitForURL('**/landing');
  const kept = await keptHere(page);
  expect([kept['projects'], kept['scenes']]).toEqual([1, 4]);

  const { projectId } = await openPlanted(page, server.url, 2);
  await untilClipsAreKept(page, server.url);
  await context.setOffline(true);
  await editScene(page, 1, 'Title', 'Never sent');
  await askToLogOut(page);
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
  await openPlanted(page, server.url, 2);
  await expect(page.getByRole('article', { name: 'Scene 1: Never sent' })).toBeVisible();
});

test('who logs out without the network is signed out on the server before anybody is asked for', async ({
  page,
  context,
}) => {
  const { person } = await openPlanted(page, server.url, 3);
  const statusHere = async () => (await page.request.get(`${server.url}/api/auth/user`)).status();
  const dialog = leaving(page);
  await untilAppIsKept(page);

  await test.step('addresses of files open those files', async () => {
    for (const path of ['/licences/LGPL-2.1.txt', '/fonts/noto-sans-OFL.txt']) {
      await page.goto(server.url + path);
      await expect(page.getByText('Version').or(page.getByText('LICENSE')).first()).toContainText(/license/i);
    }
  });

  const signOut = page.getByRole('link', { name: 'Sign out', exact: true });
  for (const [way, ask] of [
    ['from the menu', () => askToLogOut(page)],
    ['from Settings', () => signOut.click()],
  ] as const)
    await test.step(way, async () => {
      await page.goto(`${server.url}/settings`);
      await expect(signOut).toBeVisible();
      await context.setOffline(true);
      await ask();
      await dialog.getByRole('button', { name: 'Log out', exact: true }).click();
      await page.waitForURL('**/landing');
      await page.goto(`${server.url}/settings`);
      await page.waitForURL('**/landing');
      expect(await statusHere()).toBe(200);
      await context.setOffline(false);
      await page.goto(`${server.url}/settings`);
      await page.waitForURL('**/landing');
      expect(await statusHere()).toBe(401);
      await signInByCall(page.request, server.url, person);
    });

  await test.step('while a tab exports a movie the person is asked first', async () => {
    await page.goto(`${server.url}/settings`);
    await expect(signOut).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${server.url}/licences/LGPL-2.1.txt`);
    // What a tab holds while it exports.
    await other.evaluate(() => void navigator.locks.request('exports', () => new Promise(() => {})));
    await askToLogOut(page);
    await expect(dialog.getByText('Logging out stops the export')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await statusHere()).toBe(200);
    await askToLogOut(page);
    await expect(dialog.getByText('Logging out stops the export')).toBeVisible();
    await checkWithAxe(page, 'logging out while a movie is exported');
    await dialog.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL('**/landing');
    expect(await statusHere()).toBe(401);
  });
});
