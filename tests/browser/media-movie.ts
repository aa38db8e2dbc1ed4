/** Builds plans of look-alike clips, exports them through the real worker, and reads the file back. */
import { commands } from 'vitest/browser';
import type { Fps } from '#shared/movie/time.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import {
  startExport,
  type ExportInput,
  type ExportOptions,
  type ExportResult,
  type ExportTarget,
  type OverlayFont,
} from '#media/worker/client.ts';
import { MediaFailure } from '#media/failures.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import type { Verdict } from '#tests/helpers/readers/judge-movie.ts';
import type { MovieExpectation } from '#tests/helpers/movie-check.ts';
import {
  expectationOfPlan,
  overlay,
  P360,
  P720,
  planOfScenes,
  type SceneWishes,
} from '#tests/helpers/movie-of-clips.ts';

export type SceneSpec = SceneWishes & { file: Blob };

export { overlay, P360, P720 };
export const P1080: ExportTarget = { width: 1920, height: 1080, format: 'mp4', label: '1080p' };

/** A file of the clips' pool. */
export async function fileAt(path: string): Promise<Blob> {
  const response = await fetch(`/@fs${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.blob();
}

/** A look-alike clip's file. */
export async function clip(spec: ClipSpec): Promise<Blob> {
  return await fileAt(await commands.clipFile(spec));
}

/** A look-alike clip after a trip through ffmpeg. */
export async function converted(spec: ClipSpec, args: readonly string[], ending?: string): Promise<Blob> {
  return await fileAt(await commands.convertedFile(spec, args, ending));
}

/** A scene, and where its clip lies for other readers. */
export type SourceSpec = SceneSpec & { path: string };

/** A scene of a look-alike clip. @param args of ffmpeg, for a clip as another program would have made it */
export async function sourceOf(
  spec: ClipSpec,
  rest: Partial<SceneSpec> = {},
  args?: readonly string[],
): Promise<SourceSpec> {
  const path = await (args === undefined ? commands.clipFile(spec) : commands.convertedFile(spec, args));
  return { file: await fileAt(path), path, number: spec.sceneNumber, ...rest };
}

/** What independent readers say of a movie, held against everything that was promised of it. */
export async function verdictOf(movie: Movie, sources: readonly SourceSpec[]): Promise<Verdict> {
  const paths = sources.map(({ path }) => path);
  return await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, movie.result.receipt, paths));
}

/** The plan of scenes, by what the clips' files say of themselves. */
export async function planOf(
  specs: readonly SceneSpec[],
  fps?: Fps,
): Promise<{ plan: MoviePlan; sources: ExportInput['sources'] }> {
  const sources: ExportInput['sources'] = {};
  const scenes = await Promise.all(
    specs.map(async ({ file, ...wishes }) => {
      // Encoded stretches are kept by this name, so it must be the content's own.
      const sha256 = await hashOf(file);
      sources[sha256] = { kind: 'blob', blob: file };
      return { wishes, clip: { ...(await clipSummary(file)), sha256, url: '' } };
    }),
  );
  return { plan: planOfScenes(scenes, fps), sources };
}

export type WrittenMovie = { plan: MoviePlan; result: ExportResult; file: File };
export type Movie = WrittenMovie & { base64: string };

type MovieOptions = ExportOptions & {
  fps?: Fps;
  change?: (plan: MoviePlan) => MoviePlan;
  music?: Blob;
  leavesOutSound?: boolean;
  bitrateScale?: number;
};

/** Exports through the worker into OPFS and reads the file. */
export async function makeMovie(
  specs: readonly SceneSpec[],
  target: ExportTarget,
  options: MovieOptions = {},
): Promise<Movie> {
  const movie = await writeMovie(specs, target, options);
  return { ...movie, base64: await base64Of(movie.file) };
}

/** Exports through the worker into OPFS and leaves the file there: a long movie is too large for one string. */
export async function writeMovie(
  specs: readonly SceneSpec[],
  target: ExportTarget,
  options: MovieOptions = {},
): Promise<WrittenMovie> {
  const { plan: whole, sources } = await planOf(specs, options.fps);
  const plan = options.change?.(whole) ?? whole;
  for (const { mediaId } of plan.audio)
    if (options.music !== undefined) sources[mediaId] = { kind: 'blob', blob: options.music };
  const input = inputOf(
    plan,
    sources,
    target,
    plan.scenes.some((scene) => scene.overlays.length > 0) ? await fonts() : [],
  );
  const { leavesOutSound = false, bitrateScale } = options;
  const result = await startExport({ ...input, leavesOutSound, bitrateScale }, options).catch(tellDetail);
  return { plan, result, file: await openOutput(input) };
}

/** A failed check says to people that it failed, and to us what it found. */
function tellDetail(error: unknown): never {
  if (error instanceof MediaFailure && error.facts.detail !== undefined) error.message += ` (${error.facts.detail})`;
  throw error;
}

export function inputOf(
  plan: MoviePlan,
  sources: ExportInput['sources'],
  target: ExportTarget,
  overlayFonts: OverlayFont[] = [],
): ExportInput {
  const jobId = crypto.randomUUID();
  return {
    jobId,
    plan,
    target,
    sources,
    fonts: overlayFonts,
    output: { kind: 'opfs', path: { directories: ['exports'], name: `${jobId}.${target.format}` } },
    leavesOutSound: false,
    madeAt: Date.UTC(2026, 10, 21),
  };
}

/** @throws NotFoundError where there is no such file */
export async function openOutput({ output }: Pick<ExportInput, 'output'>): Promise<File> {
  if (output.kind !== 'opfs') throw new Error('The movie is no file in the origin private file system');
  let directory = await navigator.storage.getDirectory();
  for (const name of output.path.directories) directory = await directory.getDirectoryHandle(name);
  return await (await directory.getFileHandle(output.path.name)).getFile();
}

/** What ffmpeg shall find. */
export function expectationOf(
  specs: readonly SceneSpec[],
  { plan }: Pick<Movie, 'plan'>,
  target: ExportTarget,
  clicks = true,
): MovieExpectation {
  return expectationOfPlan(plan, target, (index) => specs[index]?.number ?? 0, clicks);
}

export async function fonts(): Promise<OverlayFont[]> {
  return await Promise.all(
    overlayFontFiles.map(async ({ path, weight, unicodeRange }) => ({
      weight,
      data: await (await fetch(path)).arrayBuffer(),
      unicodeRange,
    })),
  );
}

/** Red, green and blue by turns of a movie's frames, as ffmpeg decodes and scales them. */
export async function picturesOf(
  base64: string,
  frames: readonly number[],
  size: { width: number; height: number },
): Promise<Uint8Array[]> {
  return (await commands.movieFrames(base64, [...frames], size)).map(fromBase64);
}

/** Mean difference of two pictures, 0 to 255. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a, (value, at) => Math.abs(value - (b[at] ?? 0))).reduce((sum, one) => sum + one, 0) / a.length;
}

/** SHA-256 in hexadecimal, by which a plan names a clip. */
export async function hashOf(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

export async function base64Of(file: Blob): Promise<string> {
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}
