/**
 * A Chromium of its own for every measure, with a profile on disk as people have it. (A context without a profile keeps its
 * files in the memory of another process, which is slower, uncounted, and was once seen to lose them in mid-run.)
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { chromiumLaunch } from '../helpers/chromium-launch.ts';
import type { BenchContext, Measure } from './rows/row.ts';
import { processorSeconds, renderersBytes, watchRenderers } from './process-memory.ts';
// Declares `window.bench`, which is called inside the pages.
import type { PageRun } from './bench-window.ts';

/** The slowest row of sixty clips takes a third of it. */
const LONGEST_MS = 15 * 60_000;

type OpenBrowser = { context: BrowserContext; pid: number; close(): Promise<void> };

/** The browser that is measured in, and its version. */
export async function chromiumVersion(): Promise<string> {
  const browser = await chromium.launch(chromiumLaunch);
  const version = browser.version();
  await browser.close();
  return version;
}

/** @param origin where the pages are served, without a slash at its end */
export function measureIn(origin: string, clips: readonly string[], bitrateBps: number): BenchContext['measurePage'] {
  const urls = clips.map((path) => `/@fs${path}`);
  return async (path, method): Promise<Measure> => {
    const { context, pid, close } = await openBrowser();
    const watch = watchRenderers(pid);
    try {
      const page = await context.newPage();
      let copiedPeak: number | null = null;
      await page.exposeFunction('fileIsReadable', () => (copiedPeak = watch.peak()));
      await page.goto(`${origin}${path}`);
      await page.waitForFunction(() => 'bench' in window);
      await page.evaluate((all) => window.bench.load(all), urls);
      const baseBytes = await renderersBytes(pid);
      const run = (clipCount: number): Promise<PageRun> =>
        inTime(
          page.evaluate(([name, count, bits]) => window.bench.run(name, count, bits), [
            method,
            clipCount,
            bitrateBps,
          ] as const),
          `${method} of ${clipCount} clips`,
        );
      await run(1);
      copiedPeak = null;
      watch.reset();
      const spentBefore = await processorSeconds(pid);
      const measured = await run(clips.length);
      const spent = (await processorSeconds(pid)) - spentBefore;
      const above = (bytes: number): number => Math.max(0, bytes - baseBytes);
      return {
        ...measured,
        processorSeconds: spent,
        peakBytes: above(watch.peak()),
        copiedPeakBytes: copiedPeak === null ? null : above(copiedPeak),
      };
    } finally {
      watch.stop();
      await close();
    }
  };
}

/** With a profile of its own, which is removed when it is closed. */
export async function openBrowser(): Promise<OpenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'storyreel-bench-'));
  const context = await chromium.launchPersistentContext(profile, chromiumLaunch);
  return {
    context,
    pid: await pidOf(profile),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The browser's own process among those that were started with its profile: the one without a type. */
async function pidOf(profile: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(profile) && !command.includes('--type=')) return Number(pid);
  }
  throw new Error('Chromium has no process');
}

/** @throws Error that names what hangs */
async function inTime<T>(running: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end in time`)), LONGEST_MS);
  });
  try {
    return await Promise.race([running, limit]);
  } finally {
    clearTimeout(timer);
  }
}
