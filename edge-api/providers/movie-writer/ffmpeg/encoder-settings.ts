/** What ffmpeg's encoders are asked for. The same settings every time give the same parameter sets. */
import { codesFromTags } from '#shared/color/color-codes.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { fpsNumber, type Fps } from '#shared/movie/time.ts';

export type VideoSettings = {
  target: Pick<ExportTarget, 'width' | 'height' | 'format'>;
  fps: Fps;
  bitrateBps: number;
  /** Of the movie. VP9 says it in its pictures; the parameter sets of H.264 get it when they are written. */
  color: ColorTags;
};

/** A key frame at least this often, for seeking; as in the browser's export. */
const KEY_FRAME_SECONDS = 10;
/** Short enough that ffmpeg soon notices when nobody reads any more, in microseconds. */
const FRAGMENT_US = 500_000;

/** @param keyFrames numbers of frames that are to decode by themselves */
export function videoArgs({ target, fps, bitrateBps, color }: VideoSettings, keyFrames: readonly number[]): string[] {
  const rate = `${fps.num}/${fps.den}`;
  return [
    ...['-r', rate, '-fps_mode', 'cfr', '-pix_fmt', 'yuv420p'],
    ...(target.format === 'webm' ? [...VP9, ...colorArgs(color)] : H264),
    ...['-b:v', String(bitrateBps), '-g', String(Math.max(1, Math.round(KEY_FRAME_SECONDS * fpsNumber(fps))))],
    ...['-force_key_frames', `expr:${keyFrames.map((frame) => `eq(n,${frame})`).join('+')}`],
    ...['-map_metadata', '-1', '-an', '-fflags', '+bitexact'],
    ...FRAGMENTED,
    'pipe:1',
  ];
}

/** How ffmpeg is told the colors of what it writes; nothing where they are left open. */
export function colorArgs(color: ColorTags): string[] {
  const codes = codesFromTags(color);
  if (codes === null) return [];
  return [
    ...['-color_primaries', String(codes.primaries), '-color_trc', String(codes.transfer)],
    ...['-colorspace', String(codes.matrix), '-color_range', codes.fullRange ? 'pc' : 'tv'],
  ];
}

/** An MP4 that needs no seeking back, as it goes through a pipe, and whose times are exact, for VP9 too. */
const FRAGMENTED = [
  ...['-f', 'mp4', '-movflags', '+empty_moov+default_base_moof', '-frag_duration', String(FRAGMENT_US)],
];

const H264 = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-forced-idr', '1', '-flags', '+global_header'],
];

/** `good` at this speed is what a person waits for; rows of tiles let more cores work. */
const VP9 = [
  ...['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '4', '-row-mt', '1', '-tile-columns', '2'],
  ...['-auto-alt-ref', '1', '-lag-in-frames', '16'],
];
