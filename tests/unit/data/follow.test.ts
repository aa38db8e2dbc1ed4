import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { readReach, writeReach, type Reach } from '#data/tables/reach.ts';

let databases = 0;
let db: StoryreelDb;
let seen: Reach[];
let waiting: (() => void)[];

beforeEach(() => {
  databases += 1;
  db = new StoryreelDb(`follow-${databases}`);
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
const crash = (error: unknown): never => {
  throw error;
};

test('what is followed is told at once and after every change, until the signal is aborted', async () => {
  const stop = new AbortController();
  follow(() => readReach(db), see, crash, stop.signal);
  await seenMore();
  const next = seenMore();
  await writeReach(db, 'offline');
  await next;
  expect(seen).toEqual(['online', 'offline']);
  stop.abort();
  // A follower that goes on hears of the next change; the one that was stopped would have heard of it before.
  const other = new AbortController();
  const heard = new Promise<void>((resolve) => {
    follow(
      () => readReach(db),
      (reach) => void (reach === 'signed-out' && resolve()),
      crash,
      other.signal,
    );
  });
  await writeReach(db, 'signed-out');
  await heard;
  other.abort();
  expect(seen).toEqual(['online', 'offline']);
});

test('nothing is followed under a signal that is aborted already, or once it was stopped by hand', async () => {
  follow(() => readReach(db), see, crash, AbortSignal.abort());
  follow(() => readReach(db), see, crash)();
  const last = new AbortController();
  await new Promise<void>((resolve) => {
    follow(
      () => readReach(db),
      () => resolve(),
      crash,
      last.signal,
    );
  });
  last.abort();
  expect(seen).toEqual([]);
});

test('a query that fails is told', async () => {
  const failure = await new Promise<unknown>((resolve) => {
    follow(() => Promise.reject(new RangeError('broken')), see, resolve);
  });
  expect(failure).toBeInstanceOf(RangeError);
});
