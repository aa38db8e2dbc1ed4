/** When the network, the server or the person is back, what waits is sent at once, whatever wait was running. */
import { expect, test, type Page, type Request } from '@playwright/test';
import { editScene, fillSignIn, lighthouse, scenesOnServer, stopClock, untilAppIsKept } from './journey.ts';
import { readKept } from './kept-here.ts';
import { signInByCall } from './people.ts';
import { openPlanted, servePlanted } from './planted.ts';

const server = servePlanted();

/** How often in a row the next change was sent in vain, as the page's own database has it. */
async function failures(page: Page): Promise<number> {
  const rows = Object.values(await readKept(page)).flatMap(({ outbox = [] }) => outbox);
  return Math.max(0, ...rows.map((row) => Number(Object(row).unanswered ?? 0)));
}

/** Edits while nobody answers, until the wait before the next try is long; then the page's clock stands still. */
async function editInVain(page: Page, title: string): Promise<void> {
  await editScene(page, 2, 'Title', title);
  await expect(async () => {
    await page.clock.fastForward(60_000);
    expect(await failures(page)).toBeGreaterThanOrEqual(5);
  }).toPass();
  await stopClock(page);
}

/** Alone, or with others in one call. */
const isChange = (request: Request): boolean => request.method() === 'PATCH' || request.url().endsWith('/api/changes');

test('what waits is sent at once when the network is back, by a new page, and after signing in again', async ({
  page,
  context,
  request,
}) => {
  await context.clock.install();
  const { person, projectId } = await openPlanted(page, server.url);
  const address = page.url();
  const elsewhere = await signInByCall(request, server.url, person);
  const saved = (where: Page) => expect(where.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
  const second = async () => (await scenesOnServer(page, server.url, projectId))[1];
  await untilAppIsKept(page);
  await saved(page);

  await test.step('merged with what another device changed', async () => {
    await context.setOffline(true);
    await editScene(page, 3, 'Title', 'The tower glows');
    await editInVain(page, 'The logbook opens');
    await elsewhere.send('PATCH', `/api/scenes/${(await second())?.id}`, { description: 'Dust on every page.' });
    const sent = page.waitForRequest(isChange);
    await context.setOffline(false);
    await sent;
    await context.clock.resume();
    await saved(page);
    const scenes = await scenesOnServer(page, server.url, projectId);
    expect(scenes[1]).toMatchObject({ title: 'The logbook opens', description: 'Dust on every page.' });
    expect(scenes[2]).toMatchObject({ title: 'The tower glows' });
  });

  const next = await context.newPage();
  await test.step('by a page that opens where there is a server', async () => {
    await context.setOffline(true);
    await editInVain(page, 'The logbook closes');
    await page.close();
    await context.setOffline(false);
    const sent = next.waitForRequest(isChange);
    await next.goto(address);
    await sent;
    await context.clock.resume();
    await saved(next);
  });

  await test.step('after signing in again', async () => {
    await context.clearCookies();
    await editScene(next, 2, 'Title', 'The logbook returns');
    await next.waitForURL('**/landing');
    await next.getByRole('button', { name: 'Get Started', exact: true }).click();
    await next.getByLabel('E-mail').waitFor();
    const sent = next.waitForRequest(isChange);
    await fillSignIn(next, person);
    await sent;
    await expect(next.getByRole('link', { name: new RegExp(lighthouse.title) })).toBeVisible();
    const title = async () => (await scenesOnServer(next, server.url, projectId))[1]?.title;
    await expect.poll(title).toBe('The logbook returns');
  });
});
