/** Clocks on one screen tell the same time, whenever each of them came. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSecondsSince } from '#ui/seconds-since.ts';

const START_MS = Date.UTC(2026, 0, 1) + 300;
const roots: Root[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: START_MS });
});
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
  document.body.replaceChildren();
  vi.useRealTimers();
});

function Clock({ endMs }: { endMs: number | null }) {
  return <p>{useSecondsSince(START_MS, endMs)}</p>;
}

function show(endMs: number | null = null): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  flushSync(() => root.render(<Clock endMs={endMs} />));
}

function told(): number[] {
  return [...document.querySelectorAll('p')].map((clock) => Number(clock.textContent));
}

test('two clocks that came at different times change together', async () => {
  show();
  await vi.advanceTimersByTimeAsync(1_900);
  show();
  for (let tenths = 0; tenths < 30; tenths += 1) {
    const [first, second] = told();
    expect(first).toBe(second);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(told()).toEqual([4, 4]);
});

test('a clock stands still at its end', async () => {
  show(START_MS + 2_500);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told()).toEqual([2]);
});
