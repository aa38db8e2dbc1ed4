/** The tab that sends for all of them is frozen by the browser, or hangs, while it sends: another one that is open goes on. */
import { expect, test, type Page } from '@playwright/test';
import { historyReply } from '#shared/api/history.ts';
import { editScene, openProjectId, scenesOnServer } from './journey.ts';
import { openSavedProject } from './saved-project.ts';

/** From the edit in the tab that is open until the server has it. */
const SOON_MS = 30_000;

const serverUrl = openSavedProject();

/** The next edit of the page reaches the server, and its reply does not reach the page until it is let through. */
async function holdReply(page: Page): Promise<{ reached: Promise<void>; letThrough: () => void }> {
  let letThrough = (): void => undefined;
  let tellReached = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const reached = new Promise<void>((resolve) => (tellReached = resolve));
  await page.route('**/api/scenes/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const response = await route.fetch();
    tellReached();
    await held;
    // The page may have given it up by then.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { reached, letThrough };
}

async function openBeside(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('article', { name: /^Scene 3/ })).toBeVisible();
  return other;
}

/** How often each title was written, by the server's history. */
async function timesWritten(page: Page, projectId: string): Promise<Record<string, number>> {
  const reply = await page.request.get(`${serverUrl()}/api/projects/${projectId}/history`);
  const counts: Record<string, number> = {};
  for (const { kind, fields } of historyReply.parse(await reply.json()))
    for (const { field, after } of kind === 'edit-scene' ? fields : [])
      if (field === 'title') counts[String(after)] = (counts[String(after)] ?? 0) + 1;
  return counts;
}

async function freeze(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => void (await cdp.send('Page.setWebLifecycleState', { state: 'active' }));
}

/** Its main thread does nothing else for 45 seconds. */
async function hang(page: Page): Promise<() => Promise<void>> {
  const over = page.evaluate(async () => {
    const until = performance.now() + 45_000;
    while (performance.now() < until);
  });
  return () => over;
}

for (const { what, stop } of [
  { what: 'is frozen', stop: freeze },
  { what: 'hangs', stop: hang },
]) {
  test(`a tab that ${what} while it sends keeps no edit of another from the server, and nothing is written twice`, async ({
    page,
  }) => {
    const projectId = openProjectId(page);
    const other = await openBeside(page);
    const { reached, letThrough } = await holdReply(page);
    await editScene(page, 2, 'Title', 'The logbook opens');
    await reached;
    const goOn = await stop(page);
    await editScene(other, 3, 'Title', 'The tower glows');
    const since = performance.now();
    await expect
      .poll(async () => (await scenesOnServer(other, serverUrl(), projectId))[2]?.title, { timeout: 120_000 })
      .toBe('The tower glows');
    const tookMs = performance.now() - since;
    console.log(`Beside a tab that ${what}, an edit reached the server after ${Math.round(tookMs)} ms`);
    await expect(other.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
    await goOn();
    letThrough();
    await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
    await editScene(page, 4, 'Title', 'Dawn');
    await expect
      .poll(() => timesWritten(other, projectId))
      .toEqual({ 'The logbook opens': 1, 'The tower glows': 1, Dawn: 1 });
    expect(tookMs).toBeLessThan(SOON_MS);
  });
}
