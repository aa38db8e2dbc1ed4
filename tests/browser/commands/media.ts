/** What media tests in the browser ask Node for: clips that ffmpeg makes, and ffmpeg's word on what the browser wrote. */
import { readFile } from 'node:fs/promises';
import type { BrowserCommand } from 'vitest/node';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { framesRgb, pcm, probeFile, type ProbedFile } from '#tests/helpers/ffprobe.ts';
import { inTemporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { checkMovieFile, type MovieExpectation, type MovieFigures } from '#tests/helpers/movie-check.ts';

/** The path of a clip, to be fetched through the test server. */
export const clipFile: BrowserCommand<[spec: ClipSpec]> = (_, spec) => clipPath(spec);

/** What ffmpeg makes of a clip, in base64; for arguments that no other run asks for again. */
export const freshFile: BrowserCommand<[spec: ClipSpec, ending: string, args: string[]]> = (_, spec, ending, args) =>
  inTemporaryFolder(async (folder) => {
    const path = folder.path(`made.${ending}`);
    await ffmpeg(['-i', await clipPath(spec), ...args, path]);
    return await readFile(path, 'base64');
  });

/** Figures of a movie; throws with every expectation that it fails. */
export const checkMovie: BrowserCommand<[base64: string, expectation: MovieExpectation]> = (
  _,
  base64,
  expectation,
): Promise<MovieFigures> => withMovie(base64, (path) => checkMovieFile(path, expectation));

export const probeMovie: BrowserCommand<[base64: string]> = (_, base64): Promise<ProbedFile> =>
  withMovie(base64, probeFile);

/** Pixels of some frames in base64: red, green and blue by turns, scaled to a size. */
export const movieFrames: BrowserCommand<
  [base64: string, frames: number[], size: { width: number; height: number }]
> = (_, base64, frames, size) =>
  withMovie(base64, async (path) =>
    (await framesRgb(path, frames, size)).map((pixels) => Buffer.from(pixels).toString('base64')),
  );

/** Loudness (root mean square) of each piece of the movie's sound, mono. */
export const soundLevels: BrowserCommand<[base64: string, pieceSeconds: number]> = (_, base64, pieceSeconds) =>
  withMovie(base64, async (path) => {
    const samples = await pcm(path);
    const length = Math.round(pieceSeconds * 48_000);
    const pieces = Array.from({ length: Math.floor(samples.length / length) }, (_unused, index) =>
      samples.subarray(index * length, (index + 1) * length),
    );
    return pieces.map((piece) => Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length));
  });

/** @param use what is asked of the movie, by its path */
export async function withMovie<T>(base64: string, use: (path: string) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async ({ file }) => use(await file('movie.mp4', Buffer.from(base64, 'base64'))));
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    clipFile(spec: ClipSpec): Promise<string>;
    freshFile(spec: ClipSpec, ending: string, args: string[]): Promise<string>;
    checkMovie(base64: string, expectation: MovieExpectation): Promise<MovieFigures>;
    probeMovie(base64: string): Promise<ProbedFile>;
    movieFrames(base64: string, frames: number[], size: { width: number; height: number }): Promise<string[]>;
    soundLevels(base64: string, pieceSeconds: number): Promise<number[]>;
  }
}
