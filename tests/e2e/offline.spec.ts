/** Without the network everything goes on, and nobody is signed out; a server that says so signs out, and nothing is lost. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import {
  chooseDemoStudio,
  editScene,
  exportMovie,
  fillSignIn,
  scenesOnServer,
  untilAppIsKept,
  untilClipsAreKept,
  lighthouse,
} from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

/** Waits until the poster of the first scene, which is the project's too, is kept by the worker. */
async function untilPosterIsKept(page: Page): Promise<void> {
  const poster = page.getByRole('article').first().locator('img');
  const isKept = (): Promise<boolean> =>
    poster.evaluate(async (one) => one instanceof HTMLImageElement && (await caches.match(one.src)) !== undefined);
  await expect.poll(isKept).toBe(true);
}

async function expectPlaying(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const picture = page.locator('canvas[data-clip-frame]');
  await expect.poll(async () => Number(await picture.getAttribute('data-clip-frame'))).toBeGreaterThan(12);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
}

test('with no network the page opens, plays, edits and exports; what was edited is sent when it is back', async ({
  page,
  context,
}, testInfo) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  await untilPosterIsKept(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: lighthouse.title })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await expectPlaying(page);

  await editScene(page, 2, 'Title', 'The logbook opens');
  await expect(page.getByText('Scene updated')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 2: The logbook opens' })).toBeVisible();

  await test.step('a movie is written all the same', async () => {
    const download = await exportMovie(page, /^480p/);
    const movie = testInfo.outputPath('movie.mp4');
    await download.saveAs(movie);
    const { video, audio, format } = await probeFile(movie);
    expect(video).toMatchObject({ codec_name: 'h264', width: 854, height: 480 });
    expect(audio).toMatchObject({ codec_name: 'aac' });
    expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
  });

  await test.step('the projects are there, and their owner is still signed in', async () => {
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
    const project = page.getByRole('link', { name: new RegExp(lighthouse.title) });
    const poster = project.locator('img').first();
    await expect.poll(() => poster.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(640);
    await project.click();
    await expect(page.getByRole('article', { name: 'Scene 2: The logbook opens' })).toBeVisible();
  });

  await context.setOffline(false);
  await expect
    .poll(async () => (await scenesOnServer(page, server.url, projectId))[1]?.title)
    .toBe('The logbook opens');
  await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 2: The logbook opens' })).toBeVisible();
});

test('a server that does not answer signs nobody out', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);

  expect(await server.stop()).toBe(0);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('link', { name: new RegExp(lighthouse.title) })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  await page.getByRole('link', { name: new RegExp(lighthouse.title) }).click();
  await editScene(page, 1, 'Title', 'The town at dusk');
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();

  server = await startServer({ DATA_DIR: server.dataDir, PORT: new URL(server.url).port });
  await expect(page.getByRole('banner').getByText('Saved')).toBeVisible({ timeout: 30_000 });
  expect((await scenesOnServer(page, server.url, projectId))[0]?.title).toBe('The town at dusk');
});

test('a server that takes calls and never answers keeps nobody from their work', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);

  expect(await server.stop()).toBe(0);
  const mute = createServer().listen(Number(new URL(server.url).port), '127.0.0.1');
  const calls: Socket[] = [];
  mute.on('connection', (call) => calls.push(call));
  await once(mute, 'listening');
  await page.goto(`${server.url}/project/${projectId}`);
  await editScene(page, 1, 'Title', 'The town at dusk');
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  expect(calls.length).toBeGreaterThan(0);

  mute.close();
  for (const call of calls) call.destroy();
  server = await startServer({ DATA_DIR: server.dataDir, PORT: new URL(server.url).port });
  await expect(page.getByRole('banner').getByText('Saved')).toBeVisible({ timeout: 60_000 });
  expect((await scenesOnServer(page, server.url, projectId))[0]?.title).toBe('The town at dusk');
});

test(
  'a session that the server has ended ends here at the next reply, and what was unsent is sent after signing in again',
  { tag: '@long' },
  async ({ page }) => {
    const { person, projectId } = await openPlanted(page, server.url);
    await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
    const before = await scenesOnServer(page, server.url, projectId);

    // Another program with the same session signs out; this page still believes in its own.
    const { cookies } = await page.context().storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    // The page asks for news by itself, too: without a network it hears nothing until what is typed was saved.
    await page.getByRole('button', { name: 'Edit scene 3', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene 3' });
    await dialog.getByLabel('Title', { exact: true }).fill('The tower glows');
    await page.context().setOffline(true);
    const logout = await fetch(`${server.url}/api/logout`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: server.url },
    });
    expect(logout.status).toBe(204);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await page.context().setOffline(false);
    await page.waitForURL('**/landing');

    await test.step('somebody else on this device neither sees nor sends it', async () => {
      await page.getByRole('button', { name: 'Get Started', exact: true }).click();
      await fillSignIn(page, { email: 'tom@example.org', firstName: 'Tom', lastName: 'Berg' });
      await page.waitForURL('**/onboarding');
      await chooseDemoStudio(page);
      await expect(page.getByText('No projects yet')).toBeVisible();
      await page.goto(`${server.url}/project/${projectId}`);
      await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
      await page.goto(`${server.url}/api/logout`);
      await page.waitForURL('**/landing');
    });

    await page.getByRole('button', { name: 'Get Started', exact: true }).click();
    await fillSignIn(page, person);
    await page.getByRole('link', { name: new RegExp(lighthouse.title) }).click();
    await expect(page.getByRole('article', { name: 'Scene 3: The tower glows' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
    const after = await scenesOnServer(page, server.url, projectId);
    expect(after.map(({ title }) => title)).toEqual(
      before.map(({ title }, index) => (index === 2 ? 'The tower glows' : title)),
    );
  },
);
