/** Large things go through memory one after another, whatever becomes of those who carry them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isolateTurns } from '#edge-api/jobs/isolate-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A piece of work that takes so long, and says when it begins and ends. */
const work = (name: string, ms: number, said: string[]) => async (): Promise<string> => {
  said.push(`${name} begins`);
  await new Promise((resolve) => setTimeout(resolve, ms));
  said.push(`${name} ends`);
  return name;
};

test('works of deliveries that know nothing of each other follow one another, each with its own answer', async () => {
  const inTurn = isolateTurns(Date.now);
  const said: string[] = [];
  const failing = async (): Promise<never> => {
    said.push('it fails');
    throw new Error('It is full.');
  };
  const all = Promise.allSettled([inTurn(work('one', 60_000, said)), inTurn(failing), inTurn(work('three', 10, said))]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await all).toEqual([
    { status: 'fulfilled', value: 'one' },
    { status: 'rejected', reason: new Error('It is full.') },
    { status: 'fulfilled', value: 'three' },
  ]);
  expect(said).toEqual(['one begins', 'one ends', 'it fails', 'three begins', 'three ends']);
});

test('whoever was thrown away, with its timers, is passed over after a while', async () => {
  const inTurn = isolateTurns(Date.now);
  const said: string[] = [];
  void inTurn(() => new Promise(() => {}));
  void inTurn(work('waiting', 10, said));
  // An invocation that is ended takes all its timers along.
  vi.clearAllTimers();
  const next = inTurn(work('next', 10, said));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await next).toBe('next');
});
