/**
 * Pulls from a queue when there is room for another movie. A message is an alarm clock, no order for a certain export: the
 * rows decide. It is removed as soon as somebody holds what it was sent for, and given back where the server can't be asked.
 * Who dies before that lets it run out; who dies later lets its lease run out, and the server sends again (docs/adr/0036).
 */
import type { Log } from '#edge-api/log.ts';
import { QueueBusyError, type PullQueue } from '#edge-api/providers/export-queue/port.ts';
import type { ExportRunner } from './export-runner.ts';

/** The queue answers at once, also with nothing. Its API was limited to 1,200 calls in five minutes: room for eighty idle services. */
const PULL_EVERY_MS = 5_000;
const IDLE_EVERY_MS = 20_000;
/** Whoever goes over that limit is refused for five minutes; other failures are tried again after at most as long. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** Longer than asking the server takes with all its tries. */
const VISIBILITY_MS = 60_000;
const GIVEN_BACK_SECONDS = 15;

export type QueuePulls = { stop(): Promise<void> };

export type PullDeps = {
  queue: PullQueue;
  runner: Pick<ExportRunner, 'look' | 'room'>;
  /** Whether this worker can write at all; others pull if it can't. */
  canWrite(): Promise<boolean>;
  log: Log;
  /** Does something after a while, unless what it answers is called before. */
  after?: (ms: number, work: () => void) => () => void;
};

function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** The caller stops it. */
export function pullExports({ queue, runner, canWrite, log, after = afterTimeout }: PullDeps): QueuePulls {
  const stopping = new AbortController();
  let wake: () => void = () => {};
  let isIdle = false;
  let failures = 0;

  const pullOnce = async (): Promise<void> => {
    const room = runner.room();
    if (room <= 0 || !(await canWrite())) return;
    const messages = await queue.pull(room, VISIBILITY_MS);
    isIdle = messages.length === 0;
    if (isIdle) return;
    let isAsked = true;
    await runner.look().catch((error: unknown) => {
      isAsked = false;
      log.warn('exports_not_claimed', { error });
    });
    await queue.settle(isAsked ? messages : [], isAsked ? [] : messages, GIVEN_BACK_SECONDS);
  };
  /** Calls that are refused count as well, so nobody who is refused keeps asking. */
  const waitAfter = (error: unknown): number => {
    const busyMs = error instanceof QueueBusyError ? (error.waitMs ?? LONGEST_WAIT_MS) : 0;
    return Math.min(Math.max(busyMs, PULL_EVERY_MS * 2 ** failures++), LONGEST_WAIT_MS);
  };
  const pulling = (async () => {
    while (!stopping.signal.aborted) {
      const waitMs = await pullOnce().then(
        () => {
          failures = 0;
          return isIdle ? IDLE_EVERY_MS : PULL_EVERY_MS;
        },
        (error: unknown) => {
          const untilMs = waitAfter(error);
          log.warn('queue_not_pulled', { error, waitMs: untilMs });
          return untilMs;
        },
      );
      await new Promise<void>((resolve) => {
        const cancel = after(waitMs, resolve);
        wake = () => {
          cancel();
          resolve();
        };
        if (stopping.signal.aborted) wake();
      });
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await pulling;
    },
  };
}
