/** How many pictures of a clip ffmpeg decodes. */
import { clipInput, ffmpegOutput, FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';

/** 0 where it decodes none at all. @throws an AbortError */
export async function countFrames(ffmpeg: Ffmpeg, path: string): Promise<number> {
  const args = [
    ...clipInput(path),
    '-map',
    '0:v:0',
    '-fps_mode',
    'passthrough',
    '-vf',
    'scale=16:16',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    'pipe:1',
  ];
  try {
    return (await ffmpegOutput(ffmpeg, args)).length / (16 * 16);
  } catch (error) {
    if (error instanceof FfmpegError) return 0;
    throw error;
  }
}
