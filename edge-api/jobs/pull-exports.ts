/**
 * Pulls from a queue when there is room for another movie. A message is an alarm clock, no order for a certain export: the
 * rows decide. It is removed as soon as somebody holds what it was sent for, and given back where the server can't be asked.
 * Who dies before that lets it run out; who dies later lets its lease run out, and the server sends again (docs/adr/0036).
 */
import type { Log } from '#edge-api/log.ts';
import type { PullQueue } from '#edge-api/providers/export-queue/port.ts';
import type { ExportRunner } from './export-runner.ts';

/** The queue answers at once, also with nothing. Its API was limited to 1,200 calls in five minutes: room for eighty idle services. */
const PULL_EVERY_MS = 5_000;
const IDLE_EVERY_MS = 20_000;
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
  pullEveryMs?: number;
};

/** The caller stops it. */
export function pullExports({ queue, runner, canWrite, log, pullEveryMs = PULL_EVERY_MS }: PullDeps): QueuePulls {
  const stopping = new AbortController();
  let wake: () => void = () => {};
  let isIdle = false;

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
  const pulling = (async () => {
    while (!stopping.signal.aborted) {
      await pullOnce().catch((error: unknown) => log.warn('queue_not_pulled', { error }));
      const waitMs = isIdle ? Math.min(pullEveryMs * 4, IDLE_EVERY_MS) : pullEveryMs;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
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
