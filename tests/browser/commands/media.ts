/** What media tests in the browser ask Node for: clips that ffmpeg makes, and ffmpeg's word on what the browser wrote. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { withoutAacConfig } from '#tests/helpers/clips/patch-mp4.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { framesRgb, pcm, probeFile, type ProbedFile } from '#tests/helpers/ffprobe.ts';
import { checkMovieFile, type MovieExpectation, type MovieFigures } from '#tests/helpers/movie-check.ts';

/** The path of a clip, to be fetched through the test server. */
export const clipFile: BrowserCommand<[spec: ClipSpec]> = (_, spec) => clipPath(spec);

/** A clip after a trip through ffmpeg, in base64: other sound, other rates, other tags. */
export const convertedClip: BrowserCommand<[spec: ClipSpec, args: string[]]> = async (_, spec, args) => {
  const source = await clipPath(spec);
  return await inTemporaryFile(new Uint8Array(), async (path) => {
    await ffmpeg(['-i', source, ...args, path]);
    return await readFile(path, 'base64');
  });
};

/** The first picture of a clip as a file of its own, in base64; the ending says of which kind. */
export const stillPicture: BrowserCommand<[spec: ClipSpec, ending: string, args: string[]]> = async (
  _,
  spec,
  ending,
  args,
) => {
  const path = join(tmpdir(), `storyreel-test-${randomUUID()}.${ending}`);
  try {
    await ffmpeg(['-i', await clipPath(spec), ...args, path]);
    return await readFile(path, 'base64');
  } finally {
    await rm(path, { force: true });
  }
};

/** The sound of a clip as an M4A that doesn't describe its AAC, in base64. */
export const undescribedAac: BrowserCommand<[spec: ClipSpec]> = async (_, spec) => {
  const source = await clipPath(spec);
  return await inTemporaryFile(new Uint8Array(), async (path) => {
    await ffmpeg(['-i', source, '-vn', '-c:a', 'aac', '-f', 'ipod', path]);
    return withoutAacConfig(await readFile(path)).toString('base64');
  });
};

/** Figures of a movie; throws with every expectation that it fails. */
export const checkMovie: BrowserCommand<[base64: string, expectation: MovieExpectation]> = (
  _,
  base64,
  expectation,
): Promise<MovieFigures> => inTemporaryFile(Buffer.from(base64, 'base64'), (path) => checkMovieFile(path, expectation));

export const probeMovie: BrowserCommand<[base64: string]> = (_, base64): Promise<ProbedFile> =>
  inTemporaryFile(Buffer.from(base64, 'base64'), probeFile);

/** Pixels of some frames in base64: red, green and blue by turns, scaled to a size. */
export const movieFrames: BrowserCommand<
  [base64: string, frames: number[], size: { width: number; height: number }]
> = (_, base64, frames, size) =>
  inTemporaryFile(Buffer.from(base64, 'base64'), async (path) =>
    (await framesRgb(path, frames, size)).map((pixels) => Buffer.from(pixels).toString('base64')),
  );

/** Loudness (root mean square) of each piece of the movie's sound, mono. */
export const soundLevels: BrowserCommand<[base64: string, pieceSeconds: number]> = (_, base64, pieceSeconds) =>
  inTemporaryFile(Buffer.from(base64, 'base64'), async (path) => {
    const samples = await pcm(path);
    const length = Math.round(pieceSeconds * 48_000);
    const pieces = Array.from({ length: Math.floor(samples.length / length) }, (_unused, index) =>
      samples.subarray(index * length, (index + 1) * length),
    );
    return pieces.map((piece) => Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length));
  });

async function inTemporaryFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `storyreel-test-${randomUUID()}.mp4`);
  try {
    await writeFile(path, bytes);
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    clipFile(spec: ClipSpec): Promise<string>;
    convertedClip(spec: ClipSpec, args: string[]): Promise<string>;
    stillPicture(spec: ClipSpec, ending: string, args: string[]): Promise<string>;
    undescribedAac(spec: ClipSpec): Promise<string>;
    checkMovie(base64: string, expectation: MovieExpectation): Promise<MovieFigures>;
    probeMovie(base64: string): Promise<ProbedFile>;
    movieFrames(base64: string, frames: number[], size: { width: number; height: number }): Promise<string[]>;
    soundLevels(base64: string, pieceSeconds: number): Promise<number[]>;
  }
}
