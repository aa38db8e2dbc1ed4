/** The bits per second that our engine asks its encoder for, so that all others are asked for the same. */
import { bitrateFor } from '#shared/export-plan/bitrate.ts';
import { probeFile } from '../helpers/ffprobe.ts';
import { BENCH_VIDEO } from './bench-window.ts';

/** @param size of the movie */
export async function askedBitrate(
  clips: readonly string[],
  size: { width: number; height: number } = BENCH_VIDEO,
): Promise<number> {
  const probed = await Promise.all([...new Set(clips)].map(probeFile));
  const pictures = probed.flatMap(({ streams }) => streams.filter(({ codec_type }) => codec_type === 'video'));
  const { width, height, fps } = BENCH_VIDEO;
  const made = pictures.map((stream) => ({
    width: stream.width ?? width,
    height: stream.height ?? height,
    bitrateBps: stream.bit_rate ?? 0,
  }));
  return bitrateFor({ width: size.width, height: size.height, format: 'mp4' }, { num: fps, den: 1 }, made);
}
