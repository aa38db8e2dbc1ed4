import { describe, expect, test } from 'vitest';
import { bitrateFor, videoConfigs } from '#media/export/video-config.ts';
import { createProgressMeter } from '#media/export/progress.ts';
import { resample } from '#media/decode/resample.ts';
import { MediaFailure, mediaFailureCodes } from '#media/failures.ts';
import { aacDescription, parseAacConfig } from '#media/probe/aac-config.ts';
import { frameRateOf } from '#media/probe/frame-rate.ts';
import { frameTimeUs } from '#shared/movie/time.ts';

describe('parseAacConfig', () => {
  test('reads low complexity AAC in its short and its long form', () => {
    expect(parseAacConfig(Uint8Array.of(0x11, 0x90))).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(parseAacConfig(Uint8Array.of(0x11, 0x90, 0x56, 0xe5, 0x00))).toEqual({ sampleRate: 48_000, channels: 2 });
  });

  test('refuses what could not be joined packet by packet', () => {
    expect(parseAacConfig(Uint8Array.of(0x11, 0x90, 0x56, 0xe5, 0x80))).toBeNull();
    expect(parseAacConfig(Uint8Array.of(0x2b, 0x09, 0x88, 0x00))).toBeNull();
    expect(parseAacConfig(Uint8Array.of(0x11, 0x94))).toBeNull();
  });

  test('reads back what it writes', () => {
    for (const config of [
      { sampleRate: 48_000, channels: 2 },
      { sampleRate: 44_100, channels: 1 },
    ])
      expect(parseAacConfig(aacDescription(config))).toEqual(config);
  });
});

describe('frameRateOf', () => {
  test.each([
    { num: 24, den: 1 },
    { num: 30, den: 1 },
    { num: 24_000, den: 1001 },
    { num: 30_000, den: 1001 },
  ])('finds $num/$den among rounded times', (fps) => {
    expect(
      frameRateOf(
        Array.from({ length: 192 }, (_, frame) => frameTimeUs(frame, fps)),
        0,
      ),
    ).toEqual(fps);
  });
});

describe('resample', () => {
  test('a tone keeps its pitch, height and place from 44.1 to 48 kHz', () => {
    const tone = (rate: number, length: number): Float32Array =>
      Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * 1000 * at) / rate));
    const into = resample(tone(44_100, 44_100), 44_100, 48_000, 4_800, 9_600);
    const exact = tone(48_000, 48_000).subarray(4_800, 14_400);
    expect(Math.max(...into.map((value, at) => Math.abs(value - (exact[at] ?? 0))))).toBeLessThan(0.002);
  });

  test('at equal rates samples are copied, with silence around the source', () => {
    expect([...resample(Float32Array.of(1, 2, 3), 48_000, 48_000, -2, 6)]).toEqual([0, 0, 1, 2, 3, 0]);
    expect([...resample(Float32Array.of(1, 2, 3), 48_000, 48_000, 2, 3)]).toEqual([3, 0, 0]);
  });
});

describe('video configurations', () => {
  test.each([
    [854, 480, 'avc1.64001e'],
    [1280, 720, 'avc1.64001f'],
    [1920, 1080, 'avc1.640028'],
    [1080, 1920, 'avc1.640028'],
    [3840, 2160, 'avc1.640033'],
  ])('%i×%i has the lowest level that holds it', (width, height, codec) => {
    expect(videoConfigs({ width, height }, { num: 24, den: 1 }, 1)[0]?.codec).toBe(codec);
  });

  test('a movie of two minutes stays below the size that is shown for its target', () => {
    const hard = [{ width: 1280, height: 720, bitrateBps: 50_000_000 }];
    const megabytes = (width: number, height: number): number =>
      (bitrateFor({ width, height }, { num: 24, den: 1 }, hard) * 120) / 8_000_000;
    expect(megabytes(3840, 2160)).toBeLessThan(500);
    expect(megabytes(1920, 1080)).toBeLessThan(150);
    expect(megabytes(1280, 720)).toBeLessThan(80);
    expect(megabytes(854, 480)).toBeLessThan(50);
  });

  test('simple clips get fewer bits than hard ones', () => {
    const at = (bitrateBps: number): number =>
      bitrateFor({ width: 1280, height: 720 }, { num: 24, den: 1 }, [{ width: 1280, height: 720, bitrateBps }]);
    expect(at(900_000)).toBeLessThan(at(2_500_000));
  });
});

describe('the progress meter', () => {
  test('reports at most every 100 ms, and foretells the end from the rate so far', () => {
    let nowMs = 0;
    const seen: { framesDone: number; secondsLeft: number | null }[] = [];
    const meter = createProgressMeter(
      100,
      () => nowMs,
      ({ framesDone, secondsLeft }) => seen.push({ framesDone, secondsLeft }),
    );
    meter.phase('encoding');
    for (let frame = 0; frame < 50; frame += 1) {
      nowMs += 40;
      meter.frame(1);
    }
    expect(seen.length).toBeLessThanOrEqual(21);
    expect(seen.at(-1)?.secondsLeft).toBeCloseTo((100 - (seen.at(-1)?.framesDone ?? 0)) * 0.04, 5);
  });
});

test('every failure has a sentence of its own that ends in a way on', () => {
  const sentences = mediaFailureCodes.map(
    (code) =>
      new MediaFailure(code, {
        sceneNumber: 4,
        width: 3840,
        height: 2160,
        neededBytes: 90_000_000,
        freeBytes: 5_000_000,
        detail: 'transitions',
      }).message,
  );
  expect(new Set(sentences).size).toBe(mediaFailureCodes.length);
  for (const sentence of sentences)
    expect(sentence).toMatch(/\b(Use|Choose|Generate|Go online|Free|Export again|Close|Remove|Try again)\b/);
  expect(new MediaFailure('unsupported-encoder', { width: 3840, height: 2160 }).message).toContain('3840×2160');
  expect(new MediaFailure('source-missing', { sceneNumber: 4 }).message).toContain('scene 4');
});
