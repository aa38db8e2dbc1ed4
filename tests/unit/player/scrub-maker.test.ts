/** When scrub copies are made, and when they are let be. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrubMaker } from '#player/scrub-maker.ts';
import { planClip } from '#tests/helpers/rows.ts';

const page = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: unknown, work: (lock: object) => unknown) => Promise.resolve(work({})) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function maker(change: { makes?: () => Promise<boolean> } = {}) {
  const state = { isPlaying: false, isExporting: false, freeBytes: 2e9, aborted: 0 };
  const [made, tried, kept]: [string[], string[], Set<string>] = [[], [], new Set(['kept'])];
  const it = createScrubMaker(
    {
      local: (clip) => Promise.resolve(clip.sha256 === 'away' ? null : new Blob()),
      isPlaying: () => state.isPlaying,
      onMade: (sha256) => made.push(sha256),
    },
    {
      async make(_, sha256, signal) {
        tried.push(sha256);
        if (change.makes) {
          signal.addEventListener('abort', () => (state.aborted += 1));
          return await change.makes();
        }
        kept.add(sha256);
        return true;
      },
      has: (sha256) => Promise.resolve(kept.has(sha256)),
      isExporting: () => Promise.resolve(state.isExporting),
      freeBytes: () => Promise.resolve(state.freeBytes),
    },
  );
  it.setClips(['kept', 'away', 'a', 'b'].map((sha256) => planClip(sha256)));
  return { it, state, made, tried };
}

test('it makes what is missing and here, once, after nobody has moved for a while', async () => {
  const { it, made, tried } = maker();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(tried).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(made).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tried).toEqual(['a', 'b']);
  it.close();
});

test.each([
  ['the movie plays', (state: { isPlaying: boolean }) => (state.isPlaying = true)],
  ['this browser exports', (state: { isExporting: boolean }) => (state.isExporting = true)],
  ['there is little room', (state: { freeBytes: number }) => (state.freeBytes = 1e8)],
  ['nobody sees the page', () => (page.visibilityState = 'hidden')],
])('nothing is made while %s', async (_, begin) => {
  const { it, state, tried } = maker();
  begin(state);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried).toEqual([]);
  it.close();
});

test('what is being made is given up when somebody moves or an export begins, and begun again later', async () => {
  let end: (isKept: boolean) => void = () => undefined;
  const { it, state, tried } = maker({ makes: () => new Promise((resolve) => (end = resolve)) });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tried).toEqual(['a']);
  it.disturb();
  expect(state.aborted).toBe(1);
  end(false);
  state.isExporting = true;
  await vi.advanceTimersByTimeAsync(3_000);
  state.isExporting = false;
  await vi.advanceTimersByTimeAsync(3_000);
  state.isExporting = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.aborted).toBe(2);
  it.close();
});

test('one that can’t be made is not tried again, and the next one is', async () => {
  const { it, made, tried } = maker({ makes: () => Promise.reject(new Error('The clip is damaged')) });
  await vi.advanceTimersByTimeAsync(120_000);
  expect([tried, made]).toEqual([['a', 'b'], []]);
  it.close();
});
