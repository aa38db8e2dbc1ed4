/** A newer version of the app arrives while tabs are open: it says so and waits, and an older tab keeps what was typed. */
import { rm } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { SCHEMA_VERSION } from '#data/db.ts';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe } from './axe.ts';
import { download, openDialog } from './export-steps.ts';
import { untilAppIsKept } from './journey.ts';
import { makeNextVersion, type NextVersionOptions } from './next-version.ts';
import { openPlanted, servePlanted } from './planted.ts';

const server = servePlanted();
const folders: string[] = [];
test.beforeEach(() => server.startAgain());
test.afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Makes the next version. Answers how to put it in the present one's place. */
async function prepare(mark: string, options?: NextVersionOptions): Promise<() => Promise<void>> {
  const { folder, entry } = await makeNextVersion(mark, options);
  folders.push(folder);
  return () => server.startAgain(entry);
}

async function deploy(mark: string, options?: NextVersionOptions): Promise<void> {
  await (
    await prepare(mark, options)
  )();
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
  // Past the worker, which still has the older version for every other tab.
  await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
  await expect.poll(() => entryOf(page)).toMatch(/-b/);
  await expect(page.getByRole('article')).toHaveCount(4);
  const kept = await page.evaluate(() => indexedDB.databases());
  expect(kept.map(({ version }) => version)).toEqual([(SCHEMA_VERSION + 1) * 10, (SCHEMA_VERSION + 1) * 10]);

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

/** Of the clip that is on screen, which a movie passes through again and again. */
const frameOf = async (page: Page): Promise<number> =>
  Number(await page.locator('canvas[data-clip-frame]').getAttribute('data-clip-frame'));
const cachedVersions = (page: Page): Promise<number> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('storyreel-')).length);

test('a newer version waits while one tab plays and another exports, and old tabs keep their code until they close', async ({
  page,
  context,
}, testInfo) => {
  const { projectId } = await openPlanted(page, server.url, 1);
  await untilAppIsKept(page);
  await test.step('a version whose files do not all come leaves nothing behind', async () => {
    await deploy('x', { isIncomplete: true });
    const endedAs = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const ended = new Promise<string>((resolve) =>
        registration.addEventListener('updatefound', () => {
          const worker = registration.installing;
          worker?.addEventListener('statechange', () => resolve(worker.state), { once: true });
        }),
      );
      await registration.update();
      return ended;
    });
    expect(endedAs).toBe('redundant');
    expect(await cachedVersions(page)).toBe(1);
  });
  const [playing, exporting] = [await context.newPage(), await context.newPage()];
  const failures: string[] = [];
  for (const tab of [page, playing, exporting]) tab.on('pageerror', ({ message }) => failures.push(message));
  for (const tab of [playing, exporting]) await tab.goto(`${server.url}/project/${projectId}`);
  await playing.getByRole('tab', { name: 'Timeline Editor' }).click();
  await playing.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => frameOf(playing)).toBeGreaterThan(5);
  const dialog = await openDialog(exporting, /^1080p/);
  const replace = await prepare('b');

  await test.step('it says so in every tab, and waits', async () => {
    await replace();
    await lookForUpdate(page);
    // Begun now, as a quick machine would have written the movie before the new version is here.
    await dialog.getByRole('button', { name: 'Start Export' }).click();
    await expect(exporting.getByRole('progressbar').first()).toBeVisible();
    // All of its files come beside a movie that is being encoded.
    for (const tab of [page, playing, exporting])
      await expect(notice(tab)).toContainText('Update ready', { timeout: 90_000 });
    await expect(reload(page)).toHaveAttribute('aria-disabled', 'true');
    // The movie may be over by then.
    const play = playing.getByRole('button', { name: 'Play', exact: true });
    if (await play.isVisible()) await play.click();
    const seen = await frameOf(playing);
    await expect.poll(() => frameOf(playing)).not.toBe(seen);
  });
  await test.step('the export ends with a whole movie', async () => {
    await expect(exporting.getByRole('button', { name: 'Download Export' })).toBeVisible({ timeout: 150_000 });
    const path = testInfo.outputPath('movie.mp4');
    await (await download(exporting, 'Download Export')).saveAs(path);
    const { video, format } = await probeFile(path);
    expect(video).toMatchObject({ codec_name: 'h264', height: 1080 });
    expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
  });
  await test.step('one tab takes it; the others go on in their own version, with code that they fetch only now', async () => {
    await reload(page).click();
    await expect.poll(() => entryOf(page)).toMatch(/-b/);
    await expect(page.getByRole('article')).toHaveCount(4);
    for (const tab of [playing, exporting]) expect(await entryOf(tab)).not.toMatch(/-b/);
    await playing.getByRole('button', { name: 'History' }).click();
    await playing.getByRole('button', { name: 'Name this version' }).click();
    await expect(playing.getByLabel('Version name')).toBeVisible();
  });
  await test.step('two versions later their code is still there, and goes with the last of them', async () => {
    await deploy('c');
    await lookForUpdate(page);
    await reload(page).click();
    await expect.poll(() => entryOf(page)).toMatch(/-c/);
    expect(await cachedVersions(page)).toBe(3);
    await exporting.close();
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(4);
    expect(await cachedVersions(page)).toBe(3);
    await playing.getByRole('button', { name: 'Export Movie' }).click();
    await expect(playing.getByRole('dialog')).toBeVisible();
    await playing.close();
    await expect(async () => {
      await page.reload();
      expect(await cachedVersions(page)).toBe(2);
    }).toPass();
  });
  expect(failures).toEqual([]);
});
