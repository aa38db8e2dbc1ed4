import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFilmstrips, framesToRead, nearestFrame } from '#features/timeline/strip/filmstrips.ts';
import { planClip, testHash } from '#tests/helpers/rows.ts';

const clip = (number: number, frameCount = 96) => planClip(testHash(number), { frameCount });

beforeEach(() => {
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(made += 1)}`);
});
afterEach(() => vi.restoreAllMocks());

test('a frame is read from the middle of every second, sixteen at most', () => {
  expect(framesToRead(clip(1))).toEqual([12, 36, 60, 84]);
  expect(framesToRead(clip(1, 3))).toEqual([1]);
  expect(framesToRead(clip(1, 24 * 60))).toHaveLength(16);
});

test('a moment is shown by the frame that is nearest to it', () => {
  const frames = [0.5, 1.5, 2.5].map((seconds) => ({ seconds, url: `${seconds}` }));
  expect([0, 1.4, 9].map((seconds) => nearestFrame(frames, seconds)?.seconds)).toEqual([0.5, 1.5, 2.5]);
  expect(nearestFrame([], 1)).toBeUndefined();
});

test('clips are read one after the other, once each; one that is not here yet is asked for again', async () => {
  const read: string[] = [];
  const here = new Set([testHash(1)]);
  let settle = (): void => {};
  const told = new Promise<void>((resolve) => (settle = resolve));
  const strips = createFilmstrips({
    read: async (sha256) => {
      read.push(sha256);
      return here.has(sha256) ? new Blob(['clip']) : null;
    },
    readFrames: async (_, frames, __, onPicture) => {
      for (const frame of frames) onPicture(frame, new Blob(['picture']));
    },
  });
  strips.strips.subscribe((made) => made[testHash(2)] && settle());
  strips.ask(clip(2));
  strips.ask(clip(1));
  strips.ask(clip(1));
  await expect.poll(() => strips.strips.getState()[testHash(1)]?.length).toBe(4);
  expect(strips.strips.getState()[testHash(2)]).toBeUndefined();
  here.add(testHash(2));
  strips.ask(clip(2));
  await told;
  expect(read).toEqual([testHash(2), testHash(1), testHash(2)]);
  expect(strips.strips.getState()[testHash(2)]?.[0]).toMatchObject({ seconds: 0.5 });
});

test('a clip that can’t be read holds the others up no longer', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const strips = createFilmstrips({
    read: async () => new Blob(['clip']),
    readFrames: async (_, [frame = 0], __, onPicture) => {
      if (warned.mock.calls.length === 0) throw new Error('damaged');
      onPicture(frame, new Blob(['picture']));
    },
  });
  strips.ask(clip(1));
  strips.ask(clip(2));
  await expect.poll(() => strips.strips.getState()[testHash(2)]?.length).toBe(1);
  expect(strips.strips.getState()[testHash(1)]).toBeUndefined();
});
