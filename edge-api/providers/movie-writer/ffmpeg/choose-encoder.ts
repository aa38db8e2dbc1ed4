/** Tries ffmpeg's encoders before they are relied on: what it lists says little about what works. */
import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { videoArgs, type VideoSettings } from './encoder-settings.ts';
import { readEncoded } from './encoded-packets.ts';
import { openSource } from './files.ts';
import { ffmpegOutput, type Ffmpeg } from './run-ffmpeg.ts';

/** Frames that are encoded for a trial. */
const TRIAL_FRAMES = 3;

/**
 * The configuration record that the encoder gives with just these settings; null for VP9, which has none.
 * @throws FfmpegError where it doesn't encode, or an AbortError
 */
export async function trialRecord(ffmpeg: Ffmpeg, settings: VideoSettings): Promise<Uint8Array | null> {
  const { width, height, format } = settings.target;
  const black = Buffer.alloc((width * height * 3) / 2, 128);
  black.fill(16, 0, width * height);
  const rate = `${settings.fps.num}/${settings.fps.den}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', rate, '-i', 'pipe:0'];
  const frames = Buffer.concat(Array.from({ length: TRIAL_FRAMES }, () => black));
  const output = await ffmpegOutput(ffmpeg, [...input, ...videoArgs(settings, [0])], frames);
  if (format === 'webm') return null;
  const path = join(ffmpeg.folder, 'trial.mp4');
  await writeFile(path, output);
  const source = await openSource(path);
  try {
    return (await readEncoded(source)).record;
  } finally {
    await source.close();
    await rm(path, { force: true });
  }
}
