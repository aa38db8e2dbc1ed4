/** Clips that browsers stumble over: each is played to the frame, or said to be what it is. */
import { expect, test } from 'vitest';
import type { MoviePlayer } from '#player/movie-player.ts';
import { createPlayableClips } from '#player/playable-clips.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { OPEN_GROUP, TIME_FORMS } from '#tests/helpers/clips/odd-forms.ts';
import { frameShownAt, shownMarker, shownPicture, shownPixelsOf, until } from '#tests/helpers/playback/player-stage.ts';
import { clip, converted, overlay, planOf } from './media-movie.ts';
import { stageOfTests } from './stage.ts';

const SMALL: ClipSpec = { seconds: 8, size: '360p', sceneNumber: 7 };
const OTHER: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 8 };

const stage = stageOfTests();

/** The frame that is seen, without a complaint. */
async function frameAt(it: MoviePlayer, timeUs: number, wanted: number): Promise<number | null> {
  const frame = await frameShownAt(it, stage.element, timeUs, wanted);
  expect(it.getState().problem).toBeNull();
  return frame;
}

const usOf = (frame: number): number => Math.round((frame * 1_000_000) / 24);

test('a clip with a key frame that is no IDR is shown at every frame, sought and played across it', async () => {
  const { it } = await stage.open([
    { file: await converted(SMALL, OPEN_GROUP), number: 7 },
    { file: await clip(OTHER), number: 8 },
  ]);
  for (const frame of [0, 124, 125, 126, 131, 191, 24, 150]) expect(await frameAt(it, usOf(frame), frame)).toBe(frame);
  it.seek(usOf(118));
  const scenes = new Set<number>();
  const stop = it.onTime(() => {
    const marker = shownMarker(stage.element);
    if (marker !== null && it.now() > usOf(122) && it.now() < usOf(185)) scenes.add(marker.scene);
  });
  it.play();
  await until(it, () => it.getState().sceneNumber === 8);
  stop();
  expect([...scenes]).toEqual([7]);
  expect(it.getState().problem).toBeNull();
});

test.each(Object.entries(TIME_FORMS))(
  'a clip with %s shows the frame that is asked for, the first and the last too',
  async (_, args) => {
    const { it } = await stage.open([
      { file: await converted(SMALL, args), number: 7 },
      { file: await clip(OTHER), number: 8, outFrame: 24 },
    ]);
    for (const frame of [0, 1, 2, 100, 189, 190, 191]) expect(await frameAt(it, usOf(frame), frame)).toBe(frame);
    expect(shownMarker(stage.element)?.scene).toBe(7);
  },
);

const isRed = (red: number, green: number, blue: number): boolean => red > 200 && green < 90 && blue < 90;

test('text and trims of a clip whose picture begins late stand at the frames that they were set to', async () => {
  const overlays = [overlay('Hello', 1, 2, { fontSize: 72, color: '#FF0000' })];
  const args = TIME_FORMS['no edit list'] ?? [];
  const { it } = await stage.open([
    { file: await converted(SMALL, args), number: 7, inFrame: 12, outFrame: 60, overlays },
    { file: await clip(OTHER), number: 8, outFrame: 12 },
  ]);
  const inked = (): boolean => shownPixelsOf(stage.element, isRed) > 100;
  expect([await frameAt(it, 0, 12), inked()]).toEqual([12, false]);
  expect([await frameAt(it, usOf(12), 24), inked()]).toEqual([24, true]);
  expect([await frameAt(it, usOf(36), 48), inked()]).toEqual([48, false]);
  it.seek(usOf(40));
  const seen: number[] = [];
  it.onTime(() => {
    const marker = shownMarker(stage.element);
    if (marker?.scene === 7 && it.getState().isPlaying) seen.push(marker.frame);
  });
  it.play();
  await until(it, () => it.getState().sceneNumber === 8);
  // The next picture may have been put up while the clock was read.
  expect(Math.max(...seen)).toBeLessThanOrEqual(61);
  expect(Math.max(...seen)).toBeGreaterThanOrEqual(56);
});

type Failing = { name: string; change: (file: Blob) => Promise<Blob | null>; problem: RegExp };

const FAILING: Failing[] = [
  {
    name: 'is nowhere to be had',
    change: async () => null,
    problem: /^Couldn’t load the clip of scene 2, and it isn’t on this device/,
  },
  {
    name: 'is cut off',
    change: async (file) => file.slice(0, file.size / 2),
    problem: /^The clip of scene 2 is damaged/,
  },
  {
    name: 'has broken pictures',
    change: async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const index = await readMp4Index(blobSource(file));
      const { offsets, sizes } = index?.tracks.find(({ kind }) => kind === 'video')?.samples ?? {};
      // The first pictures are whole, and so is the index.
      offsets?.slice(4).forEach((at, n) => bytes.fill(0xff, at, at + (sizes?.[n + 4] ?? 0)));
      return new Blob([bytes]);
    },
    problem: /^Your browser couldn’t decode the clip of scene 2/,
  },
];

test.each(FAILING)('a clip that $name is named, and the movie goes on behind it', async ({ change, problem }) => {
  const { plan, sources } = await planOf([
    { file: await clip({ ...OTHER, sceneNumber: 1 }), number: 1, outFrame: 12 },
    { file: await clip({ ...OTHER, sceneNumber: 2 }), number: 2, outFrame: 24 },
    { file: await clip({ ...OTHER, sceneNumber: 3 }), number: 3, outFrame: 24 },
  ]);
  const second = plan.scenes[1]?.clip.sha256 ?? '';
  const source = sources[second];
  const file = source?.kind === 'blob' ? await change(source.blob) : null;
  if (file === null) delete sources[second];
  else sources[second] = { kind: 'blob', blob: file };
  const { it } = stage.show(plan, sources);
  const wrong: string[] = [];
  const said = new Set<string>();
  it.subscribe(() => {
    const state = it.getState();
    if (state.problem !== null) said.add(`${state.sceneNumber}: ${state.problem}`);
  });
  it.onTime(() => {
    const { sceneNumber, problem: told } = it.getState();
    const marker = shownMarker(stage.element);
    if (told !== null && shownPicture(stage.element) !== null) wrong.push('a picture under the message');
    if (marker !== null && sceneNumber === 2 && told !== null) wrong.push(`scene ${marker.scene} in place of 2`);
  });
  it.play();
  await until(it, () => it.getState().sceneNumber === 3 && shownMarker(stage.element)?.scene === 3);
  expect(it.getState()).toMatchObject({ isPlaying: true, problem: null });
  expect([...said]).toEqual([expect.stringMatching(/^2: /)]);
  expect([...said][0]?.slice(3)).toMatch(problem);
  expect(wrong).toEqual([]);
  await until(it, () => !it.getState().isPlaying);
});

test('a clip of which the server has no room here is streamed, and fetched whole where its index would mislead', async () => {
  const files: Record<string, Blob> = { good: await clip(OTHER), open: await converted(SMALL, OPEN_GROUP) };
  const loaded: string[] = [];
  const ranges: Record<string, number> = {};
  const clips = createPlayableClips({
    read: async () => null,
    readRange: async (url, start, end) => {
      ranges[url] = (ranges[url] ?? 0) + end - start;
      return new Uint8Array((await files[url]?.slice(start, end).arrayBuffer()) ?? []);
    },
    load: async (url) => {
      loaded.push(url);
      return files[url] ?? new Blob();
    },
  });
  const { plan } = await planOf([{ file: await clip(OTHER), number: 8 }]);
  const [scene] = plan.scenes;
  if (!scene) throw new Error('One scene was made');
  const leases = Object.keys(files).map((url) =>
    clips.borrow({ ...scene.clip, sha256: url, url, sizeBytes: files[url]?.size ?? 0 }),
  );
  const [good, mended] = await Promise.all(leases.map((lease) => lease.clip));
  expect(good?.url).toBe('good');
  expect(mended?.url).toMatch(/^blob:/);
  expect(loaded).toEqual(['open']);
  expect(ranges['good']).toBeLessThan(150_000);
  for (const lease of leases) lease.giveBack();
  await expect
    .poll(() =>
      fetch(mended?.url ?? '').then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');
});
