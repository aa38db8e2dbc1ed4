/**
 * Tabs that nobody sees: an export goes on in them, and one that is frozen by the browser or hangs while it sends for all keeps
 * no edit of another from the server. Playwright keeps its pages visible, so these tabs are puppeteer's.
 */
import { chromium, expect, test, type Page as PlaywrightPage } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { historyReply } from '#shared/api/history.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, servePlanted } from './planted.ts';

/** Encoding 30 s of film on a slow machine that does other things too. */
const EXPORT_MS = 120_000;

const server = servePlanted();
let browser: Browser;
test.beforeEach(async ({ launchOptions }) => {
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions;
  browser = await puppeteer.launch({ executablePath, args, defaultViewport: { width: 1280, height: 800 } });
});
test.afterEach(() => browser.close());

/** Signs a planted person in, in both browsers. Answers how to open a tab of their project in the one that hides what is behind. */
async function signIn(
  page: PlaywrightPage,
  index: number,
): Promise<{ projectId: string; openTab: () => Promise<Page> }> {
  const { person, projectId } = await plantedOwner(index);
  await signInByCall(page.request, server.url, person);
  const cookies = await page.context().cookies();
  await browser.setCookie(...cookies.map(({ name, value, domain }) => ({ name, value, domain })));
  const openTab = async (): Promise<Page> => {
    const tab = await browser.newPage();
    await tab.goto(`${server.url}/project/${projectId}`);
    return tab;
  };
  return { projectId, openTab };
}

const press = (tab: Page, name: string): Promise<void> =>
  tab.locator(`::-p-aria([name="${name}"][role="button"])`).click();
const isHidden = (tab: Page): Promise<boolean> => tab.evaluate(() => document.visibilityState === 'hidden');

/** Polled by the clock: a hidden tab draws no frames. */
async function untilSays(tab: Page, within: string, text: string, timeout?: number): Promise<void> {
  await tab.waitForFunction(
    (where, wanted) => [...document.querySelectorAll(where)].some(({ textContent }) => textContent.includes(wanted)),
    { polling: 200, ...(timeout && { timeout }) },
    within,
    text,
  );
}

test('a movie is encoded, checked and kept in a tab that nobody sees', async ({ page }) => {
  const { openTab } = await signIn(page, 0);
  const tab = await openTab();
  await press(tab, 'Export Movie');
  await tab.locator('input[value="480p"]').click();
  await tab.locator('input[value="mp4"]').click();
  await press(tab, 'Start Export');
  await untilSays(tab, 'body', 'Encoding scene', EXPORT_MS);

  const other = await browser.newPage();
  await other.bringToFront();
  expect(await isHidden(tab)).toBe(true);
  await untilSays(tab, 'body', '4 scenes encoded, checked', EXPORT_MS);
  expect(await isHidden(tab)).toBe(true);
});

async function rename(tab: Page, sceneNumber: number, title: string): Promise<void> {
  await press(tab, `Edit scene ${sceneNumber}`);
  await tab.locator('::-p-aria([name="Title"][role="textbox"])').fill(title);
  await press(tab, 'Save Changes');
}

/** The next edit of the tab reaches the server, and its reply does not reach the tab until it is let through. */
async function holdReply(tab: Page): Promise<{ reached: Promise<void>; letThrough: () => Promise<void> }> {
  const network = await tab.createCDPSession();
  const held: string[] = [];
  let tellReached = (): void => undefined;
  const reached = new Promise<void>((resolve) => (tellReached = resolve));
  const pass = (requestId: string) => network.send('Fetch.continueRequest', { requestId });
  network.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (request.method !== 'PATCH') return void pass(requestId);
    held.push(requestId);
    tellReached();
  });
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/scenes/*', requestStage: 'Response' }] });
  const letThrough = async (): Promise<void> => {
    // The tab has given it up by then.
    await Promise.allSettled(held.map(pass));
    await network.send('Fetch.disable');
  };
  return { reached, letThrough };
}

/** How often each title was written, by the server's history. */
async function timesWritten(page: PlaywrightPage, projectId: string): Promise<Record<string, number>> {
  const reply = await page.request.get(`${server.url}/api/projects/${projectId}/history`);
  const counts: Record<string, number> = {};
  for (const { kind, fields } of historyReply.parse(await reply.json()))
    for (const { field, after } of kind === 'edit-scene' ? fields : [])
      if (field === 'title') counts[String(after)] = (counts[String(after)] ?? 0) + 1;
  return counts;
}

/** As Chromium does with a hidden tab after a while. Answers how to thaw it. */
async function freeze(tab: Page): Promise<() => Promise<void>> {
  expect(await isHidden(tab)).toBe(true);
  const frozen = tab.evaluate(() => new Promise((resolve) => document.addEventListener('freeze', resolve)));
  const cdp = await tab.createCDPSession();
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await frozen;
  return () => cdp.send('Page.setWebLifecycleState', { state: 'active' });
}

/** Its main thread does nothing else. Answers how to end that. */
async function hang(tab: Page): Promise<() => Promise<void>> {
  const cdp = await tab.createCDPSession();
  await cdp.send('Debugger.enable');
  const hanging = new Promise((resolve) => cdp.once('Debugger.paused', resolve));
  await cdp.send('Debugger.pause');
  void tab.evaluate(() => 0).catch(() => undefined);
  await hanging;
  return () => cdp.send('Debugger.disable');
}

for (const [index, { what, stop }] of [
  { what: 'is frozen', stop: freeze },
  { what: 'hangs', stop: hang },
].entries())
  test(`a tab that ${what} while it sends keeps no edit of another from the server, and nothing is written twice`, async ({
    page,
  }) => {
    const { projectId, openTab } = await signIn(page, index + 1);
    const written = () => timesWritten(page, projectId);
    const leader = await openTab();
    const { reached, letThrough } = await holdReply(leader);
    await rename(leader, 2, 'The logbook opens');
    await reached;
    const other = await openTab();
    await other.bringToFront();
    // What it loads and keeps is read by the other one, too, and Chromium freezes no page in the middle of a transaction.
    await other.waitForNetworkIdle({ idleTime: 1_000 });
    const goOn = await stop(leader);
    await rename(other, 3, 'The tower glows');
    await expect.poll(async () => (await written())['The tower glows'], { timeout: 60_000 }).toBe(1);
    await untilSays(other, 'header', 'Saved');
    await goOn();
    await letThrough();
    await leader.bringToFront();
    await rename(leader, 4, 'Dawn');
    await untilSays(leader, 'header', 'Saved');
    await expect.poll(written).toEqual({ 'The logbook opens': 1, 'The tower glows': 1, Dawn: 1 });
  });
