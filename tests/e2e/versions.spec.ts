/** Versions of a project: named, looked at, and restored, with the network or without. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { scenesOnServer, untilAppIsKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { signInByCall } from './people.ts';
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

test('a named version is looked at and restored offline, undone, and reaches the server', async ({ page, context }) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveCount(4);
  const before = await titles.allTextContents();
  await page.getByRole('button', { name: 'History' }).click();
  const panel = page.getByRole('complementary', { name: 'History' });
  await panel.getByRole('button', { name: 'Name this version' }).click();
  await panel.getByLabel('Version name').fill('Before the recut');
  await context.setOffline(true);
  await panel.getByRole('button', { name: 'Save version' }).click();
  await expect(panel.getByText('Before the recut')).toBeVisible();
  await expect(panel.getByText('4 scenes · 0:30 · Same as now')).toBeVisible();

  await page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(panel.getByText('1 scene differs from now')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Deleted scene 2' })).toContainText('Not sent yet');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  await panel.getByRole('button', { name: 'View version: Before the recut' }).click();
  const board = page.getByRole('region', { name: 'View version: Before the recut' });
  await expect(board.getByRole('article')).toHaveCount(4);
  await expect(board.getByRole('article').nth(1)).toContainText('Deleted since');
  await expect(board.getByText('Before the recut', { exact: true })).toBeFocused();
  await checkWithAxe(page, 'a version');
  await page.reload();
  await expect(board.getByRole('article')).toHaveCount(4);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(board.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(wide ?? { width: 1280, height: 800 });
  await page.getByRole('button', { name: 'History' }).click();
  await board.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await panel.getByRole('button', { name: 'View version: Before the recut' }).click();
  await board.getByRole('button', { name: 'Restore this version' }).click();
  await expect(board).toBeHidden();
  await expect(titles).toHaveText(before);
  await expect(panel.getByText('Before restoring a version')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Control+Shift+z');
  await expect(titles).toHaveText(before);

  await context.setOffline(false);
  await expect
    .poll(async () => (await scenesOnServer(page, server.url, projectId)).map(({ title }) => title), {
      timeout: 30_000,
    })
    .toEqual(before);
});

test(
  'a version that one browser names offline is looked at and restored in another',
  { tag: '@long' },
  async ({ page, context, browser }) => {
    const { projectId, person } = await openPlanted(page, server.url);
    await untilAppIsKept(page);
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveCount(4);
    const before = await titles.allTextContents();
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('complementary', { name: 'History' });
    await panel.getByRole('button', { name: 'Name this version' }).click();
    await panel.getByLabel('Version name').fill('Before the recut');
    await context.setOffline(true);
    await panel.getByRole('button', { name: 'Save version' }).click();
    const line = panel.getByRole('listitem').filter({ hasText: 'Before the recut' });
    await expect(line).toContainText('Not sent yet');
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.reload();
    await expect(line).toContainText('Not sent yet');
    await context.setOffline(false);
    await expect(line).not.toContainText('Not sent yet', { timeout: 30_000 });
    await expect.poll(async () => (await scenesOnServer(page, server.url, projectId)).length).toBe(3);

    const other = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    try {
      const there = await other.newPage();
      await signInByCall(there.request, server.url, person);
      await there.goto(`${server.url}/project/${projectId}`);
      await expect(there.getByRole('article')).toHaveCount(3);
      await there.getByRole('button', { name: 'History' }).click();
      const theirs = there.getByRole('complementary', { name: 'History' });
      await expect(theirs.getByRole('listitem').filter({ hasText: 'Before the recut' })).toContainText(/Chrom.* on /);
      // It came whole: it opens and is restored without a network.
      await untilAppIsKept(there);
      await there.getByRole('button', { name: 'View version: Before the recut' }).click();
      const board = there.getByRole('region', { name: 'View version: Before the recut' });
      await expect(board.getByRole('article').nth(1)).toContainText('Deleted since');
      await other.setOffline(true);
      await board.getByRole('button', { name: 'Restore this version' }).click();
      await expect(there.getByRole('article').getByRole('heading')).toHaveText(before);
      await other.setOffline(false);
      const restored = async () => (await scenesOnServer(there, server.url, projectId)).map(({ title }) => title);
      await expect.poll(restored, { timeout: 30_000 }).toEqual(before);
    } finally {
      await other.close();
    }
    await expect(titles).toHaveText(before, { timeout: 90_000 });
  },
);
