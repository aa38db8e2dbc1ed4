/** Writes movies with the system's ffmpeg. */
import type { MovieWriter } from '../port.ts';
import { writerWords } from '../words.ts';
import { abilitiesOf, checkFfmpeg } from './check-ffmpeg.ts';
import { needsFfmpeg } from './needs-ffmpeg.ts';
import { FfmpegError } from './run-ffmpeg.ts';
import { writeMovie } from './write-movie.ts';
import { createWritingMeter } from './writing-meter.ts';

export type WriterOptions = {
  /** Path of ffmpeg; null where there is none: then movies that need no encoding are still written. */
  program: string | null;
  /** Folder of the web app's own files, in which the overlay family lies under `fonts`. */
  fontFolder: string;
};

export function ffmpegMovies({ program, fontFolder }: WriterOptions): MovieWriter {
  return {
    check: (signal) => checkFfmpeg(program, signal),
    needsFfmpeg,
    async write(order, signal, onProgress) {
      const version = program === null ? null : await versionOf(program, signal);
      const maker = version === null ? writerWords.withoutFfmpeg : writerWords.ffmpeg({ version });
      const meter = createWritingMeter(onProgress);
      // One that doesn't run is as good as none: what needs no encoding is still written.
      const working = version === null ? null : program;
      return await writeMovie(order, { program: working, maker, fontFolder, signal, meter });
    },
  };
}

async function versionOf(program: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await abilitiesOf(program, signal)).version;
  } catch (error) {
    if (error instanceof FfmpegError) return null;
    throw error;
  }
}
