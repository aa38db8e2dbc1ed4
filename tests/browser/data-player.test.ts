/** The player of browsers without decoders: two video elements by turns. */
import { afterEach, expect, test, vi } from 'vitest';
import type { MoviePlayer } from '#player/movie-player.ts';
import { overlayBox } from '#player/overlay-box.ts';
import { clip, overlay, type SceneSpec } from './media-movie.ts';
import { median } from './preview-checks.ts';
import { shownMarker, until } from '#tests/helpers/playback/player-stage.ts';
import { stageOfTests } from './stage.ts';

const stage = stageOfTests({ isOfDecks: true });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const scene = async (number: number): Promise<SceneSpec> => ({
  file: await clip({ seconds: 4, size: '360p', sceneNumber: number }),
  number,
});

const shownVideo = (): HTMLVideoElement => {
  const video = [...stage.element.querySelectorAll('video')].find((element) => element.style.visibility === 'visible');
  if (!video) throw new Error('No deck is shown');
  return video;
};

/** Resolves when the shown deck has its picture. */
async function settled(of: MoviePlayer, seconds: number): Promise<void> {
  const video = shownVideo();
  while (video.seeking || video.readyState < 2 || Math.abs(video.currentTime - seconds) > 0.05) {
    await new Promise((resolve) => {
      for (const name of ['seeked', 'loadeddata', 'timeupdate']) video.addEventListener(name, resolve, { once: true });
    });
  }
  expect(of.getState().problem).toBeNull();
}

test('plays every scene from its in point to its out point, in order, and returns to the start', async () => {
  const { it, plan } = await stage.open([
    { ...(await scene(1)), inFrame: 84, outFrame: 96 },
    { ...(await scene(2)), inFrame: 24, outFrame: 36 },
    { ...(await scene(3)), inFrame: 0, outFrame: 12 },
  ]);
  const visited: (number | null)[] = [];
  const times: number[] = [];
  const clipTimes: { scene: number | null; seconds: number }[] = [];
  it.onTime((timeUs) => {
    times.push(timeUs);
    if (it.getState().isPlaying)
      clipTimes.push({ scene: it.getState().sceneNumber, seconds: shownVideo().currentTime });
  });
  it.subscribe(() => {
    const { sceneNumber } = it.getState();
    if (visited.at(-1) !== sceneNumber) visited.push(sceneNumber);
  });
  it.play();
  await until(it, () => it.getState().isPlaying);
  await until(it, () => !it.getState().isPlaying);
  expect(visited.filter((number, index) => number !== visited[index - 1])).toEqual([1, 2, 3, 1]);
  expect(it.now()).toBe(0);
  expect(it.getState().durationUs).toBe(1_500_000);
  expect(plan.frameCount).toBe(36);
  expect(Math.max(...times)).toBeGreaterThan(1_350_000);
  const forwards = times.slice(0, times.indexOf(Math.max(...times)));
  expect(forwards).toEqual(forwards.toSorted((a, b) => a - b));
  const second = clipTimes.filter(({ scene }) => scene === 2).map(({ seconds }) => seconds);
  expect(Math.min(...second)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...second)).toBeLessThan(1.5 + 0.1);
});

test('a seek shows the frame of its scene, and the last of many wins', async () => {
  const { it } = await stage.open([await scene(1), { ...(await scene(2)), inFrame: 24 }]);
  for (const timeUs of [1_000_000, 3_000_000, 500_000, 5_000_000]) it.seek(timeUs);
  expect(it.getState()).toMatchObject({ sceneNumber: 2, isPlaying: false });
  expect(it.now()).toBe(5_000_000);
  await settled(it, 2 + 0.25 / 24);
  it.step(-1);
  expect(it.now()).toBe(Math.round((119 * 1_000_000) / 24));
  it.previous();
  expect(it.now()).toBe(0);
  it.next();
  expect(it.now()).toBe(4_000_000);
});

test('the former picture stays until the wanted one is there, wherever one goes', async () => {
  const { it } = await stage.open(await Promise.all([1, 2, 3, 4].map(scene)));
  await settled(it, 0.25 / 24);
  const black: string[] = [];
  const look = (when: string): void => {
    if (shownVideo().readyState < 2) black.push(when);
  };
  for (const target of [13_000_000, 1_000_000, 9_000_000, 5_000_000]) {
    it.seek(target);
    look(`at ${target}`);
    it.onTime(() => look(`on the way to ${target}`));
    await until(it, () => it.now() === target);
    while (Math.abs(shownVideo().currentTime - ((target / 1_000_000) % 4)) > 0.05) {
      look(`waiting for ${target}`);
      await new Promise(requestAnimationFrame);
    }
  }
  // Two in a row: the second comes before the first has its picture.
  it.seek(13_000_000);
  it.seek(1_000_000);
  look('two in a row');
  await expect.poll(() => shownVideo().currentTime).toBeCloseTo(1, 1);
  expect(black).toEqual([]);
});

test('a new plan keeps the scene that is shown, without a seek when it still fits', async () => {
  const { it, plan } = await stage.open([await scene(1), await scene(2)]);
  it.seek(5_000_000);
  await settled(it, 1 + 0.25 / 24);
  const video = shownVideo();
  let seeks = 0;
  video.addEventListener('seeking', () => (seeks += 1));
  const [first, second] = plan.scenes;
  if (!first || !second) throw new Error('Two scenes were made');
  it.setPlan({
    ...plan,
    frameCount: plan.frameCount - 48,
    scenes: [
      { ...first, outFrame: 48, frameCount: 48 },
      { ...second, startFrame: 48 },
    ],
  });
  expect(it.now()).toBe(3_000_000);
  expect(it.getState()).toMatchObject({ sceneNumber: 2, durationUs: 6_000_000 });
  expect([shownVideo() === video, seeks]).toEqual([true, 0]);
});

test('text stands over the picture while it is its time', async () => {
  const overlays = [overlay('Hello', 1, 2, { fontSize: 72, color: '#FF0000' })];
  const { it } = await stage.open([{ ...(await scene(1)), overlays }]);
  const inked = (): boolean => {
    const canvas = stage.element.querySelector('canvas');
    const data =
      canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    return data.some((value, index) => index % 4 === 3 && value > 0);
  };
  expect(inked()).toBe(false);
  it.seek(1_500_000);
  expect(inked()).toBe(true);
  it.seek(2_000_000);
  expect(inked()).toBe(false);
});

test('the box round a text, which handles are put on, holds what is drawn and little more', async () => {
  const written = overlay('Hello\nthere', 0, 4, { fontSize: 72, color: '#FF0000', position: { x: 30, y: 70 } });
  const { plan } = await stage.open([{ ...(await scene(1)), overlays: [written] }]);
  const canvas = stage.element.querySelector('canvas');
  const image = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (!image) throw new Error('The text is drawn');
  const inked = Array.from({ length: image.width * image.height }, (_, at) => at).filter(
    (at) => (image.data[at * 4 + 3] ?? 0) > 128,
  );
  const across = inked.map((at) => ((at % image.width) / image.width) * 100);
  const down = inked.map((at) => (Math.floor(at / image.width) / image.height) * 100);
  const box = overlayBox(written, plan);
  const ends = (values: readonly number[]): [number, number] => [
    values.reduce((a, b) => Math.min(a, b), 100),
    values.reduce((a, b) => Math.max(a, b), 0),
  ];
  const [[left, right], [top, bottom]] = [ends(across), ends(down)];
  expect(Math.abs(left - box.x)).toBeLessThan(1.5);
  expect(Math.abs(right - (box.x + box.width))).toBeLessThan(1.5);
  expect(top).toBeGreaterThan(box.y);
  expect(bottom).toBeLessThan(box.y + box.height);
  expect(bottom - top).toBeGreaterThan(box.height / 2);
});

test('closing gives everything back', async () => {
  const { it, plan, released } = await stage.open([await scene(1), await scene(2)]);
  await settled(it, 0.25 / 24);
  it.close();
  await Promise.resolve();
  expect(released.toSorted()).toEqual(plan.scenes.map(({ clip: { sha256 } }) => sha256).toSorted());
  expect(stage.element.children).toHaveLength(0);
});

test('joins are crossed in the time of two and a half pictures once the lead is learned', async () => {
  const { it } = await stage.open(
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (number) => ({ ...(await scene(number)), inFrame: 24, outFrame: 48 })),
    ),
  );
  const [joins, others]: [number[], number[]] = [[], []];
  let last: { at: number; deck: HTMLVideoElement } | null = null;
  for (const video of stage.element.querySelectorAll('video')) {
    const watch = (now: number): void => {
      if (video.style.visibility === 'visible' && it.getState().isPlaying) {
        if (last !== null) (last.deck === video ? others : joins).push(now - last.at);
        last = { at: now, deck: video };
      }
      video.requestVideoFrameCallback(watch);
    };
    video.requestVideoFrameCallback(watch);
  }
  it.play();
  await until(it, () => it.getState().isPlaying);
  await until(it, () => !it.getState().isPlaying);
  expect(joins).toHaveLength(5);
  expect(median(joins.slice(2)) / median(others)).toBeLessThan(2.5);
});

/** The pictures that are seen until something is reached, each as often as it comes. */
async function seenUntil(isReached: () => boolean): Promise<{ scene: number; frame: number; isHeard: boolean }[]> {
  const seen: { scene: number; frame: number; isHeard: boolean }[] = [];
  while (!isReached()) {
    await new Promise(requestAnimationFrame);
    const marker = shownMarker(stage.element);
    const isHeard = [...stage.element.querySelectorAll('video')].some(({ paused }) => !paused);
    const last = seen.at(-1);
    if (marker !== null && (last?.scene !== marker.scene || last.frame !== marker.frame))
      seen.push({ scene: marker.scene, frame: marker.frame, isHeard });
  }
  return seen;
}

test('J, K, and L shuttle both ways over a join, silently, with pictures all the way', async () => {
  const { it } = await stage.open([await scene(1), await scene(2)]);
  it.seek(7_000_000);
  await settled(it, 3 + 0.25 / 24);
  it.shuttle(-1);
  it.shuttle(-1);
  expect(it.getState()).toMatchObject({ rate: -2, isPlaying: false });
  const back = await seenUntil(() => it.getState().rate === 1);
  expect(it.getState()).toMatchObject({ rate: 1, isPlaying: false, problem: null });
  const placeOf = ({ scene, frame }: { scene: number; frame: number }): number => (scene - 1) * 96 + frame;
  expect(back.map(placeOf)).toEqual(back.map(placeOf).toSorted((a, b) => b - a));
  expect(back.some(({ isHeard }) => isHeard)).toBe(false);
  for (const scene of [1, 2]) expect(back.filter((one) => one.scene === scene).length).toBeGreaterThan(3);

  it.shuttle(1);
  expect(it.getState()).toMatchObject({ rate: 1, isPlaying: true });
  it.shuttle(1);
  it.shuttle(1);
  expect(it.getState()).toMatchObject({ rate: 4, isPlaying: false });
  // Where a deck is slow with its picture, the end waits for it.
  const forward = await seenUntil(() => it.now() > 6_000_000 && shownMarker(stage.element)?.scene === 2);
  it.pause();
  expect(forward.map(placeOf)).toEqual(forward.map(placeOf).toSorted((a, b) => a - b));
  expect(new Set(forward.map(({ scene }) => scene))).toEqual(new Set([1, 2]));
  const frame = Math.round((it.now() * 24) / 1_000_000);
  await expect.poll(() => shownMarker(stage.element)).toMatchObject({ scene: 2, frame: frame - 96 });
  expect(it.getState()).toMatchObject({ rate: 1, isPlaying: false });
});

test('hidden for a minute, decks that nobody hears are closed; seen again, they show the same frame', async () => {
  const { it, plan, released } = await stage.open([await scene(1), await scene(2)]);
  it.seek(5_000_000);
  await settled(it, 1 + 0.25 / 24);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  released.length = 0;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(59_000);
  expect(released).toEqual([]);
  vi.advanceTimersByTime(1_000);
  const current = plan.scenes[1]?.clip.sha256;
  expect(released).toContain(current);
  expect([...stage.element.querySelectorAll('video')].filter(({ src }) => src !== '')).toEqual([]);
  vi.useRealTimers();
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await settled(it, 1 + 0.25 / 24);
  expect(it.now()).toBe(5_000_000);
  expect(shownMarker(stage.element)).toMatchObject({ scene: 2, frame: 24 });
});
