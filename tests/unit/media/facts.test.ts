import { describe, expect, test } from 'vitest';
import { videoConfigs } from '#media/export/encode/video-config.ts';
import { bitrateFor } from '#shared/export-plan/bitrate.ts';
import { aacDescription, aacFrameKind, parseAacConfig } from '#shared/aac/aac-config.ts';

const FPS = { num: 24, den: 1 };

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
    const [stereo, mono] = [
      { sampleRate: 48_000, channels: 2 },
      { sampleRate: 44_100, channels: 1 },
    ];
    for (const config of [stereo, mono]) expect(parseAacConfig(aacDescription(config))).toEqual(config);
  });
});

describe('aacFrameKind', () => {
  const entry = { sampleRate: 44_100, channels: 2 };

  test('takes the header of a frame that has one at its word, whatever the container says', () => {
    // Profile 1 (low complexity), rate index 3 (48 kHz), one channel.
    const frame = Uint8Array.of(0xff, 0xf1, 0b01_0011_0_0, 0b01_000000, 0, 0, 0);
    expect(aacFrameKind(frame, entry)).toEqual({ kind: 'adts', objectType: 2, sampleRate: 48_000, channels: 1 });
  });

  test.each([
    ['a single channel', [0b000_00000], 1],
    ['a pair', [0b001_00000], 2],
    // Fill elements of two bytes, and of 15 + 1 − 1 bytes.
    ['a fill element before a single channel', [0b110_0010_0, 0, 0, 0b0_000_0000], 1],
    ['a long fill element before a pair', [0b110_1111_0, 0b0000001_0, ...Array<number>(15).fill(0), 0b01_00000_0], 2],
  ])('counts the channels of a bare frame: %s', (_, bytes, channels) => {
    expect(aacFrameKind(Uint8Array.from(bytes), entry)).toEqual({
      kind: 'raw',
      config: { sampleRate: 44_100, channels },
    });
  });

  test('says nothing of a frame that ends before its sound, or of a rate that AAC lacks', () => {
    expect(aacFrameKind(Uint8Array.of(0b110_0001_0), entry)).toBeNull();
    expect(aacFrameKind(Uint8Array.of(0b001_00000), { ...entry, sampleRate: 44_000 })).toBeNull();
  });
});

describe('video configurations', () => {
  test.each([
    ['mp4', 854, 480, 'avc1.64001e'],
    ['mp4', 1280, 720, 'avc1.64001f'],
    ['mp4', 1920, 1080, 'avc1.640028'],
    ['mp4', 1080, 1920, 'avc1.640028'],
    ['mp4', 3840, 2160, 'avc1.640033'],
    ['webm', 854, 480, 'vp09.00.30.08'],
    ['webm', 1280, 720, 'vp09.00.31.08'],
    ['webm', 3840, 2160, 'vp09.00.50.08'],
  ] as const)('%s of %i×%i has the lowest level that holds it', (format, width, height, codec) => {
    expect(videoConfigs({ width, height, format }, FPS, 1)[0]?.codec).toBe(codec);
  });

  test('a movie of two minutes stays below the size that is shown for its target', () => {
    const hard = [{ width: 1280, height: 720, bitrateBps: 50_000_000 }];
    const megabytes = (width: number, height: number): number =>
      (bitrateFor({ width, height, format: 'mp4' }, FPS, hard) * 120) / 8_000_000;
    expect(megabytes(3840, 2160)).toBeLessThan(500);
    expect(megabytes(1920, 1080)).toBeLessThan(150);
    expect(megabytes(1280, 720)).toBeLessThan(80);
    expect(megabytes(854, 480)).toBeLessThan(50);
  });

  test('simple clips get fewer bits than hard ones, and a slightly other rate of bits changes nothing', () => {
    const at = (bitrateBps: number): number =>
      bitrateFor({ width: 1280, height: 720, format: 'mp4' }, FPS, [{ width: 1280, height: 720, bitrateBps }]);
    expect(at(900_000)).toBeLessThan(at(2_500_000));
    // So that what was encoded stays good.
    expect(at(1_900_000)).toBe(at(2_100_000));
  });
});
