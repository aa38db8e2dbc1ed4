/** Versions of a project: named, looked at, and restored, with the network or without, in this browser and another. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { scenesOnServer, untilAppIsKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();
const NAME = 'Before the recut';
/** Once a minute at the least, later by up to a quarter of that. */
const HEARD_WITHIN_MS = 80_000;

const parts = (page: Page) => ({
  titles: page.getByRole('article').getByRole('heading'),
  history: page.getByRole('button', { name: 'History' }),
  panel: page.getByRole('complementary', { name: 'History' }),
  board: page.getByRole('region', { name: `View version: ${NAME}` }),
  view: page.getByRole('button', { name: `View version: ${NAME}` }),
});

test('a named version is looked at and restored offline, undone, and so in another browser', async ({
  page,
  context,
  browser,
}) => {
  await page.clock.install();
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const { titles, history, panel, board, view } = parts(page);
  const onServer = async () => (await scenesOnServer(page, server.url, projectId)).map(({ title }) => title);
  await expect(titles).toHaveCount(4);
  const before = await titles.allTextContents();
  const version = panel.getByRole('listitem').filter({ hasText: NAME });

  await test.step('it is named, and a scene deleted', async () => {
    await history.click();
    await panel.getByRole('button', { name: 'Name this version' }).click();
    await panel.getByLabel('Version name').fill(NAME);
    await context.setOffline(true);
    await panel.getByRole('button', { name: 'Save version' }).click();
    await expect(panel.getByText(NAME)).toBeVisible();
    await expect(panel.getByText('4 scenes · 0:30 · Same as now')).toBeVisible();
    await page.getByRole('button', { name: 'Delete scene 2', exact: true }).click();
    await expect(titles).toHaveCount(3);
    await expect(panel.getByText('1 scene differs from now')).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: 'Deleted scene 2' })).toContainText('Not sent yet');
    await page.reload();
    await expect(titles).toHaveCount(3);
    await expect(version).toContainText('Not sent yet');
  });

  await test.step('it is looked at, also on a phone', async () => {
    await view.click();
    await expect(board.getByRole('article')).toHaveCount(4);
    await expect(board.getByRole('article').nth(1)).toContainText('Deleted since');
    await expect(board.getByText(NAME, { exact: true })).toBeFocused();
    await checkWithAxe(page, 'a version');
    await page.reload();
    await expect(board.getByRole('article')).toHaveCount(4);
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(board.getByRole('button', { name: 'Restore this version' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.setViewportSize(wide ?? { width: 1280, height: 800 });
    await history.click();
    await board.getByRole('button', { name: 'Back to now' }).click();
    await expect(titles).toHaveCount(3);
  });

  await test.step('it is restored, undone, and made again', async () => {
    await view.click();
    await board.getByRole('button', { name: 'Restore this version' }).click();
    await expect(board).toBeHidden();
    await expect(titles).toHaveText(before);
    await expect(panel.getByText('Before restoring a version')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(titles).toHaveCount(3);
    await page.keyboard.press('Control+Shift+z');
    await expect(titles).toHaveText(before);
    await page.keyboard.press('Control+z');
  });

  await test.step('it reaches the server', async () => {
    await context.setOffline(false);
    await expect(version).not.toContainText('Not sent yet');
    await expect.poll(async () => (await onServer()).length).toBe(3);
  });

  await test.step('in another browser it came whole: it opens and is restored without a network', async () => {
    const other = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    try {
      const there = await other.newPage();
      await openPlanted(there, server.url, 0, 3);
      const theirs = parts(there);
      await theirs.history.click();
      await expect(theirs.panel.getByRole('listitem').filter({ hasText: NAME })).toContainText(/Chrom.* on /);
      await untilAppIsKept(there);
      await theirs.view.click();
      await expect(theirs.board.getByRole('article').nth(1)).toContainText('Deleted since');
      await other.setOffline(true);
      await theirs.board.getByRole('button', { name: 'Restore this version' }).click();
      await expect(theirs.titles).toHaveText(before);
      await other.setOffline(false);
      await expect.poll(onServer).toEqual(before);
    } finally {
      await other.close();
    }
    await page.clock.fastForward(HEARD_WITHIN_MS);
    await expect(titles).toHaveText(before);
  });
});
