/** The preview's decoder of one clip: opened again once, spared what nothing hangs on, and never led astray by that. */
import { afterEach, expect, test, vi } from 'vitest';
import { ClipUnplayable } from '#media/preview/clip-shelf.ts';
import { createClipWalk, type ClipWalk } from '#media/preview/clip-walk.ts';
import { createPictureCache, frameOfPicture } from '#media/preview/picture-cache.ts';
import { openClip } from '#media/probe/open-clip.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import { pixelsOf } from '#tests/helpers/playback/pixels.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { clip } from './media-movie.ts';

const never = new AbortController().signal;
const walks: ClipWalk[] = [];

afterEach(() => {
  for (const walk of walks.splice(0)) walk.close();
  vi.unstubAllGlobals();
});

/** Decoders that break at a chunk, counted from 1; as many of them as asked. */
function breakDecoders(atChunk: number, most: number) {
  const RealDecoder = VideoDecoder;
  const count = { decoders: 0, chunks: 0, onChunk: (): void => undefined };
  vi.stubGlobal(
    'VideoDecoder',
    class extends RealDecoder {
      readonly #fails: boolean;
      #fed = 0;
      constructor(init: VideoDecoderInit) {
        super(init);
        count.decoders += 1;
        this.#fails = count.decoders <= most;
      }
      override decode(chunk: EncodedVideoChunk): void {
        this.#fed += 1;
        count.chunks += 1;
        count.onChunk();
        if (this.#fails && this.#fed === atChunk) throw new DOMException('It broke', 'EncodingError');
        super.decode(chunk);
      }
    },
  );
  return count;
}

async function openWalk(budgetBytes = 2 ** 26) {
  const opened = await openClip(await clip({ seconds: 8, size: '360p', sceneNumber: 4 }));
  const walk = createClipWalk('a', opened, createPictureCache(budgetBytes));
  walks.push(walk);
  return { walk, frameCount: opened.facts.video.frameCount };
}

async function markerOf(walk: ClipWalk, frame: number, keptBefore = 8, signal = never): Promise<number | undefined> {
  const picture = frameOfPicture(await walk.picture(frame, keptBefore, signal));
  try {
    return readMarker(pixelsOf(picture, 320, 180), 320, 180)?.frame;
  } finally {
    picture.close();
  }
}

test('a decoder that breaks is opened again, and its picture comes', async () => {
  const count = breakDecoders(20, 1);
  const { walk } = await openWalk();
  expect(await markerOf(walk, 60)).toBe(60);
  expect(count.decoders).toBe(2);
});

test('after the second time the clip is named with its reason, and no third decoder is opened', async () => {
  const count = breakDecoders(20, Number.POSITIVE_INFINITY);
  const { walk } = await openWalk();
  const error = await walk.picture(60, 0, never).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClipUnplayable);
  expect(error).toMatchObject({ sha256: 'a', failure: { kind: 'decode' } });
  await expect(walk.picture(61, 0, never)).rejects.toBe(error);
  expect(count.decoders).toBe(2);
});

test('a seek decodes fewer packets than there are frames on the way', async () => {
  const count = breakDecoders(0, 0);
  const { walk } = await openWalk();
  expect(await markerOf(walk, 150, 0)).toBe(150);
  expect(count.chunks).toBeLessThan(130);
});

test('every frame is the right one, however many seeks before it were given up on their way', async () => {
  const count = breakDecoders(0, 0);
  // For a few pictures: nearly each has to be decoded.
  const { walk, frameCount } = await openWalk(2 ** 21);
  const random = randomFrom(11);
  for (let seek = 0; seek < 60; seek += 1) {
    const [passed, wanted] = [Math.floor(random() * frameCount), Math.floor(random() * frameCount)];
    const given = new AbortController();
    const until = count.chunks + Math.floor(random() * 60);
    count.onChunk = () => {
      if (count.chunks >= until) given.abort();
    };
    await walk.picture(passed, 8, given.signal).catch(() => null);
    // Near where the decoder stands, too.
    const frame = seek % 2 === 0 ? wanted : Math.max(0, passed - Math.floor(random() * 12));
    expect(await markerOf(walk, frame, seek % 3 === 0 ? 8 : 0)).toBe(frame);
  }
});
