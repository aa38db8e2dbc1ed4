/** What a change costs: sound that was encoded once is found again by the next export. */
import { expect, test } from 'vitest';
import type { ExportDeps } from '#media/export/export-deps.ts';
import type { SegmentStore } from '#media/export/segments/segment-store.ts';
import type { ExportTarget } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { exportOnPage, memorySegments } from './export-on-page.ts';
import { clip, inputOf, P360, planOf, type SceneSpec } from './media-movie.ts';

const SMALL_WEBM: ExportTarget = { width: 160, height: 90, format: 'webm', label: 'small' };
const LEVELLED = (plan: MoviePlan): MoviePlan => ({ ...plan, levelling: true });

/** A store that counts the packets of sound that come into it, and calls back when a piece is whole. */
function countingSegments(onPiece: (pieces: number) => void = () => undefined): SegmentStore & { pieces: number[] } {
  const store = memorySegments();
  const pieces: number[] = [];
  return {
    ...store,
    pieces,
    async write(key) {
      const writer = await store.write(key);
      return {
        ...writer,
        async finish(index) {
          const segment = await writer.finish(index);
          if (index.sample === null) {
            pieces.push(index.sizes.length);
            onPiece(pieces.length);
          }
          return segment;
        },
      };
    },
  };
}

/** Nobody reads the file. A write may lie behind the end, and may change what stands there already. */
const createOutput: ExportDeps['createOutput'] = async () => {
  let file = new Blob();
  return {
    write: async (data, at) => {
      const written = new Blob([data]);
      const gap = new Uint8Array(Math.max(0, at - file.size));
      file = new Blob([file.slice(0, at), gap, written, file.slice(at + written.size)]);
    },
    finish: async () => file,
    discard: async () => undefined,
  };
};

/** Packets by piece that an export encodes. */
async function encodedPieces(
  specs: readonly SceneSpec[],
  segments: SegmentStore & { pieces: number[] },
  target: ExportTarget,
  signal = new AbortController().signal,
): Promise<number[]> {
  segments.pieces.length = 0;
  const { plan, sources } = await planOf(specs);
  const input = inputOf(LEVELLED(plan), sources, target);
  await exportOnPage(input, { createOutput, segments }, { signal });
  return [...segments.pieces];
}

async function scenes(): Promise<SceneSpec[]> {
  return await Promise.all(
    [1, 2, 3, 4].map(async (number) => ({
      file: await clip({ seconds: 4, sceneNumber: number, size: '360p' }),
      number,
    })),
  );
}

test.each([
  ['AAC', P360],
  ['Opus', SMALL_WEBM],
])('%s: only the scenes around a change are encoded again', async (_, target) => {
  const segments = countingSegments();
  const specs = await scenes();
  expect(await encodedPieces(specs, segments, target)).toHaveLength(4);
  expect(await encodedPieces(specs, segments, target)).toEqual([]);
  const [first, ...rest] = specs;
  if (first === undefined) throw new Error('There are no scenes');
  // The scene itself, and the next one, whose lead-in is the end of it.
  expect(await encodedPieces([{ ...first, gainDb: -6 }, ...rest], segments, target)).toHaveLength(2);
  // A scene that is put in front moves the others by whole packets.
  const inFront = { file: await clip({ seconds: 8, sceneNumber: 5, size: '360p' }), number: 5 };
  expect(await encodedPieces([inFront, ...specs], segments, target)).toHaveLength(2);
});

test('an export that was stopped goes on behind the last whole piece', async () => {
  const controller = new AbortController();
  const segments = countingSegments((pieces) => {
    if (pieces === 2) controller.abort();
  });
  const specs = await scenes();
  await expect(encodedPieces(specs, segments, P360, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await encodedPieces(specs, segments, P360)).toHaveLength(2);
});
