// The look-alike clips have the form of the model's files, carry their numbers, and click with their flashes.

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { clickPositions, SAMPLE_RATE } from '#tests/helpers/clips/click-sound.ts';
import { usualFlashFrames } from '#tests/helpers/clips/clip-spec.ts';
import { clipPath, makeClip } from '#tests/helpers/clips/make-clip.ts';
import { flashBox, markerBoxes, readFlash, readMarker } from '#tests/helpers/clips/marker.ts';
import { boxesAt, readBoxes } from '#tests/helpers/clips/mp4-boxes.ts';
import {
  decodeErrors,
  framemd5,
  framesRgb,
  pcm,
  probeFile,
  probeFrames,
  probePackets,
} from '#tests/helpers/ffprobe.ts';

async function boxesOf(path: string) {
  const file = await readFile(path);
  return { file, boxes: readBoxes(file) };
}

async function parameterSets(path: string): Promise<string> {
  const { file, boxes } = await boxesOf(path);
  const table = boxesAt(boxes, 'moov/trak/mdia/minf/stbl/stsd')[0];
  const entries = file.subarray(table?.start ?? 0, (table?.start ?? 0) + (table?.size ?? 0));
  const at = entries.indexOf('avcC');
  return entries.subarray(at, at + entries.readUInt32BE(at - 4) - 4).toString('hex');
}

describe('a clip of 8 s at 720p', () => {
  const spec = { seconds: 8, sceneNumber: 5 };

  test('has the boxes in the order of the model, with the index last', async () => {
    const { file, boxes } = await boxesOf(await clipPath(spec));
    expect(boxes.map((box) => box.type)).toEqual(['ftyp', 'uuid', 'mdat', 'moov']);
    expect(file.toString('latin1', 8, 32)).toBe('isom\0\0\u0002\0isomiso2avc1mp41');
    expect(file.subarray(40, 56).toString('hex')).toBe('d8fec3d61b0e483c92975828877ec481');
    expect(boxes[1]?.size).toBeGreaterThan(5_900);
    expect(boxes.reduce((sum, box) => sum + box.size, 0)).toBe(file.length);
  });

  test('hides two frames of delay in the picture and two packets of priming in the sound', async () => {
    const { file, boxes } = await boxesOf(await clipPath(spec));
    const lists = boxesAt(boxes, 'moov/trak/edts/elst').map((box) => ({
      durationMs: file.readUInt32BE(box.body + 8),
      mediaTime: file.readUInt32BE(box.body + 12),
    }));
    expect(lists).toEqual([
      { durationMs: 8000, mediaTime: 1024 },
      { durationMs: 8000, mediaTime: 2048 },
    ]);
  });

  test('is 192 frames of H.264 High with two frames of reordering, one group, no colour tags', async () => {
    const path = await clipPath(spec);
    const { video, format } = await probeFile(path);
    expect(video).toMatchObject({
      ...{ codec_name: 'h264', profile: 'High', level: 31, width: 1280, height: 720, has_b_frames: 2 },
      ...{ time_base: '1/12288', avg_frame_rate: 24, start_time: 0, duration: 8 },
    });
    for (const tag of ['color_space', 'color_primaries', 'color_transfer']) expect(video).not.toHaveProperty(tag);
    expect(format.duration).toBe(8);
    const frames = await probeFrames(path, 'video');
    expect(frames).toHaveLength(192);
    expect(frames.filter((frame) => frame.key_frame === 1)).toHaveLength(1);
    expect(frames.slice(0, 5).map((frame) => frame.pict_type)).toEqual(['I', 'B', 'B', 'B', 'P']);
    expect(frames.every((frame, index) => Math.abs(frame.best_effort_timestamp_time - index / 24) < 1e-5)).toBe(true);
  });

  test('is 377 packets of AAC-LC, 48 kHz stereo, of which 375 are heard', async () => {
    const path = await clipPath(spec);
    const { audio } = await probeFile(path);
    expect(audio).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: 48_000, channels: 2, start_time: 0 });
    expect(audio?.duration).toBe(8);
    const packets = await probePackets(path, 'audio');
    expect(packets).toHaveLength(377);
    expect(packets[0]?.pts_time).toBeCloseTo(-2048 / SAMPLE_RATE, 5);
    expect((await pcm(path)).length).toBe(8 * SAMPLE_RATE);
    expect((await pcm(path, 2)).length).toBe(16 * SAMPLE_RATE);
  });

  test('decodes without a complaint', async () => {
    expect(await decodeErrors(await clipPath(spec))).toEqual([]);
  });

  test.each([
    [1280, 720],
    [320, 180],
    [160, 90],
  ])('says scene and frame in every picture, also scaled to %i x %i', async (width, height) => {
    const frames = [0, 95, 191];
    const pictures = await framesRgb(await clipPath(spec), frames, { width, height });
    expect(pictures.map((picture) => readMarker(picture, width, height))).toEqual(
      frames.map((frame) => ({ scene: 5, frame })),
    );
  });

  test('flashes for exactly one frame at a time', async () => {
    const pictures = await framesRgb(await clipPath(spec), [23, 24, 25, 72, 120, 168], { width: 320, height: 180 });
    expect(pictures.map((picture) => readFlash(picture, 320, 180))).toEqual([false, true, false, true, true, true]);
  });

  test('clicks within 1 ms of each flash', async () => {
    const clicks = clickPositions(await pcm(await clipPath(spec)));
    const flashes = usualFlashFrames(192).map((frame) => (frame / 24) * SAMPLE_RATE);
    expect(flashes).toHaveLength(4);
    expect(clicks).toHaveLength(4);
    for (const [index, flash] of flashes.entries()) {
      expect(Math.abs((clicks[index] ?? 0) - flash) / SAMPLE_RATE).toBeLessThan(0.001);
    }
  });

  test('is the same file for the same spec', async () => {
    expect(await makeClip(spec)).toEqual(await makeClip({ ...spec, size: '720p', fps: 24 }));
  });
});

describe('other clips', () => {
  test.each([
    [4, 96],
    [5, 120],
    [6, 144],
    [15, 360],
  ])('of %i s have %i frames in one group and sound of that length', async (seconds, count) => {
    const path = await clipPath({ seconds, size: '360p', sceneNumber: 1 });
    const frames = await probeFrames(path, 'video');
    expect(frames).toHaveLength(count);
    expect(frames.filter((frame) => frame.key_frame === 1)).toHaveLength(1);
    const samples = (await pcm(path)).length;
    expect(Math.abs(samples / SAMPLE_RATE - seconds)).toBeLessThan(0.022);
  });

  test('come upright, in 1080p and at 30 frames a second', async () => {
    const upright = await clipPath({ seconds: 4, sceneNumber: 255, ratio: '9:16' });
    expect((await probeFile(upright)).video).toMatchObject({ width: 720, height: 1280 });
    const [picture = new Uint8Array()] = await framesRgb(upright, [95], { width: 720, height: 1280 });
    expect(readMarker(picture, 720, 1280)).toEqual({ scene: 255, frame: 95 });
    const large = await clipPath({ seconds: 4, sceneNumber: 1, size: '1080p', fps: 30 });
    const figures = { width: 1920, height: 1080, avg_frame_rate: 30, nb_frames: 120 };
    expect((await probeFile(large)).video).toMatchObject(figures);
  });

  test('share their parameter sets, byte for byte, unless others are asked for', async () => {
    const one = await parameterSets(await clipPath({ seconds: 8, sceneNumber: 1 }));
    const two = await parameterSets(await clipPath({ seconds: 4, sceneNumber: 2, sound: 'none' }));
    const otherPath = await clipPath({ seconds: 4, sceneNumber: 2, hasOtherParameterSets: true });
    expect(two).toBe(one);
    expect(await parameterSets(otherPath)).not.toBe(one);
    const figures = { profile: 'Constrained Baseline', has_b_frames: 0, start_time: 0 };
    expect((await probeFile(otherPath)).video).toMatchObject(figures);
  });

  test('may be without sound, with a tone, and without the credentials box', async () => {
    const silent = await probeFile(await clipPath({ seconds: 4, size: '360p', sceneNumber: 1, sound: 'none' }));
    expect(silent.audio).toBeNull();
    const bare = await clipPath({ seconds: 4, size: '360p', sceneNumber: 1, sound: 'tone', hasUuidBox: false });
    expect((await boxesOf(bare)).boxes.map((box) => box.type)).toEqual(['ftyp', 'mdat', 'moov']);
    expect(Math.max(...(await pcm(bare)).slice(SAMPLE_RATE, SAMPLE_RATE * 2))).toBeCloseTo(0.1, 1);
    expect(await decodeErrors(bare)).toEqual([]);
  });

  test('differ in the picture from scene to scene', async () => {
    const first = await framemd5(await clipPath({ seconds: 4, size: '360p', sceneNumber: 1, sound: 'none' }));
    const second = await framemd5(await clipPath({ seconds: 4, size: '360p', sceneNumber: 2, sound: 'none' }));
    expect(first).toHaveLength(96);
    expect(first.map((frame) => frame.md5)).not.toContain(second[0]?.md5);
  });

  test('refuse a scene number that the marker cannot hold', async () => {
    await expect(makeClip({ seconds: 4, sceneNumber: 256 })).rejects.toThrow(RangeError);
  });
});

describe('a broken clip', () => {
  const small = { seconds: 4, size: '360p', sceneNumber: 1 } as const;

  test('has no index, says two seconds too many, or is a web page', async () => {
    await expect(probeFile(await clipPath({ ...small, broken: 'truncated' }))).rejects.toThrow(/can't read/);
    const wrong = await clipPath({ ...small, broken: 'wrongLengthHeader' });
    expect((await probeFile(wrong)).format.duration).toBe(6);
    expect(await probeFrames(wrong, 'video')).toHaveLength(96);
    const page = await makeClip({ ...small, broken: 'notVideo' });
    expect(Buffer.from(page).toString('utf8')).toContain('<html>');
  });
});

describe('the marker', () => {
  const [width, height] = [640, 360];

  function painted(channels: 1 | 3 | 4): Uint8Array {
    const pixels = new Uint8Array(width * height * channels).fill(80);
    const boxes = [...markerBoxes({ scene: 200, frame: 4095 }, width, height), flashBox(width, height)];
    for (const box of boxes) {
      for (let y = box.top; y < box.bottom; y += 1) {
        pixels.fill(box.isWhite ? 235 : 16, (y * width + box.left) * channels, (y * width + box.right) * channels);
      }
    }
    return pixels;
  }

  test.each([1, 3, 4] as const)('is read from pixels of %i bytes', (channels) => {
    expect(readMarker(painted(channels), width, height)).toEqual({ scene: 200, frame: 4095 });
    expect(readFlash(painted(channels), width, height)).toBe(true);
  });

  test('is null where the picture is plain or a cell is covered', () => {
    expect(readMarker(new Uint8Array(width * height).fill(90), width, height)).toBeNull();
    for (const [index, box] of markerBoxes({ scene: 200, frame: 4095 }, width, height).entries()) {
      const pixels = painted(1);
      for (let y = box.top; y < box.bottom; y += 1) {
        pixels.fill(box.isWhite ? 16 : 235, y * width + box.left, y * width + box.right);
      }
      expect(readMarker(pixels, width, height), `cell ${index}`).toBeNull();
    }
  });
});
