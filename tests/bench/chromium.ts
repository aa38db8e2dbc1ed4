/** One Chromium for the whole bench, and a renderer of its own for every measure. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { BenchContext, Measure } from './rows/row.ts';
import { renderersBytes, watchRenderers } from './process-memory.ts';
// Declares `window.bench`, which is called inside the pages.
import type {} from './bench-window.ts';

export type BenchBrowser = { version: string; measurePage: BenchContext['measurePage']; close(): Promise<void> };

/** @param origin where the pages are served, without a slash at its end */
export async function startChromium(origin: string, clips: readonly string[]): Promise<BenchBrowser> {
  const usual = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
  const executablePath = process.env.CHROMIUM_PATH ?? usual;
  const server = await chromium.launchServer({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const pid = server.process().pid;
  if (pid === undefined) throw new Error('Chromium has no process');
  const browser = await chromium.connect(server.wsEndpoint());
  const urls = clips.map((path) => `/@fs${path}`);

  async function measurePage(path: string, method: string): Promise<Measure> {
    // A context has storage and renderers of its own; both end with it.
    const context = await browser.newContext();
    const watch = watchRenderers(pid ?? 0);
    try {
      const page = await context.newPage();
      let copiedPeak: number | null = null;
      await page.exposeFunction('fileIsReadable', () => (copiedPeak = watch.peak()));
      await page.goto(`${origin}${path}`);
      await page.waitForFunction(() => 'bench' in window);
      await page.evaluate((all) => window.bench.load(all), urls);
      const baseBytes = await renderersBytes(pid ?? 0);
      const run = (clipCount: number) =>
        page.evaluate(([name, count]) => window.bench.run(name, count), [method, clipCount] as const);
      await run(1);
      copiedPeak = null;
      watch.reset();
      const measured = await run(clips.length);
      const above = (bytes: number): number => Math.max(0, bytes - baseBytes);
      return {
        ...measured,
        peakBytes: above(watch.peak()),
        copiedPeakBytes: copiedPeak === null ? null : above(copiedPeak),
      };
    } finally {
      watch.stop();
      await context.close();
    }
  }

  return {
    version: browser.version(),
    measurePage,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
