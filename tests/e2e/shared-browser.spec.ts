/** People who share a browser: each has a database there, and nobody meets another's. */
import { expect, test, type Page } from '@playwright/test';
import { databaseNameOf } from '#data/people/page-person.ts';
import { checkWithAxe } from './axe.ts';
import { editScene, leaving, logOut, scenesOnServer, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { leaveInOne, readKept } from './kept-here.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { signInByCall } from './people.ts';
import type { RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(() => server.remove());

const CHANGES = /\/api\/(scenes|projects)\//;

async function userId(page: Page): Promise<string> {
  const user: unknown = await (await page.request.get(`${server.url}/api/auth/user`)).json();
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : '';
}

/** Edits without the network, and signs out before the server has heard of it. */
async function editAndSignOut(page: Page, title: string): Promise<void> {
  await page.context().setOffline(true);
  await editScene(page, 1, 'Title', title);
  await page
    .context()
    .route(CHANGES, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
  await page.context().setOffline(false);
  await logOut(page);
  await page.context().unroute(CHANGES);
}

async function expectSent(page: Page, projectId: string, title: string): Promise<void> {
  await expect(page.getByRole('article', { name: `Scene 1: ${title}` })).toBeVisible();
  await expect.poll(async () => (await scenesOnServer(page, server.url, projectId))[0]?.title).toBe(title);
}

test('who signs out keeps everything, unsent changes too, and whoever comes next meets none of it', async ({
  page,
  context,
}) => {
  const { person, projectId } = await openPlanted(page, server.url, 0);
  const ines = await userId(page);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  const other = await context.newPage();
  await other.goto(`${server.url}/project/${projectId}`);
  await expect(other.getByRole('article')).toHaveCount(4);
  await editAndSignOut(page, 'Written on the train');
  // Her other tab doesn't stay open for the next person.
  await other.waitForURL('**/landing');
  await other.close();

  await test.step('without the network nobody is let in, either', async () => {
    await context.setOffline(true);
    await page.goto(`${server.url}/project/${projectId}`);
    await page.waitForURL('**/landing');
    // No page of the app looks around while somebody else signs in.
    await page.goto('about:blank');
    await context.setOffline(false);
  });

  await test.step('somebody else finds nothing of it', async () => {
    await openPlanted(page, server.url, 1);
    const noor = await userId(page);
    const kept = await readKept(page);
    expect(Object.keys(kept).toSorted()).toEqual([null, ines, noor].map(databaseNameOf).toSorted());
    const reachable = JSON.stringify([kept[databaseNameOf(null)], kept[databaseNameOf(noor)]]);
    for (const trace of [ines, person.email, projectId, 'Written on the train']) expect(reachable).not.toContain(trace);
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.locator(`a[href*="${projectId}"]`)).toHaveCount(0);
    await page.goto(`${server.url}/settings/storage`);
    await expect(page.locator(`a[href*="${projectId}"]`)).toHaveCount(0);
    await page.goto(`${server.url}/project/${projectId}`);
    await expect(page.getByText('Written on the train')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(0);

    await page.goto(`${server.url}/`);
    await logOut(page, true);
    await expect
      .poll(async () => Object.keys(await readKept(page)).toSorted())
      .toEqual([null, ines].map(databaseNameOf).toSorted());
  });

  await test.step('she comes back to everything, and it is sent', async () => {
    const waiting = (await readKept(page))[databaseNameOf(ines)]?.['outbox'];
    expect(waiting).toHaveLength(1);
    await openPlanted(page, server.url, 0);
    await expectSent(page, projectId, 'Written on the train');
    await expect.poll(async () => (await readKept(page))[databaseNameOf(ines)]?.['outbox']).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Scene 1: Written on the train' })).toBeVisible();
    await context.setOffline(false);
  });
});

test(
  'who signs out without the network is signed out on the server before anybody is asked for',
  { tag: '@long' },
  async ({ page, context }) => {
    const { person } = await openPlanted(page, server.url, 0);
    await untilAppIsKept(page);
    await test.step('addresses of files open those files', async () => {
      for (const path of ['/licences/LGPL-2.1.txt', '/fonts/noto-sans-OFL.txt']) {
        await page.goto(server.url + path);
        await expect(page.getByText('Version').or(page.getByText('LICENSE')).first()).toContainText(/license/i);
      }
    });
    const isSignedIn = async (): Promise<boolean> => (await page.request.get(`${server.url}/api/auth/user`)).ok();
    const leave = {
      fromMenu: async () => {
        await page.getByRole('button', { name: 'User menu' }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
      },
      fromSettings: async () => page.getByRole('link', { name: 'Sign out', exact: true }).click(),
    };
    for (const way of [leave.fromMenu, leave.fromSettings]) {
      await page.goto(`${server.url}/settings`);
      await expect(page.getByRole('link', { name: 'Sign out', exact: true })).toBeVisible();
      await context.setOffline(true);
      await way();
      await leaving(page).getByRole('button', { name: 'Log out', exact: true }).click();
      await page.waitForURL('**/landing');
      await page.goto(`${server.url}/settings`);
      await page.waitForURL('**/landing');
      expect(await isSignedIn()).toBe(true);
      await context.setOffline(false);
      await page.goto(`${server.url}/settings`);
      await page.waitForURL('**/landing');
      expect(await isSignedIn()).toBe(false);
      await signInByCall(page.request, server.url, person);
    }
    await page.goto(`${server.url}/settings`);
    await expect(page.getByRole('link', { name: 'Sign out', exact: true })).toBeVisible();
  },
);

test('who logs out while a tab exports a movie is asked first', { tag: '@long' }, async ({ page, context }) => {
  await openPlanted(page, server.url, 0);
  const other = await context.newPage();
  await other.goto(`${server.url}/licences/LGPL-2.1.txt`);
  // What a tab holds while it exports.
  await other.evaluate(() => void navigator.locks.request('exports', () => new Promise(() => {})));
  const dialog = leaving(page);
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(dialog.getByText('Logging out stops the export')).toBeVisible();
  };
  await ask();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect((await page.request.get(`${server.url}/api/auth/user`)).ok()).toBe(true);
  await ask();
  await checkWithAxe(page, 'logging out while a movie is exported');
  await dialog.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL('**/landing');
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
});

test(
  'the one database of an earlier version becomes one for each, with what was never sent',
  { tag: '@long' },
  async ({ page }) => {
    const first = await openPlanted(page, server.url, 0);
    const ines = await userId(page);
    await untilAppIsKept(page);
    await editAndSignOut(page, 'Written long ago');
    await openPlanted(page, server.url, 1);
    const noor = await userId(page);
    await editAndSignOut(page, 'Written by somebody else');
    // Where no page of the app opens them again.
    await page.goto(`${server.url}/api/health`);
    await leaveInOne(page, 18);
    expect(Object.keys(await readKept(page))).toEqual([databaseNameOf(null)]);

    await openPlanted(page, server.url, 0);
    await expectSent(page, first.projectId, 'Written long ago');
    const kept = await readKept(page);
    expect(Object.keys(kept).toSorted()).toEqual([null, ines, noor].map(databaseNameOf).toSorted());
    expect(kept[databaseNameOf(noor)]?.['outbox']).toHaveLength(1);
    expect(JSON.stringify(kept[databaseNameOf(null)])).not.toContain(noor);
    expect(JSON.stringify(kept[databaseNameOf(ines)])).not.toContain(noor);

    const second = await openPlanted(page, server.url, 1);
    await expectSent(page, second.projectId, 'Written by somebody else');
  },
);
