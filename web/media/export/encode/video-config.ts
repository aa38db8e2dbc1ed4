/** The exact configurations a movie is encoded with: H.264 in MP4, VP9 in WebM. */
import { fpsNumber, type Fps } from '#shared/movie/time.ts';

type Size = { width: number; height: number };

/** H.264 levels (ITU-T H.264, table A-1): macroblocks in a frame and in a second. */
const LEVELS: readonly { id: number; frame: number; second: number }[] = [
  { id: 30, frame: 1_620, second: 40_500 },
  { id: 31, frame: 3_600, second: 108_000 },
  { id: 32, frame: 5_120, second: 216_000 },
  { id: 40, frame: 8_192, second: 245_760 },
  { id: 42, frame: 8_704, second: 522_240 },
  { id: 50, frame: 22_080, second: 589_824 },
  { id: 51, frame: 36_864, second: 983_040 },
  { id: 52, frame: 36_864, second: 2_073_600 },
];
/** High, Main and Constrained Baseline, best first. */
const PROFILES = ['6400', '4d00', '42e0'];

/** VP9 levels (VP9 Levels, WebM project): samples of luma in a frame and in a second. */
const VP9_LEVELS: readonly { id: number; frame: number; second: number }[] = [
  { id: 30, frame: 552_960, second: 20_736_000 },
  { id: 31, frame: 983_040, second: 36_864_000 },
  { id: 40, frame: 2_228_224, second: 83_558_400 },
  { id: 41, frame: 2_228_224, second: 160_432_128 },
  { id: 50, frame: 8_912_896, second: 311_951_360 },
  { id: 51, frame: 8_912_896, second: 588_251_136 },
  { id: 52, frame: 8_912_896, second: 1_176_502_272 },
];

/** Configurations to ask the browser for, in order of preference: the best profile first, by hardware where there is any. */
export function videoConfigs(
  target: Size & { format: 'mp4' | 'webm' },
  fps: Fps,
  bitrateBps: number,
): VideoEncoderConfig[] {
  return codecsFor(target, fps).flatMap((codec) =>
    (['prefer-hardware', 'no-preference'] as const).map((hardwareAcceleration): VideoEncoderConfig => ({
      codec,
      width: target.width,
      height: target.height,
      framerate: fpsNumber(fps),
      bitrate: bitrateBps,
      bitrateMode: 'variable',
      latencyMode: 'quality',
      hardwareAcceleration,
      ...(target.format === 'mp4' ? { avc: { format: 'avc' } } : {}),
    })),
  );
}

function codecsFor(target: Size & { format: 'mp4' | 'webm' }, fps: Fps): string[] {
  if (target.format === 'webm') return [`vp09.00.${vp9Level(target, fps)}.08`];
  const level = h264Level(target, fps).toString(16).padStart(2, '0');
  return PROFILES.map((profile) => `avc1.${profile}${level}`);
}

function h264Level({ width, height }: Size, fps: Fps): number {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = LEVELS.find(({ frame, second }) => blocks <= frame && blocks * fpsNumber(fps) <= second);
  return level?.id ?? 52;
}

function vp9Level({ width, height }: Size, fps: Fps): number {
  const samples = width * height;
  const level = VP9_LEVELS.find(({ frame, second }) => samples <= frame && samples * fpsNumber(fps) <= second);
  return level?.id ?? 52;
}
