/** When the network, the server or the person is back, what waits is sent at once, whatever wait was running. */
import { expect, test, type Page, type Request, type Response } from '@playwright/test';
import { editScene, fillSignIn, ines, openProjectId, scenesOnServer } from './journey.ts';
import { readKept } from './kept-here.ts';
import { openSavedProject } from './saved-project.ts';

/** Far less than the wait that was running; a machine that runs other tests may take seconds where another takes none. */
const AT_ONCE_MS = 5_000;

const serverUrl = openSavedProject();

/** How often in a row the next change was sent in vain, as the page's own database has it. */
async function failures(page: Page): Promise<number> {
  const rows = Object.values(await readKept(page)).flatMap(({ outbox = [] }) => outbox);
  const counts = rows.map((row) =>
    typeof row === 'object' && row !== null && 'unanswered' in row ? Number(row.unanswered) : 0,
  );
  return Math.max(0, ...counts);
}

/** Edits while nobody answers, until the wait before the next try is long. */
async function editInVain(page: Page, title: string): Promise<void> {
  await editScene(page, 2, 'Title', title);
  await expect.poll(() => failures(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
}

/** Alone, or with others in one call. */
const isChange = (request: Request): boolean => request.method() === 'PATCH' || request.url().endsWith('/api/changes');

/** Milliseconds from now until the next change leaves this page. */
function untilSent(page: Page): { ms: () => Promise<number> } {
  const since = performance.now();
  const sent = page.waitForRequest(isChange).then(() => performance.now() - since);
  return { ms: () => sent };
}

/** The same from when the server has told the page who is signed in: how long a page takes to begin is the machine's. */
function untilSentAfterSession(page: Page): { ms: () => Promise<number> } {
  const isSession = (reply: Response): boolean => reply.url().endsWith('/api/auth/user') && reply.ok();
  const known = page.waitForResponse(isSession).then(() => performance.now());
  const sent = page.waitForRequest(isChange).then(() => performance.now());
  return { ms: async () => (await sent) - (await known) };
}

/** Says how long it took, and that this was soon enough. */
function expectAtOnce(what: string, ms: number): void {
  console.log(`${what}: ${Math.round(ms)} ms`);
  expect(ms, what).toBeLessThan(AT_ONCE_MS);
}

/** Another device of the same person, with a session of its own from the same sign-in. */
async function editElsewhere(page: Page, projectId: string, description: string): Promise<void> {
  const scene = (await scenesOnServer(page, serverUrl(), projectId))[1];
  const { cookies } = await page.context().storageState();
  const reply = await fetch(`${serverUrl()}/api/scenes/${scene?.id}`, {
    method: 'PATCH',
    headers: {
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      Origin: serverUrl(),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ description }),
  });
  expect(reply.status).toBe(200);
}

test('an edit made offline for long is merged with what another device changed, as soon as there is a network', async ({
  page,
  context,
}) => {
  const projectId = openProjectId(page);
  // Where dialogs come from without a network.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await editInVain(page, 'The logbook opens');
  await editScene(page, 3, 'Title', 'The tower glows');
  await editElsewhere(page, projectId, 'Dust on every page.');
  const sent = untilSent(page);
  await context.setOffline(false);
  expectAtOnce('The first call after the network was back', await sent.ms());
  await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
  const scenes = await scenesOnServer(page, serverUrl(), projectId);
  expect(scenes[1]).toMatchObject({ title: 'The logbook opens', description: 'Dust on every page.' });
  expect(scenes[2]).toMatchObject({ title: 'The tower glows' });
});

test('a page that opens where there is a server sends what an earlier one could not', async ({ page, context }) => {
  const { pathname } = new URL(page.url());
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await editInVain(page, 'The logbook opens');
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  const sent = untilSentAfterSession(next);
  await next.goto(`${serverUrl()}${pathname}`);
  expectAtOnce('The first call of a page that has just been opened', await sent.ms());
  await expect(next.getByRole('banner').getByText('Saved')).toBeVisible();
});

test('signing in again sends what waited for it', async ({ page }) => {
  const projectId = openProjectId(page);
  await page.context().clearCookies();
  await editScene(page, 2, 'Title', 'The logbook opens');
  await page.waitForURL('**/landing');
  await page.getByRole('button', { name: 'Get Started', exact: true }).click();
  await page.getByLabel('E-mail').waitFor();
  const sent = untilSentAfterSession(page);
  await fillSignIn(page, ines);
  expectAtOnce('The first call after signing in', await sent.ms());
  await expect
    .poll(async () => (await scenesOnServer(page, serverUrl(), projectId))[1]?.title)
    .toBe('The logbook opens');
});
