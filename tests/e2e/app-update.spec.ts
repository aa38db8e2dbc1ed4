/** A newer version of the app arrives while tabs are open: it says so, waits, and breaks none of them. */
import { expect, test, type Page } from '@playwright/test';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { untilAppIsKept, untilClipsAreKept } from './journey.ts';
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

async function deploy(mark: 'b' | 'c', options?: { migrates: boolean }): Promise<void> {
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

async function shownFrame(page: Page): Promise<number> {
  return Number(await page.locator('canvas[data-clip-frame]').getAttribute('data-clip-frame'));
}

test('an update waits while a second tab plays and a third exports, and old tabs keep all of their parts', async ({
  page,
  context,
}, testInfo) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  const [playing, exporting] = [await context.newPage(), await context.newPage()];
  for (const tab of [playing, exporting]) await tab.goto(`${server.url}/project/${projectId}`);
  const firstEntry = await entryOf(playing);
  await playing.getByRole('tab', { name: 'Timeline Editor' }).click();
  await exporting.getByRole('button', { name: 'Export Movie' }).click();
  await exporting.getByRole('radio', { name: /^480p/ }).click();
  await exporting.getByRole('button', { name: 'Start Export' }).click();
  await expect(exporting.getByText(/^Encoding scene/)).toBeVisible();

  await deploy('b');
  expect((await page.request.get(`${server.url}${firstEntry}`)).status()).toBe(404);
  await lookForUpdate(page);
  await expect(notice(page).getByText('Update ready')).toBeVisible();
  await expect(notice(exporting)).toBeVisible();
  expect(await entryOf(page)).toBe(firstEntry);

  await test.step('it can’t be loaded while a movie is written, and the movie is whole', async () => {
    await expect(reload(page)).toHaveAttribute('aria-disabled', 'true');
    await page.bringToFront();
    await reload(page).click();
    await expect(page.getByRole('tooltip').first()).toContainText('A movie is being exported in this browser.');
    const arriving = exporting.waitForEvent('download', { timeout: 170_000 });
    await exporting.getByRole('button', { name: 'Download Export' }).click({ timeout: 170_000 });
    const movie = testInfo.outputPath('movie.mp4');
    await (await arriving).saveAs(movie);
    const { video, format } = await probeFile(movie);
    expect(video).toMatchObject({ codec_name: 'h264', height: 480 });
    expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
  });

  await playing.bringToFront();
  await playing.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => shownFrame(playing)).toBeGreaterThan(3);
  await reload(page).click();
  await expect.poll(() => entryOf(page)).not.toBe(firstEntry);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(notice(page)).toBeHidden();
  const before = await shownFrame(playing);
  await expect.poll(() => shownFrame(playing)).not.toBe(before);
  await expect(notice(playing)).toBeVisible();

  await test.step('two versions later, a tab of the first one still finds what it never loaded', async () => {
    await deploy('c');
    await lookForUpdate(page);
    await reload(page).click();
    await expect.poll(() => entryOf(page)).toMatch(/-c/);
    expect(await entryOf(playing)).toBe(firstEntry);
    await playing.getByRole('tab', { name: 'Storyboard' }).click();
    await expect(playing.getByRole('button', { name: /Print/ })).toBeVisible();
    await exporting.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
    await expect(exporting.getByRole('dialog', { name: 'Edit Scene 2' })).toBeVisible();
  });
  await reload(playing).click();
  await expect.poll(() => entryOf(playing)).toMatch(/-c/);
});

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
