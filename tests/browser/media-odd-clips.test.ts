/** What is particular to some clips that people have and the model does not make: levels, rotation, sound, rich color. */
import { commands } from 'vitest/browser';
import { describe, expect, test } from 'vitest';
import { exportCapability, readFrame } from '#media/worker/client.ts';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { markerIn } from '#tests/helpers/playback/pixels.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import {
  clip,
  expectationOf,
  makeMovie,
  overlay,
  P360,
  P720,
  picturesOf,
  planOf,
  type SceneSpec,
} from './media-movie.ts';
import { oddClip, problemsOf, type OddClipCase } from './odd-clip-cases.ts';

test.each<OddClipName>(['full range, untagged', 'full range, tagged BT.709'])(
  'pictures keep their levels where text is written on copied ones: %s',
  async (name) => {
    const { file } = await oddClip(name);
    const movie = await makeMovie([{ file, number: 7, overlays: [overlay('Text', 1, 2)] }], P720);
    expect(movie.result.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode']);
    // The last copied picture and the first one with text, away from text, marker and flash.
    const [copied, written] = await picturesOf(movie.base64, [22, 26], { width: 32, height: 18 });
    const corner = (17 * 32 + 2) * 3;
    for (let at = corner; at < corner + 3; at += 1)
      expect(Math.abs((copied?.[at] ?? 0) - (written?.[at] ?? 255))).toBeLessThanOrEqual(3);
  },
);

test.each<OddClipName>(['turned by 90', 'turned by 180', 'turned by 270', 'mirrored'])(
  'a movie plays upright in <video>, and so do pictures of its clip: %s',
  async (name) => {
    const { file } = await oddClip(name);
    const movie = await makeMovie([{ file, number: 7 }], P360);
    expect(movie.plan).toMatchObject({ width: 640, height: 360 });
    expect(movie.result.receipt.stretches[0]?.reasons).toContain('rotation');
    const [seen] = await seekAndRead(movie.file, [30], 24);
    expect(seen?.marker).toEqual({ scene: 7, frame: 30 });
    const picture = await readFrame(file, 30, 320);
    expect(await createImageBitmap(picture)).toMatchObject({ width: 320, height: 180 });
    expect(await markerIn(picture)).toEqual({ scene: 7, frame: 30 });
  },
);

describe('sound that is not copied begins with its picture to the sample', () => {
  test.each<[OddClipName, number]>([
    ['Opus in MP4', 0],
    ['5.1', 0],
    ['mono AAC without its description', 0],
    ['AAC in ADTS frames', 0],
    ['PCM in MOV', 0],
    // So late are the clip's own pictures: its muxer moved them, and not the sound, off times before 0.
    ['Opus in WebM', -7],
  ])('%s', async (name, lateMs) => {
    const { file } = await oddClip(name);
    const specs: SceneSpec[] = [{ file, number: 7, gainDb: -1 }];
    const movie = await makeMovie(specs, P360);
    const { clicks } = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360));
    expect(clicks.map(({ offsetMs }) => offsetMs ?? NaN)).toHaveLength(2);
    for (const { offsetMs } of clicks) expect(Math.abs((offsetMs ?? NaN) - lateMs)).toBeLessThan(0.1);
  });
});

describe('sound that this browser can’t decode', () => {
  test.each<[OddClipName, string, string]>([
    ['AC-3', 'ac-3', 'AC-3'],
    ['E-AC-3', 'ec-3', 'E-AC-3'],
    ['Apple Lossless', 'alac', 'Apple Lossless'],
  ])('is named, and left out only by choice: %s', async (name, codec, words) => {
    const { file, path } = await oddClip(name);
    const other = { seconds: 4, size: '360p', sceneNumber: 8 } as const;
    const specs: SceneSpec[] = [
      { file, number: 7 },
      { file: await clip(other), number: 8 },
    ];
    await expect(makeMovie(specs, P360)).rejects.toMatchObject({
      code: 'undecodable-sound',
      facts: { sceneNumber: 7, codec },
    });
    await expect(makeMovie(specs, P360)).rejects.toThrow(
      `The sound of scene 7 is ${words}, which your browser can’t decode.`,
    );
    const { plan, sources } = await planOf(specs);
    expect(await exportCapability({ plan, sources, target: P360 })).toMatchObject({
      can: true,
      // What is left out is silent, and no reason to encode.
      summary: { leftOutSound: [{ sceneNumber: 7, codec }], sound: { reasons: [], silentReasons: ['undecodable'] } },
    });
    const movie = await makeMovie(specs, P360, { leavesOutSound: true });
    const { receipt } = movie.result;
    expect(receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'copy']);
    expect(receipt.sound).toMatchObject({ leftOut: [{ sceneNumber: 7, codec }], encodedPackets: 0 });
    expect(receipt.sound?.copiedPackets).toBeGreaterThan(180);
    const row: OddClipCase = { name, isCopied: true, lateMs: null };
    expect(await problemsOf(specs, movie, row, [path, await commands.clipFile(other)])).toEqual([]);
    const levels = await commands.soundLevels(movie.base64, 4);
    expect(levels[0]).toBe(0);
    expect(levels[1]).toBeGreaterThan(0.001);
  });

  test('is not mixed in under music, nor where a transition would need it', async () => {
    const { file } = await oddClip('AC-3');
    const specs: SceneSpec[] = [
      { file, number: 7, transition: { kind: 'crossfade', seconds: 0.5, sound: true } },
      { file: await clip({ seconds: 4, size: '360p', sceneNumber: 8 }), number: 8 },
    ];
    const movie = await makeMovie(specs, P360, { leavesOutSound: true });
    expect(movie.result.receipt.sound).toMatchObject({ leftOut: [{ sceneNumber: 7, codec: 'ac-3' }] });
    expect((await commands.soundLevels(movie.base64, 3.4))[0]).toBe(0);
  });
});

describe('what encoding takes from rich color is said before the start, and in the receipt', () => {
  test.each<[OddClipName, string]>([
    ['HDR, PQ', 'hdr'],
    ['HDR, HLG', 'hdr'],
    ['HDR, PQ, VP9', 'hdr'],
    ['tagged BT.2020', 'wide-gamut'],
    ['ten bits', 'ten-bit'],
  ])('%s', async (name, from) => {
    const specs: SceneSpec[] = [{ file: (await oddClip(name)).file, number: 7, outFrame: 40 }];
    const { plan, sources } = await planOf(specs);
    const target = { width: 320, height: 180, format: 'mp4', label: 'small' } as const;
    const reducedColor = [{ sceneNumber: 7, from }];
    expect(await exportCapability({ plan, sources, target })).toMatchObject({ summary: { reducedColor } });
    const movie = await makeMovie(specs, target);
    expect(movie.result.receipt).toMatchObject({ reducedColor });
  });

  test('and nothing is said of what is copied, or was plain', async () => {
    const copied: SceneSpec[] = [{ file: (await oddClip('ten bits')).file, number: 7 }];
    expect((await makeMovie(copied, P360)).result.receipt.reducedColor).toEqual([]);
    const plain: SceneSpec[] = [{ file: (await oddClip('tagged BT.601')).file, number: 7, inFrame: 60 }];
    expect((await makeMovie(plain, P360)).result.receipt.reducedColor).toEqual([]);
  });
});
