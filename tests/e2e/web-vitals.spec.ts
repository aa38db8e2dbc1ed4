/** How soon the pages that people begin on are there, on a processor that is four times slower. */
import { expect, test, type Browser, type Cookie, type Page } from '@playwright/test';
import { ownServer } from './own-server.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';

const CPU_SLOWDOWN = 4;
const MOST_LCP_MS = 1_500;
const MOST_SHIFT = 0.02;
/** What else the machine does only ever makes a page later: the best of some visits is the page's own. */
const VISITS = 5;
/** Times are judged only where the machine does nothing else: by `npm run test:long`. */
const isTimed = process.env['TEST_VITALS'] === '1';

type Vitals = { largestPaintMs: number; firstPaintMs: number; shift: number; sessionCodeAtMs: number };

const server = ownServer(startPlantedServer);

type Visit = {
  path: string;
  cookies: Cookie[];
  /** Whether the browser has been on the page before, and so has its database and its code. */
  isReturn: boolean;
};

async function visit(browser: Browser, { path, cookies, isReturn }: Visit, isThere: (page: Page) => Promise<void>) {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  if (isReturn) {
    const before = await context.newPage();
    await before.goto(`${server.url}${path}`);
    await isThere(before);
    await before.evaluate(() => navigator.serviceWorker.ready);
    await before.close();
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
  await isThere(page);
  const vitals = await page.evaluate(readVitals);
  await context.close();
  return vitals;
}

/** Runs in the page. Entries of the past are told too. */
async function readVitals(): Promise<Vitals> {
  const entriesOf = (type: string): Promise<PerformanceEntry[]> =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(list.getEntries());
      });
      observer.observe({ type, buffered: true });
      // Without an entry the observer is not called at all.
      if (type === 'layout-shift') setTimeout(() => resolve([]), 200);
    });
  const valueOf = (entry: PerformanceEntry): number =>
    'value' in entry && typeof entry.value === 'number' && !('hadRecentInput' in entry && entry.hadRecentInput)
      ? entry.value
      : 0;
  const [paints, largest, shifts] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift'].map(entriesOf),
  );
  const sessionCode = performance.getEntriesByType('resource').find(({ name }) => name.includes('/landing-gate-'));
  return {
    largestPaintMs: largest?.at(-1)?.startTime ?? Number.NaN,
    firstPaintMs: paints?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    shift: (shifts ?? []).reduce((sum, entry) => sum + valueOf(entry), 0),
    sessionCodeAtMs: sessionCode?.startTime ?? Number.POSITIVE_INFINITY,
  };
}

async function visits(browser: Browser, place: Visit, isThere: (page: Page) => Promise<void>): Promise<Vitals[]> {
  const all: Vitals[] = [];
  for (let count = 0; count < VISITS; count += 1) {
    all.push(await visit(browser, place, isThere));
    if (!isTimed || Math.min(...all.map((one) => one.largestPaintMs)) < MOST_LCP_MS) break;
  }
  return all;
}

function expectQuick(all: readonly Vitals[]): void {
  const largestPaintMs = Math.min(...all.map((one) => one.largestPaintMs));
  console.log(`largest contentful paint after ${Math.round(largestPaintMs)} ms`);
  if (isTimed) expect(largestPaintMs, JSON.stringify(all)).toBeLessThan(MOST_LCP_MS);
  expect(Math.max(...all.map((one) => one.shift)), JSON.stringify(all)).toBeLessThan(MOST_SHIFT);
}

test('the landing page is there at once and stands still', async ({ browser }) => {
  const all = await visits(browser, { path: '/landing', cookies: [], isReturn: false }, async (page) => {
    const poster = page.getByRole('img', { name: /^A caravan/ });
    await expect(poster).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause the demo movie' })).toBeVisible();
  });
  expectQuick(all);
  for (const { sessionCodeAtMs, firstPaintMs } of all) expect(sessionCodeAtMs).toBeGreaterThan(firstPaintMs);
});

test('the dashboard is there at once and stands still for who comes back', async ({ browser }) => {
  const context = await browser.newContext();
  await signInByCall(context.request, server.url, (await plantedOwner(0)).person);
  const cookies = await context.cookies();
  await context.close();
  const all = await visits(browser, { path: '/', cookies, isReturn: true }, async (page) => {
    const poster = page
      .getByRole('link', { name: /The Glass Lighthouse/ })
      .locator('img')
      .first();
    await expect.poll(() => poster.evaluate((image) => image instanceof HTMLImageElement && image.complete)).toBe(true);
  });
  expectQuick(all);
});
