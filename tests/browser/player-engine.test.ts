/** The player whose worker draws each frame: to the frame, without gaps, in sync, and back after whatever happens. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { shownPixelsOf, until } from '#tests/helpers/playback/player-stage.ts';
import { clip, overlay, planOf, type SceneSpec } from './media-movie.ts';
import { drawn, markerAt, median, wrongSeeks } from './preview-checks.ts';
import { stageOfTests } from './stage.ts';

const SEEKS = 40;
const stage = stageOfTests();

afterEach(() => vi.restoreAllMocks());

/** Until globals are put back. */
function eachNewWorker(call: (worker: Worker) => void): void {
  const RealWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        call(this);
      }
    },
  );
}

const small = (sceneNumber: number, seconds = 4) => clip({ seconds, size: '360p', sceneNumber, sound: 'tone' });

test('every one of many random seeks shows its frame, forward and back, over scenes of several rates', async () => {
  const opened = await stage.open([
    { file: await small(1, 8), number: 1 },
    { file: await small(2), number: 2, inFrame: 30, outFrame: 80 },
    { file: await clip({ seconds: 4, size: '360p', sceneNumber: 3, fps: 30 }), number: 3 },
  ]);
  expect(await wrongSeeks(opened, stage.element, SEEKS, 7)).toEqual([]);
});

test('of many seeks in a row the last is shown, and steps go by one frame', async () => {
  const { it, shown } = await stage.open([
    { file: await small(1), number: 1 },
    { file: await small(2), number: 2, inFrame: 24 },
  ]);
  for (const timeUs of [1_000_000, 3_000_000, 500_000, 5_000_000]) it.seek(timeUs);
  expect(it.getState()).toMatchObject({ sceneNumber: 2, isPlaying: false });
  expect(it.now()).toBe(5_000_000);
  await drawn(shown, 120);
  it.step(-1);
  expect(it.now()).toBe(Math.round((119 * 1_000_000) / 24));
  await drawn(shown, 119);
  it.step(1);
  await drawn(shown, 120);
  it.previous();
  expect(it.now()).toBe(0);
  it.next();
  expect(it.now()).toBe(4_000_000);
  await drawn(shown, 96);
});

test('plays over cuts, crossfades and trims in order, with no picture of the past, and returns to the start', async () => {
  const specs: SceneSpec[] = [];
  for (let number = 1; number <= 6; number += 1)
    specs.push({
      file: await small(number),
      number,
      inFrame: number % 2 === 0 ? 50 : 0,
      outFrame: number % 2 === 0 ? 74 : 24,
      transition: number % 3 === 0 ? { kind: 'crossfade', seconds: 0.25, sound: true } : null,
    });
  const { it, plan, shown } = await stage.open(specs);
  await drawn(shown, 0);
  const visited: (number | null)[] = [];
  it.subscribe(() => {
    const { sceneNumber } = it.getState();
    if (visited.at(-1) !== sceneNumber) visited.push(sceneNumber);
  });
  const seen: { frame: number; atMs: number }[] = [];
  const times: number[] = [];
  it.onTime((timeUs) => times.push(timeUs));
  const push = shown.push.bind(shown);
  vi.spyOn(shown, 'push').mockImplementation((frame) => {
    seen.push({ frame, atMs: performance.now() });
    return push(frame);
  });
  it.play();
  await until(it, () => it.getState().isPlaying);
  await until(it, () => !it.getState().isPlaying);
  expect(visited.filter((number, at) => at === 0 || number !== visited[at - 1])).toEqual([1, 2, 3, 4, 5, 6, 1]);
  expect([it.now(), plan.frameCount]).toEqual([0, 6 * 24 - 6]);
  const played = seen.slice(0, seen.findIndex(({ frame }, at) => at > 0 && frame === 0) >>> 0);
  const frames = played.map(({ frame }) => frame);
  expect(frames).toEqual([...new Set(frames)].toSorted((a, b) => a - b));
  // No waiting at joins: half of them pass in the time of two and a half other pictures, however busy the machine is.
  const joins = plan.scenes.slice(1).map(({ startFrame }) => played.findIndex(({ frame }) => frame >= startFrame));
  const gapBefore = (at: number): number => (played[at]?.atMs ?? NaN) - (played[at - 1]?.atMs ?? NaN);
  const others = played.flatMap((_, at) => (at === 0 || joins.includes(at) ? [] : [gapBefore(at)]));
  expect(median(joins.map(gapBefore)) / median(others)).toBeLessThan(2.5);
  const forward = times.slice(0, times.lastIndexOf(Math.max(...times)) + 1);
  expect(forward).toEqual(forward.toSorted((a, b) => a - b));
});

test('plays by the computer’s clock where no sound can be played', async () => {
  vi.spyOn(AudioContext.prototype, 'resume').mockImplementation(() => new Promise(() => undefined));
  vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('suspended');
  const { it } = await stage.open([{ file: await small(1), number: 1 }]);
  const told: { movieMs: number; clockMs: number }[] = [];
  it.onTime((timeUs) => told.push({ movieMs: timeUs / 1_000, clockMs: performance.now() }));
  it.play();
  await until(it, () => it.now() > 1_000_000);
  const [first, last] = [told.find(({ movieMs }) => movieMs > 0), told.at(-1)];
  const passed = (of: 'movieMs' | 'clockMs'): number => (last?.[of] ?? NaN) - (first?.[of] ?? NaN);
  expect(passed('movieMs')).toBeGreaterThan(500);
  // What is told of a moment may come a little later.
  expect(Math.abs(passed('movieMs') / passed('clockMs') - 1)).toBeLessThan(0.2);
});

test('begins by its timer alone where no sound can be played, however roughly a browser rounds the time', async () => {
  vi.spyOn(AudioContext.prototype, 'resume').mockImplementation(() => new Promise(() => undefined));
  vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('suspended');
  const replied = vi.fn<(type: unknown) => void>();
  const opened = await planOf([{ file: await small(1), number: 1 }]);
  eachNewWorker((worker) => worker.addEventListener('message', ({ data }) => replied(data.type)));
  const { it, shown } = stage.show(opened.plan, opened.sources);
  vi.unstubAllGlobals();
  // Once both are there, nothing comes any more by which a start that was missed could be made up for.
  await drawn(shown, 0);
  await expect.poll(() => replied.mock.calls.flat()).toContain('sound');
  const beganMs = performance.now();
  const exactNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => Math.floor((exactNow() - beganMs) / 700) * 700);
  it.play();
  expect(it.getState()).toMatchObject({ isPlaying: true, isWaiting: true });
  await until(it, () => !it.getState().isWaiting);
  expect(exactNow() - beganMs).toBeGreaterThan(390);
  await until(it, () => it.now() > 1_000_000);
});

test('text is drawn while it is its time, also over the bars of an upright clip', async () => {
  const overlays = [overlay('Hello', 1, 2, { fontSize: 72, color: '#FF0000' })];
  const { it, shown } = await stage.open([{ file: await small(1), number: 1, overlays }]);
  const red = (): number => shownPixelsOf(stage.element, (r, g, b) => r > 200 && g < 90 && b < 90);
  for (const [frame, isWritten] of [
    [0, false],
    [36, true],
    [47, true],
    [48, false],
  ] as const) {
    it.seek(frameTimeUs(frame, { num: 24, den: 1 }));
    await drawn(shown, frame);
    await expect.poll(() => red() > 100).toBe(isWritten);
  }
});

describe('a new plan', () => {
  const shortened = (plan: MoviePlan): MoviePlan => {
    const [first, second] = plan.scenes;
    if (!first || !second) throw new Error('Two scenes were made');
    return {
      ...plan,
      frameCount: plan.frameCount - 48,
      scenes: [
        { ...first, outFrame: 48, frameCount: 48 },
        { ...second, startFrame: 48 },
      ],
    };
  };
  const opened = async () =>
    await stage.open([
      { file: await small(1), number: 1 },
      { file: await small(2), number: 2 },
    ]);

  test('keeps the picture that is shown, wherever that comes to stand', async () => {
    const { it, plan, shown } = await opened();
    it.seek(5_000_000);
    await drawn(shown, 120);
    it.setPlan(shortened(plan));
    expect(it.now()).toBe(3_000_000);
    expect(it.getState()).toMatchObject({ sceneNumber: 2, durationUs: 6_000_000 });
    await drawn(shown, 72);
    expect(await markerAt(stage.element, { scene: 2, frame: 24 })).toEqual({ scene: 2, frame: 24 });
  });

  test('goes on playing without a break', async () => {
    const { it, plan } = await opened();
    it.seek(4_500_000);
    it.play();
    await until(it, () => it.now() > 4_700_000);
    const before = it.now();
    it.setPlan(shortened(plan));
    expect(it.getState().isPlaying).toBe(true);
    expect(Math.abs(it.now() - (before - 2_000_000))).toBeLessThan(150_000);
    await until(it, () => it.now() > 3_200_000);
    expect(it.getState()).toMatchObject({ isPlaying: true, sceneNumber: 2 });
  });

  test('may be empty, and may be filled again', async () => {
    const { it, plan, shown } = await opened();
    await drawn(shown, 0);
    it.setPlan({ ...plan, scenes: [], frameCount: 0 });
    expect(it.getState()).toMatchObject({ sceneId: null, durationUs: 0 });
    it.setPlan(plan);
    it.seek(1_000_000);
    await drawn(shown, 24);
  });
});

test('closing ends the worker and leaves nothing on the stage', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  const { it, shown } = await stage.open([{ file: await small(1), number: 1 }]);
  await drawn(shown, 0);
  // Those of earlier tests may end late.
  ended.mockClear();
  it.close();
  expect(ended).toHaveBeenCalledOnce();
  expect(stage.element.children).toHaveLength(0);
});

test('a worker that dies is replaced by another one, which shows the same frame', async () => {
  const workers: Worker[] = [];
  eachNewWorker((worker) => workers.push(worker));
  const { plan, sources } = await planOf([{ file: await small(1), number: 1 }]);
  const { it, shown } = stage.show(plan, sources);
  vi.unstubAllGlobals();
  it.seek(1_000_000);
  await drawn(shown, 24);
  shown.length = 0;
  workers[0]?.dispatchEvent(new ErrorEvent('error'));
  await drawn(shown, 24);
  expect(await markerAt(stage.element, { scene: 1, frame: 24 })).toEqual({ scene: 1, frame: 24 });
  workers.at(-1)?.dispatchEvent(new ErrorEvent('error'));
  it.close();
});

test('hidden for a minute, it closes its decoders; seen again, it shows the same frame', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const { it, shown } = await stage.open([{ file: await small(1), number: 1 }]);
  it.seek(1_000_000);
  await drawn(shown, 24);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(59_000);
  const rests = () => sent.mock.calls.filter(([message]) => message.type === 'rest').length;
  expect(rests()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(rests()).toBe(1);
  vi.useRealTimers();
  shown.length = 0;
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await drawn(shown, 24);
  expect(it.now()).toBe(1_000_000);
});
