/** An alarm clock for work that is kept in rows: claims what is due, works on it, and sleeps until the next is due. */
import type { Log } from '#edge-api/log.ts';
import type { Wake } from './wake.ts';

/** Another process may have written a row without being able to wake this one. */
const LOOK_EVERY_MS = 2_000;
/** After a failure. */
const TRY_AGAIN_MS = 2_000;
const STOP_TIMEOUT_MS = 30_000;
/** Who hasn't looked for so long hangs, or can't reach the database. */
const RUNNING_WITHIN_MS = 30_000;

/** What was taken; when it is nothing, also when something can be, in milliseconds, or null when nothing will. */
export type Claimed<Piece> = { pieces: Piece[]; nextMs: number | null };

export type LoopWork<Piece> = {
  /** Takes what is due and has room beside what is worked on. */
  claim(inFlight: readonly Piece[]): Promise<Claimed<Piece>>;
  /** Works on one. What it throws is logged. */
  work(piece: Piece): Promise<void>;
  /** Runs now and then while no piece is worked on. */
  whileIdle(): Promise<void>;
  /** How often it looks without being woken; every two seconds where it isn't said. */
  lookEveryMs?: number;
  now(): number;
  log: Log;
};

export type WorkLoop = {
  /** Looks for work now. Cheap; call it at any time. */
  wake: Wake;
  /** Takes what is due and has room, after whatever is being taken now. Throws where it couldn't look. */
  look(): Promise<void>;
  /** How many pieces are worked on. */
  atWork(): number;
  /** Works until nothing is due. @returns when the next piece is due, null when none is */
  runUntilIdle(): Promise<number | null>;
  /** Starts working on its own. */
  start(): void;
  /** Whether it was started, isn't stopping, and has looked for work lately. */
  isRunning(): boolean;
  /** Claims nothing more and waits for what is worked on (at most 30 s). The caller tells that to end. */
  stop(): Promise<void>;
};

/** @param stopping fires when nothing more is to be claimed */
export function createWorkLoop<Piece>(work: LoopWork<Piece>, stopping: AbortSignal): WorkLoop {
  const { lookEveryMs = LOOK_EVERY_MS } = work;
  const inFlight = new Map<Piece, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStarted = false;
  let isWoken = false;
  let lookedAtMs = 0;
  let pumping: Promise<void> | null = null;

  const claim = async (): Promise<Claimed<Piece>> => {
    if (stopping.aborted) return { pieces: [], nextMs: null };
    const claimed = await work.claim([...inFlight.keys()]);
    lookedAtMs = performance.now();
    for (const piece of claimed.pieces) {
      const done = work
        .work(piece)
        .catch((error: unknown) => work.log.error('job_step_not_written', { error }))
        .finally(() => {
          inFlight.delete(piece);
          if (isStarted) wake();
        });
      inFlight.set(piece, done);
    }
    return claimed;
  };

  /** @returns when the next piece can be claimed */
  const pump = async (): Promise<number | null> => {
    for (;;) {
      isWoken = false;
      let claimed = await claim();
      while (claimed.pieces.length > 0) claimed = await claim();
      if (inFlight.size === 0) await work.whileIdle();
      if (!isWoken || stopping.aborted) return claimed.nextMs;
    }
  };

  const sleep = (dueMs: number | null): void => {
    if (!isStarted || stopping.aborted) return;
    const waitMs = dueMs === null ? lookEveryMs : Math.min(Math.max(dueMs - work.now(), 1), lookEveryMs);
    timer = setTimeout(wake, waitMs);
  };

  const wake: Wake = () => {
    if (!isStarted || stopping.aborted) return;
    isWoken = true;
    if (pumping) return;
    void begin().catch(() => undefined);
  };

  /** Looks, and sees to it that somebody looks again. */
  const begin = (): Promise<unknown> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const looked = pump();
    pumping = looked
      .then(sleep)
      .catch((error: unknown) => {
        work.log.error('job_runner_failed', { error });
        if (!stopping.aborted) timer = setTimeout(wake, TRY_AGAIN_MS);
      })
      .finally(() => {
        pumping = null;
        if (isWoken) wake();
      });
    return looked;
  };

  return {
    wake,
    look: async () => {
      while (pumping) await pumping;
      if (!isStarted || stopping.aborted) throw new Error('It has stopped.');
      await begin();
    },
    atWork: () => inFlight.size,
    start: () => {
      isStarted = true;
      lookedAtMs = performance.now();
      wake();
    },
    isRunning: () => isStarted && !stopping.aborted && performance.now() - lookedAtMs < RUNNING_WITHIN_MS,
    runUntilIdle: async () => {
      for (;;) {
        const { nextMs } = await claim();
        if (inFlight.size === 0) return nextMs;
        await Promise.race(inFlight.values());
      }
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await pumping;
      await withTimeout(Promise.all(inFlight.values()), STOP_TIMEOUT_MS);
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
