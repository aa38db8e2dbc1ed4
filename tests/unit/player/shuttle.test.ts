/** J, K and L: how fast, in which direction, and where it ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShuttle, type Shuttled } from '#player/shuttle.ts';

const DURATION_US = 10_000_000;

beforeEach(() => {
  vi.useFakeTimers();
  // A page that is hidden ticks by timers.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function movie(fromUs: number) {
  const at = { timeUs: fromUs, isPlaying: false };
  const it: Shuttled = {
    now: () => at.timeUs,
    durationUs: () => DURATION_US,
    isPlaying: () => at.isPlaying,
    play: () => void (at.isPlaying = true),
    pause: () => void (at.isPlaying = false),
    pass: (timeUs) => void (at.timeUs = timeUs),
    onChange: () => undefined,
  };
  return { at, shuttle: createShuttle(it, () => Date.now()) };
}

test('forward it plays first, then goes twice and four times as fast, and no faster', () => {
  const { at, shuttle } = movie(0);
  shuttle.press(1);
  expect([at.isPlaying, shuttle.rate()]).toEqual([true, 1]);
  shuttle.press(1);
  expect([at.isPlaying, shuttle.rate()]).toEqual([false, 2]);
  vi.advanceTimersByTime(1_000);
  expect(at.timeUs).toBe(2_000_000);
  shuttle.press(1);
  shuttle.press(1);
  expect(shuttle.rate()).toBe(4);
  vi.advanceTimersByTime(1_000);
  expect(at.timeUs).toBe(6_000_000);
});

test('backward it begins at the movie’s speed, and the other direction begins anew', () => {
  const { at, shuttle } = movie(8_000_000);
  shuttle.press(-1);
  expect(shuttle.rate()).toBe(-1);
  vi.advanceTimersByTime(1_000);
  expect(at.timeUs).toBe(7_000_000);
  shuttle.press(-1);
  expect(shuttle.rate()).toBe(-2);
  shuttle.press(1);
  expect([at.isPlaying, shuttle.rate()]).toEqual([true, 1]);
});

test('it ends at either end of the movie, and where it is stopped', () => {
  const backward = movie(500_000);
  backward.shuttle.press(-1);
  vi.advanceTimersByTime(1_000);
  expect([backward.at.timeUs, backward.shuttle.rate()]).toEqual([0, 1]);
  const forward = movie(9_000_000);
  forward.shuttle.press(1);
  forward.shuttle.press(1);
  vi.advanceTimersByTime(2_000);
  expect([forward.at.timeUs, forward.shuttle.rate()]).toEqual([DURATION_US, 1]);
  const stopped = movie(5_000_000);
  stopped.shuttle.press(-1);
  vi.advanceTimersByTime(250);
  expect(stopped.shuttle.stop()).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect([stopped.at.timeUs, stopped.shuttle.stop()]).toEqual([4_750_000, false]);
});
