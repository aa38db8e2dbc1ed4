/** A server that is down, or takes calls and never answers, signs nobody out and keeps nobody from their work. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { editScene, lighthouse, scenesOnServer, untilAppIsKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

/** In a browser of their own, whose page is kept there. */
async function visitor(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url + path);
  await untilAppIsKept(page);
  return page;
}

/** In the server's place, takes every call. */
async function takeCalls(): Promise<{ calls: Socket[]; end: () => void }> {
  const mute = createServer().listen(Number(new URL(server.url).port), '127.0.0.1');
  const calls: Socket[] = [];
  mute.on('connection', (call) => calls.push(call));
  await once(mute, 'listening');
  const end = (): void => {
    mute.close();
    for (const call of calls) call.destroy();
  };
  return { calls, end };
}

test('while the server is away work goes on, visitors are told, and all goes on once it is back', async ({
  page,
  browser,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const landing = await visitor(browser, '/landing');
  const showcase = await visitor(browser, '/showcase');
  const banner = page.getByRole('banner');
  const start = landing.getByRole('button', { name: 'Get Started', exact: true });
  const titles = async () => (await scenesOnServer(page, server.url, projectId)).map(({ title }) => title);
  const [, , ...others] = await titles();
  expect(await server.stop()).toBe(0);

  await test.step('the owner opens their project and edits it', async () => {
    await page.goto(`${server.url}/`);
    const project = page.getByRole('link', { name: new RegExp(lighthouse.title) });
    await expect(project).toBeVisible();
    await expect(banner.getByText('Offline')).toBeVisible();
    await project.click();
    await editScene(page, 1, 'Title', 'The town at dusk');
    await expect(banner.getByText('Offline')).toBeVisible();
  });

  await test.step('a visitor stays on the page, and is told', async () => {
    await start.click();
    // The first of them: the player and the story have sentences of their own, where their files weren't here yet.
    await expect(landing.getByText('Couldn’t reach the server. Try again in a moment.').first()).toBeVisible();
    expect(landing.url()).toBe(`${server.url}/landing`);
    await showcase.reload();
    await expect(showcase.getByText('Storyreel can’t reach the server. It keeps trying.')).toBeVisible();
    await expect(showcase.getByRole('button', { name: 'Retry' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('calls that nobody answers keep nobody from their work', async () => {
    const { calls, end } = await takeCalls();
    await page.goto(`${server.url}/project/${projectId}`);
    await editScene(page, 2, 'Title', 'The logbook opens');
    await expect(banner.getByText('Offline')).toBeVisible();
    expect(calls.length).toBeGreaterThan(0);
    end();
  });

  await test.step('once it is back, everything is sent, and what couldn’t be had comes by itself', async () => {
    await server.startAgain();
    await expect(banner.getByText('Saved')).toBeVisible({ timeout: 60_000 });
    expect(await titles()).toEqual(['The town at dusk', 'The logbook opens', ...others]);
    await expect(showcase.getByRole('heading', { name: 'No Public Projects Yet' })).toBeVisible();
    await start.click();
    await expect(landing.getByLabel('E-mail')).toBeVisible();
  });
  for (const one of [landing, showcase]) await one.context().close();
});
