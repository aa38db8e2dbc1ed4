/** A movie of what people bring, in each place that plays or writes it: the preview, this browser's export, the server's. */
import { commands } from 'vitest/browser';
import { MediaFailure } from '#media/failures.ts';
import { openClip } from '#media/probe/open-clip.ts';
import { startExport } from '#media/worker/client.ts';
import { createPlayer } from '#player/create-player.ts';
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import { fitRect } from '#shared/movie/fit-rect.ts';
import { clipFrameAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import { clipsOf } from '#tests/helpers/playback/player-stage.ts';
import { base64Of, hashOf, inputOf, openOutput, P360, picturesOf, planOf } from './media-movie.ts';
import { takeIn } from './opfs.ts';
import { unlikePicturesAt } from './preview-checks.ts';
import { apartFromServerDb, base64Files, fileOf, soundDifferenceDb, type Project } from './preview-parity.ts';

/** For one file on all its ways. */
export const LONGEST_MS = 100_000;

/** Before encoding, of full scale. */
const MOST_DB = -60;
const MOST_SOUND_OFFSET_MS = 5;
const LEAST = { preview: 0.99, server: 0.97 };
/** So that what is compared is not the encoders' own loss. */
export const BITRATE_SCALE = 4;
/** Cells of narrower markers are too few pixels wide to be told apart. */
const LEAST_MARKER_WIDTH = 200;
const LEAST_MARKER_HEIGHT = 60;

/** What tests say of a clip that no place gets wrong. */
export const RIGHT = 'right everywhere';

export type Likeness = { preview: number; server: number };

export type Everywhere = Project & {
  /** Whether the pictures of its last scene carry numbers. */
  isNumbered: boolean;
  /** Whole files come out alike everywhere; of damaged ones each decoder makes what it can. */
  isWhole: boolean;
  /** Of structural similarity, to the preview and to the server; left out for what all three decode and convert alike. */
  least?: Likeness;
};

/** Takes a file in. @returns what is wrong with that, a sentence that names the file, or null */
export async function tryTakingIn(file: File, kind: OwnFileKind, signal: AbortSignal) {
  const taken = await takeIn(file, [kind], { signal });
  if (!taken.ok) {
    const isNamed = taken.sentence.includes(file.name) && taken.sentence.endsWith('.');
    return { taken, problem: isNamed ? null : taken.sentence };
  }
  return { taken, problem: taken.file.sha256 === (await hashOf(file)) ? null : 'another hash' };
}

/** What is wrong with a clip from its import on: a sentence of ours, or a problem; null where it is right everywhere. */
export async function outcomeOf(file: File, signal: AbortSignal, isNumbered = true): Promise<string | null> {
  const { taken, problem } = await tryTakingIn(file, 'clip', signal);
  if (problem !== null) return problem;
  if (!taken.ok) return taken.sentence;
  try {
    const { plan, sources } = await planOf([{ file, number: 1 }]);
    return await problemEverywhere({ plan, sources, isNumbered, isWhole: true }, signal);
  } catch (error) {
    if (isTold(error)) return error.message;
    throw error;
  }
}

/** What is wrong with a movie anywhere. @throws MediaFailure where this browser can't export it, an error where anything hangs */
export async function problemEverywhere(movie: Everywhere, signal: AbortSignal): Promise<string | null> {
  const { plan, sources, isWhole } = movie;
  const input = { ...inputOf(plan, sources, P360), bitrateScale: BITRATE_SCALE };
  const { receipt } = await startExport(input, { signal });
  const bytes = await base64Of(await openOutput(input));
  const { video } = await commands.probeMovie(bytes);
  if (video?.width !== P360.width || receipt.checks.frameCount !== plan.frameCount)
    return `the browser's: ${JSON.stringify({ video, checks: receipt.checks })}`;
  return (isWhole ? await wrongMarker(movie, bytes) : null) ?? (await problemElsewhere(movie, bytes, signal));
}

/** What is wrong with what the preview shows of a movie, or the server writes, beside this browser's. */
export async function problemElsewhere(movie: Everywhere, bytes: string, signal: AbortSignal): Promise<string | null> {
  return (
    (await unless(signal, movie.isWhole ? previewProblem(movie) : previewHang(movie))) ??
    (await unless(signal, serverProblem(movie, bytes)))
  );
}

async function previewProblem({ least = LEAST, ...project }: Everywhere): Promise<string | null> {
  const looked = await onStage(project, ({ it, shown, stage }) =>
    unlikePicturesAt({ it, shown }, stage, project, framesOf(lastScene(project.plan))),
  );
  const unlike = looked.filter(({ likeness }) => likeness < least.preview);
  if (unlike.length > 0) return `the preview's pictures: ${JSON.stringify(unlike)}`;
  const apartDb = await soundDifferenceDb(project, 0);
  return apartDb < MOST_DB ? null : `the preview's sound is ${apartDb} dB apart`;
}

/** A picture or a problem that is told; anything but waiting forever. */
async function previewHang(project: Project): Promise<string | null> {
  await onStage(project, async ({ it, shown }) => {
    for (const frame of framesOf(lastScene(project.plan))) {
      it.seek(frameTimeUs(frame, project.plan.fps));
      while (shown.at(-1) !== frame && it.getState().problem === null) await new Promise(requestAnimationFrame);
    }
  });
  return null;
}

type OnStage = { it: ReturnType<typeof createPlayer>; shown: number[]; stage: HTMLElement };

async function onStage<T>({ plan, sources }: Project, use: (on: OnStage) => Promise<T>): Promise<T> {
  const stage = document.createElement('div');
  Object.assign(stage.style, { position: 'relative', width: '640px', height: '360px' });
  document.body.append(stage);
  const shown: number[] = [];
  const it = createPlayer({ stage, plan, clips: clipsOf(sources).clips, onShown: (frame) => shown.push(frame) });
  try {
    return await use({ it, shown, stage });
  } finally {
    it.close();
    stage.remove();
  }
}

/** The first, the middle, and the last of a scene. */
function framesOf({ startFrame, frameCount }: PlanScene): number[] {
  return [...new Set([0, frameCount >> 1, frameCount - 1])].map((at) => startFrame + at);
}

function lastScene({ scenes }: MoviePlan): PlanScene {
  const scene = scenes.at(-1);
  if (scene === undefined) throw new Error('A movie needs a scene');
  return scene;
}

/** What the last scene shows in the browser's movie that isn't the frame that belongs there, by ffmpeg's word on its clip. */
async function wrongMarker({ plan, sources, isNumbered }: Everywhere, movie: string): Promise<string | null> {
  const scene = lastScene(plan);
  const file = fileOf(sources, scene.clip.sha256);
  const box = fitRect(scene.clip, P360);
  const isReadable = Math.min(box.width, scene.clip.width) >= LEAST_MARKER_WIDTH && box.height >= LEAST_MARKER_HEIGHT;
  if (!isNumbered || !isReadable || file === null) return null;
  const frames = framesOf(scene);
  const { facts, close } = await openClip(file);
  close();
  const own = frames.map((frame) => frameOnScreen(facts.video, clipFrameAt(scene, frame - scene.startFrame, plan.fps)));
  const shown = await picturesOf(movie, frames, P360);
  const distinct = [...new Set(own)];
  const wanted = await picturesOf(await base64Of(file), distinct, { width: box.width, height: box.height });
  for (const [at, frame] of frames.entries()) {
    const marker = readMarker(croppedRgb(shown[at] ?? new Uint8Array(), box), box.width, box.height);
    const right = readMarker(wanted[distinct.indexOf(own[at] ?? 0)] ?? new Uint8Array(), box.width, box.height);
    if (right === null || !sameValue(marker, right))
      return `frame ${frame} shows ${JSON.stringify(marker)}, not ${JSON.stringify(right)}`;
  }
  return null;
}

function croppedRgb(pixels: Uint8Array, { x, y, width, height }: ReturnType<typeof fitRect>): Uint8Array {
  const cropped = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * P360.width + x) * 3;
    cropped.set(pixels.subarray(from, from + width * 3), row * width * 3);
  }
  return cropped;
}

async function serverProblem(movie: Everywhere, browser: string): Promise<string | null> {
  const { plan, sources, isWhole, least = LEAST } = movie;
  const files = await base64Files(sources);
  const made = await commands.tryOnServer({ plan, target: P360, files, movie: browser, bitrateScale: BITRATE_SCALE });
  if ('sentence' in made) return isWhole || !isSentence(made.sentence) ? `the server: ${made.sentence}` : null;
  const { likeness, mix } = made;
  const [browserFrames, serverFrames] = likeness.frames;
  if (serverFrames !== browserFrames) return `the server's frames: ${serverFrames}, not ${browserFrames}`;
  if (!isWhole) return null;
  const isAlike =
    likeness.worstSsim >= least.server &&
    likeness.hasSound[0] === likeness.hasSound[1] &&
    Math.abs(likeness.soundOffsetMs ?? 0) <= MOST_SOUND_OFFSET_MS;
  if (!isAlike) return `the server's: ${JSON.stringify(likeness)}`;
  const apartDb = await apartFromServerDb(movie, mix);
  return apartDb < MOST_DB ? null : `the server's sound is ${apartDb} dB apart`;
}

/** Whether a failure is one that a person is told in a sentence, and not a fault of ours. */
export function isTold(error: unknown): error is MediaFailure {
  return error instanceof MediaFailure && error.code !== 'internal' && isSentence(error.message);
}

function isSentence(text: string): boolean {
  return /^[A-Z“].*\.$/s.test(text);
}

/** @throws what the signal says, for work that can't be stopped */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { signal: stop.signal });
      }),
    ]);
  } finally {
    stop.abort();
  }
}
