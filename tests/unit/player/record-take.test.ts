/** Recording while the movie plays: where the recording belongs, and what ends it. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerState } from '#player/movie-player.ts';
import { placeTake } from '#player/recording/place-take.ts';
import { recordTake, type Take } from '#player/recording/record-take.ts';
import type { CapturedBlock } from '#player/recording/microphone.ts';

const RATE = 48_000;
const BLOCK = 2_048;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A movie and a microphone in one room, whose time goes on block by block. */
function room({ startsAfter = 0.2, outLatency = 0.03, micLatency = 0.05, movieSeconds = 60 } = {}) {
  const blocks = new Set<(block: CapturedBlock) => void>();
  const lost = new Set<() => void>();
  const changes = new Set<() => void>();
  let [frame, isPlaying, isLive] = [12_345, false, true];
  let movieSecondsAt = 0;
  let startedFrame = Infinity;
  let jump = 0;
  const clock = (): number => frame / RATE;
  const sent = (): number =>
    movieSecondsAt +
    Math.max(0, clock() - startedFrame / RATE - outLatency) +
    (clock() * RATE > startedFrame ? jump : 0);
  const announce = (): void => changes.forEach((listener) => listener());
  const player = {
    seek: (timeUs: number) => void (movieSecondsAt = timeUs / 1e6),
    play: () => {
      isPlaying = true;
      startedFrame = frame + startsAfter * RATE;
      announce();
    },
    pause: () => {
      isPlaying = false;
      movieSecondsAt = sent();
      startedFrame = Infinity;
      announce();
    },
    now: () => Math.min(movieSeconds, sent()) * 1e6,
    getState: () => ({ isPlaying }) as PlayerState,
    subscribe: (listener: () => void) => (changes.add(listener), () => void changes.delete(listener)),
  };
  const microphone = {
    sampleRate: RATE,
    latencySeconds: micLatency,
    clockSeconds: clock,
    isLive: () => isLive,
    onBlock: (listener: (block: CapturedBlock) => void) => (blocks.add(listener), () => void blocks.delete(listener)),
    onLost: (listener: () => void) => (lost.add(listener), () => void lost.delete(listener)),
  };
  return {
    player,
    microphone,
    /** Somebody claps when this second of the movie is heard: the sample that hears it is 1. */
    async live(seconds: number, clapAt: number): Promise<void> {
      for (let left = seconds * RATE; left > 0 && isLive; left -= BLOCK) {
        const plane = new Float32Array(BLOCK);
        const from = frame;
        const heardAtFrame = startedFrame + (clapAt - movieSecondsAt + outLatency) * RATE;
        const arrives = Math.round(heardAtFrame + micLatency * RATE) - from;
        if (arrives >= 0 && arrives < BLOCK) plane[arrives] = 1;
        frame += BLOCK;
        blocks.forEach((listener) => listener({ frame: from, plane }));
        if (isPlaying && sent() >= movieSeconds) player.pause();
        await vi.advanceTimersByTimeAsync((BLOCK / RATE) * 1_000);
      }
    },
    unplug(): void {
      isLive = false;
      lost.forEach((listener) => listener());
    },
    jumpBy: (seconds: number) => void (jump += seconds),
  };
}

/** Seconds of the movie at which the clap stands in a take that begins at a second of it. */
async function clapIn(take: Take | null, startSeconds: number): Promise<number> {
  if (take === null) throw new Error('Nothing was recorded.');
  const samples = new Int16Array((await take.file.arrayBuffer()).slice(44));
  return startSeconds + samples.findIndex((sample) => sample > 16_000) / RATE - take.inSeconds;
}

test('whatever the latencies, what is spoken along with the movie stands where it was heard', async () => {
  const latency = fc.double({ min: 0, max: 0.2, noNaN: true });
  const cases = fc.record({ startsAfter: latency, outLatency: latency, micLatency: latency });
  await fc.assert(
    fc.asyncProperty(cases, fc.integer({ min: 0, max: 20 }), async (latencies, startSeconds) => {
      const { player, microphone, live } = room(latencies);
      const stop = new AbortController();
      const made = recordTake(player, microphone, { startSeconds, shiftSeconds: 0, stop: stop.signal });
      await live(4, startSeconds + 1.5);
      stop.abort();
      await live(1, Infinity);
      const take = await made;
      expect(take?.end).toBe('person');
      expect(await clapIn(take, startSeconds)).toBeCloseTo(startSeconds + 1.5, 3);
    }),
    { numRuns: 40 },
  );
});

test('a wanted shift moves it by just that much', () => {
  const heard = { startSeconds: 5, endSeconds: 9, heardLessClock: -20 };
  const times = { ...heard, firstSeconds: 24, fileSeconds: 6, latencySeconds: 0.1 };
  expect(placeTake({ ...times, shiftSeconds: 0 })).toEqual({ inSeconds: 1.1, outSeconds: 5.1 });
  expect(placeTake({ ...times, shiftSeconds: 0.2 })).toEqual({ inSeconds: 0.9, outSeconds: 4.9 });
  expect(placeTake({ ...times, shiftSeconds: -0.4 })).toEqual({ inSeconds: 1.5, outSeconds: 5.5 });
  expect(placeTake({ ...times, fileSeconds: 3, shiftSeconds: 0 })).toEqual({ inSeconds: 1.1, outSeconds: 3 });
});

test('the end of what was said is kept, however late it arrives and however much earlier it is wanted', async () => {
  const lengthOf = async (micLatency: number, shiftSeconds: number): Promise<number> => {
    const { player, microphone, live } = room({ micLatency });
    const stop = new AbortController();
    const made = recordTake(player, microphone, { startSeconds: 0, shiftSeconds, stop: stop.signal });
    await live(4, 1.5);
    stop.abort();
    await live(3, Infinity);
    const take = await made;
    return (take?.outSeconds ?? 0) - (take?.inSeconds ?? 0);
  };
  const whole = await lengthOf(0, 0);
  expect(whole).toBeGreaterThan(3);
  for (const [latency, shift] of [
    [0.2, -0.4],
    [1, -0.4],
    [0, -0.4],
    [0.2, 0.4],
  ] as const)
    expect(await lengthOf(latency, shift)).toBeCloseTo(whole, 3);
});

test('a microphone that is unplugged ends it, and what was recorded is kept', async () => {
  const { player, microphone, live, unplug } = room();
  const made = recordTake(player, microphone, { startSeconds: 0, shiftSeconds: 0, stop: new AbortController().signal });
  await live(3, 1);
  unplug();
  await vi.advanceTimersByTimeAsync(1_000);
  const take = await made;
  expect(take?.end).toBe('unplugged');
  expect(await clapIn(take, 0)).toBeCloseTo(1, 3);
  expect((take?.outSeconds ?? 0) - (take?.inSeconds ?? 0)).toBeGreaterThan(1.8);
  expect(player.getState().isPlaying).toBe(false);
});

test('the end of the movie ends it', async () => {
  const { player, microphone, live } = room({ movieSeconds: 2 });
  const made = recordTake(player, microphone, { startSeconds: 0, shiftSeconds: 0, stop: new AbortController().signal });
  await live(5, 1);
  const take = await made;
  expect(take?.end).toBe('movie');
  expect((take?.outSeconds ?? 0) - (take?.inSeconds ?? 0)).toBeCloseTo(2, 0);
});

test('a movie that jumps elsewhere ends it with what came before', async () => {
  const { player, microphone, live, jumpBy } = room();
  const made = recordTake(player, microphone, { startSeconds: 0, shiftSeconds: 0, stop: new AbortController().signal });
  await live(3, 1);
  jumpBy(5);
  await live(2, Infinity);
  const take = await made;
  expect(take?.end).toBe('waited');
  expect(await clapIn(take, 0)).toBeCloseTo(1, 3);
  expect((take?.outSeconds ?? 0) - (take?.inSeconds ?? 0)).toBeLessThan(3);
});

test('given up before the movie begins, it is nothing', async () => {
  const { player, microphone, live } = room();
  const stop = new AbortController();
  const made = recordTake(player, microphone, { startSeconds: 3, shiftSeconds: 0, stop: stop.signal });
  stop.abort();
  await live(1, Infinity);
  expect(await made).toBeNull();
  expect(player.getState().isPlaying).toBe(false);
});
