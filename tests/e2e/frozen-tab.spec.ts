/**
 * The tab that sends for all of them is frozen by the browser, or hangs, while it sends: another one that is open goes on.
 * Playwright keeps its pages visible, and Chromium freezes hidden ones only, so the tabs are puppeteer's.
 */
import { chromium, expect, test, type Page as PlaywrightPage } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { historyReply } from '#shared/api/history.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject } from './people.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

/** From the edit in the tab that is open until the server has it. */
const SOON_MS = 30_000;
/** How long a page hangs: longer than what is promised. */
const HANG_MS = 45_000;

let server: RunningServer;
let browser: Browser;
let projectId: string;
test.beforeEach(async ({ page, launchOptions }) => {
  server = await startServer();
  const owner = await demoPerson(page.request, server.url, ines);
  const { project } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  projectId = project.id;
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions;
  browser = await puppeteer.launch({ executablePath, args });
  const cookies = await page.context().cookies();
  await browser.setCookie(...cookies.map(({ name, value, domain }) => ({ name, value, domain })));
});
test.afterEach(async () => {
  await browser.close();
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

async function openTab(): Promise<Page> {
  const tab = await browser.newPage();
  await tab.setViewport({ width: 1280, height: 800 });
  await tab.goto(`${server.url}/project/${projectId}`);
  return tab;
}

const press = (tab: Page, name: string): Promise<void> =>
  tab.locator(`::-p-aria([name="${name}"][role="button"])`).click();
const untilSaved = async (tab: Page): Promise<void> =>
  void (await tab.waitForFunction(
    () => [...document.querySelectorAll('header *')].some(({ textContent }) => textContent === 'Saved'),
    // A hidden tab draws no frames.
    { polling: 200 },
  ));

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
async function timesWritten(page: PlaywrightPage): Promise<Record<string, number>> {
  const reply = await page.request.get(`${server.url}/api/projects/${projectId}/history`);
  const counts: Record<string, number> = {};
  for (const { kind, fields } of historyReply.parse(await reply.json()))
    for (const { field, after } of kind === 'edit-scene' ? fields : [])
      if (field === 'title') counts[String(after)] = (counts[String(after)] ?? 0) + 1;
  return counts;
}

/** As Chromium does with a hidden tab after a while. Answers how to thaw it. */
async function freeze(tab: Page): Promise<() => Promise<void>> {
  expect(await tab.evaluate(() => document.visibilityState)).toBe('hidden');
  const frozen = tab.evaluate(() => new Promise((resolve) => document.addEventListener('freeze', resolve)));
  const cdp = await tab.createCDPSession();
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await frozen;
  return () => cdp.send('Page.setWebLifecycleState', { state: 'active' });
}

/** Its main thread does nothing else for a while. Answers how to wait until it does. */
async function hang(tab: Page): Promise<() => Promise<void>> {
  const over = tab.evaluate((ms) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  }, HANG_MS);
  return () => over;
}

for (const { what, stop, tag } of [
  { what: 'is frozen', stop: freeze, tag: [] },
  { what: 'hangs', stop: hang, tag: '@long' },
]) {
  test(
    `a tab that ${what} while it sends keeps no edit of another from the server, and nothing is written twice`,
    { tag },
    async ({ page }) => {
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
      const since = performance.now();
      await expect.poll(async () => (await timesWritten(page))['The tower glows'], { timeout: 120_000 }).toBe(1);
      const tookMs = performance.now() - since;
      console.log(`Beside a tab that ${what}, an edit reached the server after ${Math.round(tookMs)} ms`);
      await untilSaved(other);
      await goOn();
      await letThrough();
      await leader.bringToFront();
      await rename(leader, 4, 'Dawn');
      await untilSaved(leader);
      const once = { 'The logbook opens': 1, 'The tower glows': 1, Dawn: 1 };
      await expect.poll(() => timesWritten(page)).toEqual(once);
      expect(tookMs).toBeLessThan(SOON_MS);
    },
  );
}
