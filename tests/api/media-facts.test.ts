import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { Mp4Error, parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { boxesAt, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';

/** A file in memory that counts how much of it was read. */
function source(bytes: Uint8Array): ByteSource & { readBytes: number } {
  return {
    sizeBytes: bytes.byteLength,
    readBytes: 0,
    async read(start, end) {
      this.readBytes += end - start;
      return bytes.slice(start, end);
    },
  };
}

/** A clip of 4 s whose edit list begins and lasts as told, in seconds; 0 s is to its end. */
async function withEdit(startSeconds: number, lastsSeconds: number): Promise<Uint8Array> {
  const file = Buffer.from(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 }));
  const boxes = readBoxes(file);
  const field = (path: string, offset: number): number => (boxesAt(boxes, path)[0]?.body ?? 0) + offset;
  const [list, header] = [field('moov/trak/edts/elst', 8), field('moov/mvhd', 12)];
  file.writeUInt32BE(lastsSeconds * file.readUInt32BE(header), list);
  file.writeUInt32BE(
    file.readUInt32BE(list + 4) + startSeconds * file.readUInt32BE(field('moov/trak/mdia/mdhd', 12)),
    list + 4,
  );
  return file;
}

const facts = (bytes: Uint8Array) => parseMp4Facts(source(bytes));

describe('the facts of a clip', () => {
  test('are read from the index at its end, without reading the pictures', async () => {
    const made = Buffer.from(await makeClip({ seconds: 8, size: '720p', sceneNumber: 1 }));
    const [index] = boxesAt(readBoxes(made), 'moov');
    const filling = Buffer.alloc(4_000_000);
    filling.writeUInt32BE(filling.length);
    filling.write('free', 4, 'latin1');
    const file = source(Buffer.concat([made.subarray(0, index?.start), filling, made.subarray(index?.start)]));
    expect(await parseMp4Facts(file)).toEqual({
      video: {
        codec: expect.stringMatching(/^avc1\.6400/),
        width: 1280,
        height: 720,
        fps: { num: 24, den: 1 },
        frameCount: 192,
        durationSeconds: 8,
      },
      audio: { codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2 },
    });
    expect(file.readBytes).toBeLessThan(200_000);
  });

  test.each<OddClipName>(['turned by 90', 'turned by 180', 'turned by 270', 'mirrored'])(
    'tell the size that players show: %s',
    async (name) => {
      const { video } = await facts(await readFile(await oddClipPath(name)));
      expect(video).toMatchObject({ width: 640, height: 360 });
    },
  );

  test('name sound that the file itself does not describe as players take it', async () => {
    const { audio } = await facts(await readFile(await oddClipPath('AAC without its description')));
    expect(audio).toMatchObject({ codec: 'mp4a.40.2', sampleRate: 48_000 });
  });

  test.each([
    ['upright', { ratio: '9:16' as const }, { width: 360, height: 640 }],
    ['at 30 frames a second', { fps: 30 as const }, { fps: { num: 30, den: 1 }, frameCount: 120 }],
    [
      'with a header that lies about its length',
      { broken: 'wrongLengthHeader' as const },
      { frameCount: 96, durationSeconds: 4 },
    ],
  ])('%s are what the sample tables say', async (_, spec, video) => {
    expect((await facts(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1, ...spec }))).video).toMatchObject(
      video,
    );
  });

  test.each([
    ['its start', [1, 0], { frameCount: 72, durationSeconds: 3 }],
    ['its end', [0, 1], { frameCount: 24, durationSeconds: 1 }],
    ['both', [1, 2], { frameCount: 48, durationSeconds: 2 }],
  ] as const)('do not count what the edit list hides of %s', async (_, [startSeconds, lastsSeconds], video) => {
    const { video: found } = await facts(await withEdit(startSeconds, lastsSeconds));
    expect(found).toMatchObject({ ...video, fps: { num: 24, den: 1 } });
  });

  test('of one of which the edit list shows nothing are refused', async () => {
    await expect(facts(await withEdit(9, 1))).rejects.toBeInstanceOf(Mp4Error);
  });

  test('of a silent one have no sound', async () => {
    expect((await facts(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1, sound: 'none' }))).audio).toBeNull();
  });

  test.each(['truncated', 'notVideo'] as const)('of a file that is %s are refused', async (broken) => {
    await expect(facts(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1, broken }))).rejects.toBeInstanceOf(
      Mp4Error,
    );
  });

  test('of a file that was cut anywhere, or damaged in its index, are right or refused, and nothing else', async () => {
    const bytes = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
    for (let length = 0; length < bytes.byteLength; length += Math.ceil(bytes.byteLength / 97)) {
      await expect(facts(bytes.slice(0, length))).rejects.toBeInstanceOf(Mp4Error);
    }
    const indexAt = Buffer.from(bytes).lastIndexOf('moov');
    for (let at = indexAt; at < bytes.byteLength; at += 13) {
      const damaged = bytes.slice();
      damaged[at] = ~(damaged[at] ?? 0) & 0xff;
      const outcome = await facts(damaged).catch((error: unknown) => error);
      expect(outcome instanceof Mp4Error || !(outcome instanceof Error)).toBe(true);
    }
  });
});

const folder = process.env['STORYREEL_CLIPS_DIR'];

describe.skipIf(folder === undefined)('the facts of clips from the real model', () => {
  const names = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.mp4'));
  test.each(names)('%s are read', async (name) => {
    const bytes = await readFile(join(folder ?? '', name));
    const { video } = await facts(bytes);
    expect(video.durationSeconds).toBeCloseTo((video.frameCount * video.fps.den) / video.fps.num, 6);
  });
});
