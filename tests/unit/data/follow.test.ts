import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { follow, type Pace } from '#data/follow.ts';
import { readReach, writeReach, type Reach } from '#data/tables/reach.ts';
import { crash } from '../sync/test-device.ts';

let db: StoryreelDb;
let seen: Reach[];
let waiting: (() => void)[];

beforeEach(() => {
  db = new StoryreelDb('follow');
  seen = [];
  waiting = [];
});
afterEach(async () => {
  db.close();
  await db.delete();
});

const see = (reach: Reach): void => {
  seen.push(reach);
  for (const wake of waiting.splice(0)) wake();
};
const seenMore = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
async function seeWritten(reach: Reach): Promise<void> {
  const next = seenMore();
  await writeReach(db, reach);
  await next;
}
/** Who follows anew is told later than those who did before. */
const isHeard = (isMeant: (reach: Reach) => boolean = () => true): Promise<void> =>
  new Promise((resolve) => {
    const end = follow(
      () => readReach(db),
      (reach) => {
        if (!isMeant(reach)) return;
        resolve();
        queueMicrotask(end);
      },
      crash,
    );
  });

test('what is followed is told at once and after every change, until the signal is aborted', async () => {
  const stop = new AbortController();
  follow(() => readReach(db), see, crash, stop.signal);
  await seenMore();
  await seeWritten('offline');
  expect(seen).toEqual(['online', 'offline']);
  stop.abort();
  const heard = isHeard((reach) => reach === 'signed-out');
  await writeReach(db, 'signed-out');
  await heard;
  expect(seen).toEqual(['online', 'offline']);
});

test('nothing is followed under a signal that is aborted already, or once it was stopped by hand', async () => {
  follow(() => readReach(db), see, crash, AbortSignal.abort());
  follow(() => readReach(db), see, crash)();
  await isHeard();
  expect(seen).toEqual([]);
});

test('a query that fails is told', async () => {
  const failure = await new Promise<unknown>((resolve) => {
    follow(() => Promise.reject(new RangeError('broken')), see, resolve);
  });
  expect(failure).toBeInstanceOf(RangeError);
});

/** A clock that rings when the test says so, and how often the query was asked. */
function handPace() {
  let pending: (() => void)[] = [];
  const pace: Pace = {
    restMs: 250,
    after(_, work) {
      pending.push(work);
      return () => void (pending = pending.filter((other) => other !== work));
    },
  };
  const ring = (): void => {
    for (const work of pending.splice(0)) work();
  };
  return { pace, ring };
}

test('what rests is told of the first change at once, of many only the last after its rest, and then of each again', async () => {
  const { pace, ring } = handPace();
  let asked = 0;
  const read = async (): Promise<Reach> => {
    asked += 1;
    return readReach(db);
  };
  const stop = new AbortController();
  follow(read, see, crash, stop.signal, pace);
  await seenMore();
  ring();
  await seeWritten('offline');
  ring();
  await seeWritten('online');
  await seeWritten('signed-out');
  const before = asked;
  for (let n = 0; n < 20; n += 1) await writeReach(db, n % 2 === 0 ? 'offline' : 'online');
  expect(asked).toBe(before);
  const next = seenMore();
  ring();
  await next;
  expect(seen).toEqual(['online', 'offline', 'online', 'signed-out', 'online']);
  expect(asked).toBe(before + 1);
  ring();
  await seeWritten('offline');
  expect(seen.at(-1)).toBe('offline');
  stop.abort();
});

test('what is stopped while it rests is told nothing more', async () => {
  const { pace, ring } = handPace();
  const stop = follow(() => readReach(db), see, crash, undefined, pace);
  await seenMore();
  await seeWritten('offline');
  stop();
  ring();
  await writeReach(db, 'signed-out');
  await isHeard();
  expect(seen).toEqual(['online', 'offline']);
});
