/** A newer version of the app arrives while tabs are open: it says so and waits, and an older tab keeps what was typed. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { untilAppIsKept } from './journey.ts';
import { makeNextVersion, type NextVersion } from './next-version.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

let server: RunningServer;
const versions: NextVersion[] = [];
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(async () => {
  await server.remove();
  for (const version of versions.splice(0)) await version.remove();
});

async function deploy(mark: 'b', options?: { migrates: boolean }): Promise<void> {
  const version = await makeNextVersion(mark, options);
  versions.push(version);
  server = await version.replace(server);
}

/** The browser looks by itself on every visit, and once a day. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

const entryOf = (page: Page): Promise<string | null> =>
  page.locator('script[type=module][src]').first().getAttribute('src');
const notice = (page: Page) => page.getByRole('region', { name: 'New version' });
const reload = (page: Page) => notice(page).getByRole('button', { name: 'Reload' });

test('when a newer version changes the database, an older tab stops saving, says so, and keeps what was typed', async ({
  page,
  context,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const older = await context.newPage();
  await older.goto(`${server.url}/project/${projectId}`);
  await older.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
  const dialog = older.getByRole('dialog', { name: 'Edit Scene 2' });
  await dialog.getByLabel('Title', { exact: true }).fill('Typed in the older tab');

  await deploy('b', { migrates: true });
  await lookForUpdate(page);
  await reload(page).click();
  await expect.poll(() => entryOf(page)).toMatch(/-b/);
  await expect(page.getByRole('article')).toHaveCount(4);
  const version = await page.evaluate(async () => (await indexedDB.databases())[0]?.version);
  expect(version).toBeGreaterThan(100);

  const said = older.getByText('This tab can’t save anymore');
  await expect(said).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(older.getByText(/so this one can’t save/)).toBeVisible();
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Typed in the older tab');
  await older.keyboard.press('Escape');
  await checkWithAxe(older, 'a tab that a newer version has superseded');

  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Saved by the newer version');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('article', { name: 'Scene 1: Saved by the newer version' })).toBeVisible();
  await older.getByRole('region', { name: 'New version' }).getByRole('button', { name: 'Reload' }).click();
  await expect(older.getByRole('article', { name: 'Scene 1: Saved by the newer version' })).toBeVisible();
  await expect(said).toBeHidden();
});
