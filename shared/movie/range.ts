/** A part of a movie as a movie of its own, whose every picture and sound is what the whole movie has there. Pure. */
import type { PlanScene, CutRamp, MoviePlan } from './movie-plan.ts';
import { clipFrameAt } from './movie-plan.ts';
import { fadedFrames } from './fade-level.ts';
import { fpsNumber } from './time.ts';
import { movieFileName, sanitizeTitle, scenePartName } from '../rules/file-names.ts';
import { formatDuration } from '../words/format.ts';
import type { ExportFormat } from '../entities/export-job.ts';

/** Frames of the movie, counted at its rate; `toFrame` is outside. */
export type MovieRange = { fromFrame: number; toFrame: number };

/** The frames of one scene, those that it shares with its neighbors included; null when the movie doesn't have it. */
export function sceneRange(plan: MoviePlan, sceneId: string): MovieRange | null {
  const scene = plan.scenes.find((one) => one.sceneId === sceneId);
  return scene ? { fromFrame: scene.startFrame, toFrame: scene.startFrame + scene.frameCount } : null;
}

/** Whether a range is all of the movie. */
export function isWholeMovie(plan: Pick<MoviePlan, 'frameCount'>, { fromFrame, toFrame }: MovieRange): boolean {
  return fromFrame <= 0 && toFrame >= plan.frameCount;
}

/**
 * The plan of a range of a whole movie. Where the range cuts a scene, text, transitions, sound and music go on as if nothing
 * was missing. What lies behind the movie's end is left out; an empty range is a movie without scenes.
 */
export function rangeOf(plan: MoviePlan, range: MovieRange): MoviePlan {
  if (isWholeMovie(plan, range)) return plan;
  const from = Math.max(0, range.fromFrame);
  const to = Math.min(plan.frameCount, range.toFrame);
  const scenes = plan.scenes.flatMap((scene, index) => {
    const part = partOfScene(plan, index, from, to);
    return part === null ? [] : [{ ...part, startFrame: Math.max(0, scene.startFrame - from) }];
  });
  return {
    ...plan,
    frameCount: Math.max(0, to - from),
    scenes,
    missingSceneNumbers: missingWithin(plan, scenes),
    partOf: { fromFrame: from, frameCount: plan.frameCount },
  };
}

/** The scene, or what the range leaves of it. */
function partOfScene(plan: MoviePlan, index: number, from: number, to: number): PlanScene | null {
  const scene = plan.scenes[index];
  if (scene === undefined) return null;
  const skipped = Math.max(0, from - scene.startFrame);
  const end = Math.min(scene.frameCount, to - scene.startFrame);
  const frameCount = end - skipped;
  if (frameCount <= 0) return null;
  const behind = scene.frameCount - end;
  const { head, tail } = fadedFrames(plan, index);
  // Fades show on the scenes beside it, which the range may leave out.
  if (skipped === 0 && behind === 0 && head === 0 && tail === 0) return scene;
  return {
    ...scene,
    inFrame: skipped === 0 ? scene.inFrame : clipFrameAt(scene, skipped, plan.fps),
    outFrame: behind === 0 ? scene.outFrame : clipFrameAt(scene, end - 1, plan.fps) + 1,
    frameCount,
    cut: {
      inFrame: scene.inFrame,
      outFrame: scene.outFrame,
      skippedFrames: skipped,
      fadeIn: blackRamp(plan, index, { going: plan.scenes[index - 1], frames: head, leftOut: skipped }),
      fadeOut: blackRamp(plan, index, { going: scene, frames: tail, leftOut: behind }),
      crossfade: crossfadeLeft(plan, index, from, to),
    },
  };
}

/** @param ramp with the scene whose transition it is */
function blackRamp(
  plan: MoviePlan,
  index: number,
  { going, frames, leftOut }: { going: PlanScene | undefined; frames: number; leftOut: number },
): CutRamp | null {
  if (frames === 0) return null;
  const asked = going?.transition?.sound === true ? going.transition.seconds / 2 : 0;
  const seconds = Math.min(asked, heardFrames(plan, index) / fpsNumber(plan.fps));
  return leftOut < Math.max(frames, seconds * fpsNumber(plan.fps)) ? { frames, leftOut, seconds } : null;
}

/** How long a scene is heard: a crossfade of pictures alone gives half of itself to the other scene's sound. */
function heardFrames({ scenes }: MoviePlan, index: number): number {
  const givenAway = [index - 1, index].map((at) => {
    const [going, coming] = [scenes[at], scenes[at + 1]];
    if (going?.transition?.kind !== 'crossfade' || going.transition.sound || coming === undefined) return 0;
    return (going.startFrame + going.frameCount - coming.startFrame) / 2;
  });
  return givenAway.reduce((left, frames) => left - frames, scenes[index]?.frameCount ?? 0);
}

function crossfadeLeft({ scenes, fps }: MoviePlan, index: number, from: number, to: number): CutRamp | null {
  const scene = scenes[index];
  const next = scenes[index + 1];
  if (scene === undefined || next === undefined || next.startFrame >= to) return null;
  const frames = scene.startFrame + scene.frameCount - next.startFrame;
  const leftOut = Math.max(0, from - next.startFrame);
  return leftOut < frames ? { frames, leftOut, seconds: frames / fpsNumber(fps) } : null;
}

/** The scene of which a range is all; null where it is more or less. */
export function sceneOfRange(plan: MoviePlan, { fromFrame, toFrame }: MovieRange): PlanScene | null {
  return (
    plan.scenes.find(({ startFrame, frameCount }) => startFrame === fromFrame && startFrame + frameCount === toFrame) ??
    null
  );
}

/** What the file of a range of a whole movie is called: by its scene, or by where it begins and ends. */
export function rangeFileName(plan: MoviePlan, range: MovieRange | null, format: ExportFormat): string {
  if (range === null || isWholeMovie(plan, range)) return movieFileName(plan.title, format);
  const scene = sceneOfRange(plan, range);
  if (scene !== null) return scenePartName(plan.title, scene.sceneNumber, format);
  const [from, to] = [range.fromFrame, Math.min(range.toFrame, plan.frameCount)].map((frame) =>
    formatDuration(frame / fpsNumber(plan.fps)),
  );
  return `${sanitizeTitle(plan.title)}-${sanitizeTitle(`${from}-to-${to}`)}.${format}`;
}

/** The scenes without a clip that belong between those that are left. */
function missingWithin(plan: MoviePlan, scenes: readonly PlanScene[]): number[] {
  const first = scenes[0]?.sceneNumber ?? Number.POSITIVE_INFINITY;
  const last = scenes.at(-1)?.sceneNumber ?? Number.NEGATIVE_INFINITY;
  return plan.missingSceneNumbers.filter((number) => number > first && number < last);
}
