/** Bit-exactness: the decoded pictures of a movie held against those of the clips that they were copied from. */
import { runTool } from '../clips/run-ffmpeg.ts';

export type DecodedVideo = {
  /** Time in units of the frame rate, as ffmpeg hands raw pictures on, and the hash of the raw picture, in order of presentation. */
  frames: { pts: number; md5: string }[];
  /** What ffmpeg complained of, line by line; empty for a sound file. */
  errors: string[];
};

/** A run of frames that must be the same in the movie and in a source; numbers count from 0. */
export type CopiedRange = { movieFrame: number; source: string; sourceFrame: number; frameCount: number };

/** Decodes all pictures as they are: no scaling, none dropped or doubled, edit lists honoured. */
export async function decodedVideo(path: string): Promise<DecodedVideo> {
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    '-',
  ];
  const { stdout, stderr, code } = await runTool('ffmpeg', args);
  const errors = linesOf(stderr);
  if (code !== 0 && errors.length === 0) errors.push(`ffmpeg ended with ${code}`);
  const rows = linesOf(stdout.toString('utf8')).filter((line) => !line.startsWith('#'));
  return {
    frames: rows.map((line) => {
      const [, , pts = '', , , md5 = ''] = line.split(',').map((word) => word.trim());
      return { pts: Number(pts), md5 };
    }),
    errors,
  };
}

/** One sentence for every copied frame that is not what its source shows, and for every complaint of the decoder. */
export async function copyProblems(moviePath: string, ranges: readonly CopiedRange[]): Promise<string[]> {
  const movie = await decodedVideo(moviePath);
  const problems = movie.errors.map((line) => `decoding: ${line}`);
  const sources = new Map<string, DecodedVideo>();
  for (const { movieFrame, source, sourceFrame, frameCount } of ranges) {
    const decoded = sources.get(source) ?? (await decodedVideo(source));
    sources.set(source, decoded);
    for (let offset = 0; offset < frameCount; offset += 1) {
      const shown = movie.frames[movieFrame + offset]?.md5;
      const wanted = decoded.frames[sourceFrame + offset]?.md5;
      if (shown === undefined || shown !== wanted)
        problems.push(
          `frame ${movieFrame + offset} is ${shown === undefined ? 'missing' : 'not'} frame ${sourceFrame + offset} of ${source}`,
        );
    }
  }
  return problems;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
