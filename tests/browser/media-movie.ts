/** Builds plans of look-alike clips, exports them through the real worker, and reads the file back. */
import { commands } from 'vitest/browser';
import { usFromSeconds, type Fps } from '#shared/movie/time.ts';
import { type MoviePlan, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
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
import type { MovieExpectation } from '#tests/helpers/movie-check.ts';
import { expectationOfPlan, P360, P720, type SceneWishes } from '#tests/helpers/movie-of-clips.ts';

export type SceneSpec = SceneWishes & { file: Blob };

export { P360, P720 };
export const P1080: ExportTarget = { width: 1920, height: 1080, format: 'mp4', label: '1080p' };

/** A look-alike clip's file. */
export async function clip(spec: ClipSpec): Promise<Blob> {
  const path = await commands.clipFile(spec);
  const response = await fetch(`/@fs${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.blob();
}

/** A look-alike clip after a trip through ffmpeg. */
export async function converted(spec: ClipSpec, args: string[]): Promise<Blob> {
  return new Blob([fromBase64(await commands.convertedClip(spec, args))]);
}

/** The plan of scenes, by what the clips' files say of themselves. */
export async function planOf(
  specs: readonly SceneSpec[],
  fps?: Fps,
): Promise<{ plan: MoviePlan; sources: ExportInput['sources'] }> {
  const scenes: PlanScene[] = [];
  const sources: ExportInput['sources'] = {};
  let startFrame = 0;
  let movieFps = fps;
  for (const spec of specs) {
    const facts = await clipSummary(spec.file);
    movieFps ??= facts.fps;
    // Encoded stretches are kept by this name, so it must be the content's own.
    const sha256 = await hashOf(spec.file);
    sources[sha256] = { kind: 'blob', blob: spec.file };
    const inFrame = spec.inFrame ?? 0;
    const outFrame = spec.outFrame ?? facts.frameCount;
    const frameCount = Math.round(
      ((outFrame - inFrame) * facts.fps.den * movieFps.num) / (facts.fps.num * movieFps.den),
    );
    const before = scenes.at(-1);
    // As the movie plan has it: a crossfade lets two scenes overlap.
    if (before?.transition?.kind === 'crossfade')
      startFrame -= Math.round((before.transition.seconds * movieFps.num) / movieFps.den);
    scenes.push({
      sceneId: `${scenes.length}`,
      sceneNumber: spec.number,
      title: `Scene ${spec.number}`,
      clip: {
        sha256,
        url: '',
        sizeBytes: spec.file.size,
        width: facts.width,
        height: facts.height,
        fps: facts.fps,
        frameCount: facts.frameCount,
        hasAudio: facts.hasAudio,
      },
      inFrame,
      outFrame,
      startFrame,
      frameCount,
      overlays: spec.overlays ?? [],
      gainDb: spec.gainDb ?? 0,
      muted: spec.muted ?? false,
      fadeInSeconds: spec.fadeInSeconds ?? 0,
      fadeOutSeconds: spec.fadeOutSeconds ?? 0,
      transition: spec.transition ?? null,
    });
    startFrame += frameCount;
  }
  const first = scenes[0];
  if (first === undefined || movieFps === undefined) throw new Error('A movie needs a scene');
  const plan: MoviePlan = {
    projectId: 'p',
    title: 'Movie',
    author: null,
    fps: movieFps,
    width: first.clip.width,
    height: first.clip.height,
    frameCount: startFrame,
    scenes,
    audio: [],
    levelling: false,
    missingSceneNumbers: [],
  };
  return { plan, sources };
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
  return { ...movie, base64: toBase64(new Uint8Array(await movie.file.arrayBuffer())) };
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

export function overlay(
  text: string,
  startSeconds: number,
  endSeconds: number,
  rest: Partial<PlanOverlay> = {},
): PlanOverlay {
  return {
    text,
    fontSize: 48,
    color: '#FFFFFF',
    position: 'center',
    startUs: usFromSeconds(startSeconds),
    endUs: usFromSeconds(endSeconds),
    ...rest,
  };
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
