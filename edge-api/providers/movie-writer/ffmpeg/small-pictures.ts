/** Very small copies of a file's pictures, decoded by ffmpeg. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import { ffmpegOutput, FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';
import { SMALL_PICTURE } from './video-graph.ts';

export type SmallPictures = {
  /** Arguments that open the file. */
  input: readonly string[];
  /** Times in microseconds, rising. */
  timesUs: readonly number[];
  /** Half of the time between two frames, at most: how far a time may be off. */
  toleranceUs: number;
  /** Whether all of them are key frames: nothing else is decoded then. */
  areKeys: boolean;
};

/** One for each time that the file has a picture at; fewer where it is damaged. @throws an AbortError */
export async function smallPictures(
  ffmpeg: Ffmpeg,
  { input, timesUs, toleranceUs, areKeys }: SmallPictures,
): Promise<Fingerprint[]> {
  if (timesUs.length === 0) return [];
  const script = 'pictures.txt';
  const choice = timesUs.map((us) => `between(t,${seconds(us - toleranceUs)},${seconds(us + toleranceUs)})`).join('+');
  await writeFile(join(ffmpeg.folder, script), `select='${choice}',${SMALL_PICTURE.filters}`);
  const args = [
    '-copyts',
    ...(areKeys ? ['-skip_frame', 'nokey'] : []),
    ...input,
    ...['-map', '0:v:0', '-filter_script:v', script, '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv444p', 'pipe:1'],
  ];
  try {
    const output = await ffmpegOutput(ffmpeg, args);
    return Array.from(
      { length: Math.floor(output.length / SMALL_PICTURE.bytes) },
      (_, at) => new Uint8Array(output.subarray(at * SMALL_PICTURE.bytes, (at + 1) * SMALL_PICTURE.bytes)),
    );
  } catch (error) {
    // A file that doesn't decode at all shows no picture.
    if (error instanceof FfmpegError) return [];
    throw error;
  }
}

function seconds(us: number): string {
  return (us / 1_000_000).toFixed(6);
}
