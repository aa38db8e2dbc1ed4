/** An alarm clock for work that is kept in rows: claims what is due, works on it, and sleeps until the next is due. */
import type { Log } from '#edge-api/log.ts';
import type { WakeJobs } from './wake.ts';

/** Another process may have written a row without being able to wake this one. */
const LOOK_EVERY_MS = 2_000;
const STOP_TIMEOUT_MS = 30_000;

export type LoopWork<Claimed> = {
  /** Pieces at once. */
  atOnce: number;
  /** Takes up to `limit` pieces that are due. */
  claim(limit: number): Promise<Claimed[]>;
  /** Works on one. What it throws is logged. */
  work(claimed: Claimed): Promise<void>;
  /** When the next piece is due, in milliseconds; null when none is. */
  nextDueMs(): Promise<number | null>;
  /** Runs now and then while no piece is worked on. */
  whileIdle(): Promise<void>;
  now(): number;
  log: Log;
};

export type WorkLoop = {
  /** Looks for work now. Cheap; call it at any time. */
  wake: WakeJobs;
  /** Works until nothing is due. @returns when the next piece is due, null when none is */
  runUntilIdle(): Promise<number | null>;
  /** Starts working on its own. */
  start(): void;
  /** Claims nothing more and waits for what is worked on (at most 30 s). The caller tells that to end. */
  stop(): Promise<void>;
};

/** @param stopping fires when nothing more is to be claimed */
export function createWorkLoop<Claimed>(work: LoopWork<Claimed>, stopping: AbortSignal): WorkLoop {
  const inFlight = new Set<Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStarted = false;
  let isWoken = false;
  let pumping: Promise<void> | null = null;

  const claim = async (): Promise<number> => {
    const limit = work.atOnce - inFlight.size;
    if (stopping.aborted || limit <= 0) return 0;
    const claimed = await work.claim(limit);
    for (const piece of claimed) {
      const done = work
        .work(piece)
        .catch((error: unknown) => work.log.error('job_step_not_written', { error }))
        .finally(() => {
          inFlight.delete(done);
          if (isStarted) wake();
        });
      inFlight.add(done);
    }
    return claimed.length;
  };

  const pump = async (): Promise<void> => {
    do {
      isWoken = false;
      while ((await claim()) > 0);
      if (inFlight.size === 0) await work.whileIdle();
    } while (isWoken && !stopping.aborted);
  };

  const sleep = async (): Promise<void> => {
    if (!isStarted || stopping.aborted) return;
    // While it is at capacity, the first piece to end wakes it.
    const dueMs = inFlight.size >= work.atOnce ? null : await work.nextDueMs();
    const waitMs = dueMs === null ? LOOK_EVERY_MS : Math.min(Math.max(dueMs - work.now(), 1), LOOK_EVERY_MS);
    timer = setTimeout(wake, waitMs);
  };

  const wake: WakeJobs = () => {
    if (!isStarted || stopping.aborted) return;
    isWoken = true;
    if (pumping) return;
    if (timer) clearTimeout(timer);
    timer = null;
    pumping = pump()
      .then(sleep)
      .catch((error: unknown) => {
        work.log.error('job_runner_failed', { error });
        if (!stopping.aborted) timer = setTimeout(wake, LOOK_EVERY_MS);
      })
      .finally(() => {
        pumping = null;
        if (isWoken) wake();
      });
  };

  return {
    wake,
    start: () => {
      isStarted = true;
      wake();
    },
    runUntilIdle: async () => {
      for (;;) {
        await claim();
        if (inFlight.size === 0) return work.nextDueMs();
        await Promise.race(inFlight);
      }
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await pumping;
      await withTimeout(Promise.all(inFlight), STOP_TIMEOUT_MS);
    },
  };
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
