/** Runs every gesture on the built app, and reads from a trace of Chromium what each frame of it took. */
import type { CDPSession, Page } from 'playwright';
import { startServer } from '#tests/e2e/server.ts';
import { openBrowser } from '../chromium.ts';
import { processorSeconds, renderersBytes, watchRenderers } from '../process-memory.ts';
import type { Measure } from '../rows/row.ts';
import { percentile, spanBetween, workPerFrame, type TraceEvent } from './frame-work.ts';
import { block, chip, gestures, giveUp, grips, lanes, music } from './gestures.ts';
import { plantLongMovie } from './plant-long-movie.ts';

const WINDOW = { width: 1440, height: 900 };
/** How often each kind of drag is begun. */
const TIMES = 5;
/** Far enough to be a drag. */
const FIRST_MOVE_PX = 12;
/** The page has done all that it does by itself when it did nothing for so long. */
const IDLE_MS = 1_000;
/** Aims: of script, style and layout in a frame, and from a first move to the frame that shows it. */
const AIM = { frameMs: 16.7, responseMs: 32 };

export async function measureTimeline(): Promise<Measure> {
  const server = await startServer({ GENERATION_POLL_MS: '100' });
  try {
    const { path, cookie } = await plantLongMovie(server.url);
    const { context, pid, close } = await openBrowser();
    const watch = watchRenderers(pid);
    try {
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: server.url }]);
      const page = await context.newPage();
      await page.setViewportSize(WINDOW);
      await page.goto(`${server.url}${path.replace('/api/projects', '/project')}?tab=timeline`);
      await untilDrawn(page);
      const baseBytes = await renderersBytes(pid);
      watch.reset();
      const [spentBefore, startedMs] = [await processorSeconds(pid), performance.now()];
      const note = [...(await framesOf(page)), ...(await responsesOf(page))].join(', ');
      return {
        ...{ checkedSeconds: null, sizeBytes: 0, copiedPeakBytes: null, note },
        seconds: (performance.now() - startedMs) / 1_000,
        processorSeconds: (await processorSeconds(pid)) - spentBefore,
        peakBytes: Math.max(0, watch.peak() - baseBytes),
      };
    } finally {
      watch.stop();
      await close();
    }
  } finally {
    await server.remove();
  }
}

export async function framesOf(page: Page, chosen = gestures): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, run } of chosen) {
    const events = await traced(page, async () => {
      await stamp(page, 'begin');
      await run(page);
      await stamp(page, 'end');
    });
    await giveUp(page);
    await untilIdle(page);
    const work = workPerFrame(events, spanBetween(events, 'begin', 'end'));
    if (work.length === 0) throw new Error(`The trace has no frame of “${name}”.`);
    const figure = (part: number): string => percentile(work, part).toFixed(1);
    lines.push(
      `${name} p50 ${figure(0.5)} p95 ${figure(0.95)} max ${figure(1)} ms in ${work.length} frames${aimed(percentile(work, 0.95), AIM.frameMs)}`,
    );
  }
  return lines;
}

/** From the event of the first move, as the system has it, until the frame that shows its effect is handed over. */
export async function responsesOf(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, at } of grips) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const { x, y } = await at(page);
      await page.mouse.move(x, y);
      const events = await traced(page, async () => {
        await stampResponse(page);
        await page.mouse.down();
        await page.mouse.move(x + FIRST_MOVE_PX, y);
        await untilIdle(page);
      });
      await giveUp(page);
      await untilIdle(page);
      times.push(responseMs(events));
    }
    const slowest = Math.max(...times);
    lines.push(
      `first response of a ${name} ${percentile(times, 0.5).toFixed(1)}, slowest ${slowest.toFixed(1)} ms of ${TIMES}${aimed(slowest, AIM.responseMs)}`,
    );
  }
  return lines;
}

function aimed(figure: number, aim: number): string {
  return figure <= aim ? ` (aim ${aim})` : ` (aim ${aim}: MISSED)`;
}

/** @throws Error if nothing has changed */
function responseMs(events: readonly TraceEvent[]): number {
  const stamps = events.flatMap(({ name, args, ts }) =>
    name === 'TimeStamp' && args?.data?.message !== undefined ? [{ ts, message: args.data.message }] : [],
  );
  const moved = stamps.find(({ message }) => message.startsWith('moved '));
  const changed = stamps.find(({ message }) => message === 'changed');
  const shown = events.find(({ name, ts }) => name === 'Commit' && changed !== undefined && ts >= changed.ts);
  if (!moved || !changed || !shown) throw new Error('A drag has changed nothing on the page.');
  const waitedMs = Number(moved.message.slice('moved '.length));
  return (shown.ts + (shown.dur ?? 0) - moved.ts) / 1_000 + waitedMs;
}

/** Stamps the next move of the pressed pointer, and what it then changes on the lanes. */
async function stampResponse(page: Page): Promise<void> {
  await page.evaluate(() => {
    const lane = document.querySelector('[data-lanes]');
    if (lane === null) throw new Error('There are no lanes.');
    const observer = new MutationObserver(() => {
      console.timeStamp('changed');
      observer.disconnect();
    });
    const onMove = ({ buttons, timeStamp }: PointerEvent): void => {
      if (buttons === 0) return;
      removeEventListener('pointermove', onMove, { capture: true });
      console.timeStamp(`moved ${performance.now() - timeStamp}`);
      observer.observe(lane, { subtree: true, childList: true, attributes: true });
    };
    addEventListener('pointermove', onMove, { capture: true });
  });
}

async function stamp(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => console.timeStamp(text), message);
}

async function traced(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // The protocol says of events only that they are objects.
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'devtools.timeline.frame'],
    },
  });
  await work();
  await endTrace(session);
  await session.detach();
  return events.toSorted((a, b) => a.ts - b.ts);
}

async function endTrace(session: CDPSession): Promise<void> {
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await ended;
}

/** Until pictures, texts, waves and music are on the lanes. */
export async function untilDrawn(page: Page): Promise<void> {
  page.setDefaultTimeout(120_000);
  await block(page, 4).locator('svg path').waitFor({ state: 'attached' });
  await block(page, 4).locator('i').first().waitFor({ state: 'attached' });
  await chip(page).waitFor();
  await music(page).locator('svg path').first().waitFor({ state: 'attached' });
  await lanes(page).waitFor();
  await untilIdle(page);
}

/** Until no task of the page's has taken more than a frame for a while. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    (idleMs) =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, idleMs);
        });
        const done = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(done, idleMs);
        observer.observe({ entryTypes: ['longtask'] });
      }),
    IDLE_MS,
  );
}
