/** The job runner: claims what is due, advances each job by a step, and sleeps until the next one. The rows are the truth; this is an alarm clock. */
import { hexOf } from '#shared/bytes.ts';
import { claimDueJobs, nextDueMs } from '#edge-api/repos/jobs.ts';
import { sweepMedia } from '#edge-api/services/media.ts';
import type { JobDeps, StepContext } from './job-deps.ts';
import { step } from './step.ts';
import type { WakeJobs } from './wake.ts';

/** Steps at once, across all people. Each is a request in flight or a file being stored. */
const STEPS_AT_ONCE = 6;
/** Another process may have written a job without being able to wake this one. */
const LOOK_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const STOP_TIMEOUT_MS = 30_000;

export type JobRunner = {
  /** Looks for work now. Cheap; call it at any time. */
  wake: WakeJobs;
  /** Works until nothing is due. @returns when the next job is due, null when none is */
  runUntilIdle(): Promise<number | null>;
  /** Starts working on its own. */
  start(): void;
  /** Claims nothing more, drops what can be repeated, and waits for requests in flight (at most 30 s). */
  stop(): Promise<void>;
};

/** A runner for a database. Several can share one database. The caller stops it. */
export function createJobRunner(deps: JobDeps): JobRunner {
  const stopping = new AbortController();
  const context: StepContext = { ...deps, leaseBy: hexOf(deps.randomBytes(8)), stopping: stopping.signal };
  const inFlight = new Set<Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStarted = false;
  let isWoken = false;
  let pumping: Promise<void> | null = null;
  let sweptMs = deps.now();

  const claim = async (): Promise<number> => {
    const limit = STEPS_AT_ONCE - inFlight.size;
    if (stopping.signal.aborted || limit <= 0) return 0;
    const jobs = await claimDueJobs(deps.db, { leaseBy: context.leaseBy, nowMs: deps.now(), limit });
    for (const job of jobs) {
      const work = step(context, job)
        .catch((error: unknown) => deps.log.error('job_step_not_written', { jobId: job.id, error }))
        .finally(() => {
          inFlight.delete(work);
          if (isStarted) wake();
        });
      inFlight.add(work);
    }
    return jobs.length;
  };

  const pump = async (): Promise<void> => {
    do {
      isWoken = false;
      while ((await claim()) > 0);
      if (inFlight.size === 0) await sweepNowAndThen();
    } while (isWoken && !stopping.signal.aborted);
  };

  /** Only while no step is running, so that no file is stored and swept at the same moment. */
  const sweepNowAndThen = async (): Promise<void> => {
    if (deps.now() - sweptMs < SWEEP_EVERY_MS) return;
    sweptMs = deps.now();
    const files = await sweepMedia(deps);
    if (files > 0) deps.log.info('media_swept', { files });
  };

  const sleep = async (): Promise<void> => {
    if (!isStarted || stopping.signal.aborted) return;
    // While it is at capacity, the first step to end wakes it.
    const dueMs = inFlight.size >= STEPS_AT_ONCE ? null : await nextDueMs(deps.db, deps.now());
    const waitMs = dueMs === null ? LOOK_EVERY_MS : Math.min(Math.max(dueMs - deps.now(), 1), LOOK_EVERY_MS);
    timer = setTimeout(wake, waitMs);
  };

  const wake: WakeJobs = () => {
    if (!isStarted || stopping.signal.aborted) return;
    isWoken = true;
    if (pumping) return;
    if (timer) clearTimeout(timer);
    timer = null;
    pumping = pump()
      .then(sleep)
      .catch((error: unknown) => {
        deps.log.error('job_runner_failed', { error });
        if (!stopping.signal.aborted) timer = setTimeout(wake, LOOK_EVERY_MS);
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
      deps.log.info('job_runner_started', { leaseBy: context.leaseBy });
      wake();
    },
    runUntilIdle: async () => {
      for (;;) {
        await claim();
        if (inFlight.size === 0) return nextDueMs(deps.db, deps.now());
        await Promise.race(inFlight);
      }
    },
    stop: async () => {
      stopping.abort(new Error('The server stops.'));
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
