/** A worker that pulls from a queue over HTTP, which is over its limit, away, or doesn’t hear what is done. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pullExports, type QueuePulls } from '#edge-api/jobs/pull-exports.ts';
import { createLog } from '#edge-api/log.ts';
import { pullQueue } from '#edge-api/providers/export-queue/pull.ts';
import { startFakeQueue, type FakeQueue } from '#tests/helpers/fake-queue.ts';

let queue: FakeQueue;
let pulls: QueuePulls;
let looks: number;
const lines: string[] = [];
/** What it waits for now. */
let waiting: { ms: number; end: () => void } | null;
beforeEach(async () => {
  queue = await startFakeQueue();
  [lines.length, looks, waiting] = [0, 0, null];
});
afterEach(async () => {
  await pulls.stop();
  await queue.close();
});

function start(): void {
  pulls = pullExports({
    queue: pullQueue(queue),
    runner: { room: () => 1, look: async () => void looks++ },
    canWrite: async () => true,
    log: createLog((line) => lines.push(line), Date.now),
    after: (ms, end) => {
      waiting = { ms, end };
      return () => undefined;
    },
  });
}

/** How long it waits now, in milliseconds, before it asks again. */
async function wait(): Promise<number> {
  await expect.poll(() => waiting, { interval: 2 }).not.toBeNull();
  return waiting?.ms ?? 0;
}

/** Ends that. @returns how long it waits next */
async function goOn(): Promise<number> {
  const last = waiting;
  waiting = null;
  last?.end();
  return wait();
}

test('leaves a queue that is over its limit alone for as long as it says, and then goes on', async () => {
  queue.refuse({ calls: 'all', status: 429, retryAfterSeconds: 90 });
  queue.send();
  start();
  expect([await wait(), queue.calls()]).toEqual([90_000, 1]);
  expect(lines.join('\n')).toMatch(/"level":"warn","event":"queue_not_pulled".*answered 429.*"waitMs":90000/);
  queue.refuse(null);
  expect([await goOn(), queue.left(), looks]).toEqual([5_000, 0, 1]);
});

test('leaves it alone for the five minutes of that limit where it doesn’t say', async () => {
  queue.refuse({ calls: 'all', status: 429 });
  start();
  expect(await wait()).toBe(300_000);
});

test('asks one that fails less and less often, and as before once it answers', async () => {
  queue.refuse({ calls: 'all', status: 503 });
  start();
  const waits = [await wait()];
  while (waits.length < 8) waits.push(await goOn());
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
  queue.refuse(null);
  expect(await goOn()).toBe(20_000);
  queue.refuse({ calls: 'all', status: 503 });
  expect(await goOn()).toBe(5_000);
});

test('takes a message again whose end the queue didn’t hear of, and looks once more', async () => {
  queue.refuse({ calls: 'ack', status: 500 });
  queue.send();
  start();
  await wait();
  expect([looks, queue.left(), queue.counts.acked]).toEqual([1, 1, 0]);
  queue.refuse(null);
  queue.expire();
  await goOn();
  expect([looks, queue.counts.delivered, queue.counts.acked, queue.left()]).toEqual([2, 2, 1, 0]);
});
