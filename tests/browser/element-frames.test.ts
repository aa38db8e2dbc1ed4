import { expect, test } from 'vitest';
import { readFramesByElement } from '#media/worker/element-frames.ts';
import type { FrameMarker } from '#tests/helpers/clips/marker.ts';
import { markerIn } from '#tests/helpers/playback/pixels.ts';
import { clip } from './media-movie.ts';

const asked = { maxWidth: 640, mimeType: 'image/webp' } as const;

async function markersOf(file: Blob, frames: number[]): Promise<(readonly [number, FrameMarker | null])[]> {
  const pictures: [number, Blob][] = [];
  await readFramesByElement(file, { ...asked, frames }, (frame, picture) => pictures.push([frame, picture]));
  return await Promise.all(pictures.map(async ([frame, picture]) => [frame, await markerIn(picture)] as const));
}

test('frames by number, in rising order, each once, and the last where there are no more', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 7, size: '360p' });
  expect(await markersOf(file, [95, 0, 24, 24, 1, 500])).toEqual([
    [0, { scene: 7, frame: 0 }],
    [1, { scene: 7, frame: 1 }],
    [24, { scene: 7, frame: 24 }],
    [95, { scene: 7, frame: 95 }],
    [500, { scene: 7, frame: 95 }],
  ]);
});

test('what is no clip is said to be unreadable, and a cancel ends it', async () => {
  const frames = [0];
  const junk = new Blob([new Uint8Array(2_000).fill(7)]);
  await expect(readFramesByElement(junk, { ...asked, frames }, () => undefined)).rejects.toMatchObject({
    code: 'source-unreadable',
  });
  const file = await clip({ seconds: 4, sceneNumber: 7, size: '360p' });
  const pictures: number[] = [];
  const cancel = new AbortController();
  const reading = readFramesByElement(
    file,
    { ...asked, frames: [0, 24, 48] },
    (frame) => {
      pictures.push(frame);
      cancel.abort();
    },
    cancel.signal,
  );
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(pictures).toEqual([0]);
});
