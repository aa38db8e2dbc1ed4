/**
 * The one description of a movie that preview, browser export and server export are made from.
 * Plain data: it can be posted to a worker, stored with an export and compared.
 */
import type { PublicAudio } from '../entities/movie-audio.ts';
import type { Project } from '../entities/project.ts';
import type { Scene, Transition } from '../entities/scene.ts';
import type { TextLook, TextOverlay } from '../entities/text-overlay.ts';
import { limits } from '../limits.ts';
import { overlapFrames } from '../rules/overlap.ts';
import { inPlayOrder } from '../rules/scene-order.ts';
import { sceneWithSegmentsStatus } from '../rules/project-status.ts';
import { playedSegment } from '../rules/segments.ts';
import { playedFrames } from '../rules/trims.ts';
import { FPS_24, fpsNumber, frameTimeUs, sameFps, samplesAt, usFromSeconds, type Fps } from './time.ts';

/** What is known of a clip's file. */
export type PlanClip = {
  sha256: string;
  /** Address on the server, for where the file is not on this device. */
  url: string;
  sizeBytes: number;
  width: number;
  height: number;
  fps: Fps;
  frameCount: number;
  hasAudio: boolean;
};

/** An overlay in clip time (before the trim), so that a trim hides it without moving it. */
export type PlanOverlay = Pick<TextOverlay, 'text' | 'fontSize' | 'color' | 'position'> & {
  /** Microseconds of the clip; clamped to the clip. */
  startUs: number;
  endUs: number;
  /** Missing where it is plain. */
  style?: TextLook | undefined;
  /** How long it comes and goes; together never longer than it is seen. Missing where it does so at once. */
  fadeInUs?: number | undefined;
  fadeOutUs?: number | undefined;
};

export type PlanScene = {
  sceneId: string;
  sceneNumber: number;
  title: string;
  clip: PlanClip;
  /** First played frame of the clip, and one past the last, counted at the clip's own rate. */
  inFrame: number;
  outFrame: number;
  /** Where the scene stands in the movie, counted in frames of the movie's rate. A crossfade begins before the scene before it ends. */
  startFrame: number;
  frameCount: number;
  overlays: PlanOverlay[];
  gainDb: number;
  /** Also where the volume is at its lowest. */
  muted: boolean;
  /** Of the scene's sound alone, in seconds of the movie. */
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** To the next scene; null is a cut. */
  transition: Transition | null;
  /** What a range of the movie left of the scene; missing where it is whole. */
  cut?: SceneCut | undefined;
};

/**
 * A scene of which a range of the movie leaves frames out. Its `inFrame`, `outFrame`, `startFrame` and `frameCount` are those
 * of what is left; transitions, loudness and the choice of frames at foreign rates still go by the whole scene.
 */
export type SceneCut = {
  /** What the whole scene plays of its clip, at the clip's rate. */
  inFrame: number;
  outFrame: number;
  /** Frames of the scene before the first that is left, at the movie's rate. */
  skippedFrames: number;
  /** Up from black at its start, and down to black at its end; null where none is left. */
  fadeIn: CutRamp | null;
  fadeOut: CutRamp | null;
  /** Into the next scene; null where none is left. */
  crossfade: CutRamp | null;
};

/** A transition at the movie's rate, of which frames may be left out. */
export type CutRamp = {
  /** Of the whole transition on this scene. */
  frames: number;
  /** Of those, left out: behind the scene's last frame in a fade to black, else before what is left. */
  leftOut: number;
  /** Length of the whole transition on this scene, by which sound fades: not rounded to frames. 0 where sound does not. */
  seconds: number;
};

export type MoviePlan = {
  projectId: string;
  title: string;
  author: string | null;
  fps: Fps;
  /** The size that most of the movie's clips have. */
  width: number;
  height: number;
  frameCount: number;
  scenes: PlanScene[];
  /** Music and voice-overs that are heard, in movie time; for a part of a movie, in the time of the whole. */
  audio: PlanAudio[];
  levelling: boolean;
  /** Scenes that were left out because they have no clip. */
  missingSceneNumbers: number[];
  /** Where in the whole movie this range of it stands, by which its music and voice-overs go; missing for a whole movie. */
  partOf?: { fromFrame: number; frameCount: number } | undefined;
};

export type PlanAudio = PublicAudio;

type PlanProject = Pick<Project, 'id' | 'title' | 'levelling'> & { audio: readonly PlanAudio[] };

/** What a plan needs to know of a scene or segment: no more than a public one tells. */
type PlanRow = Pick<
  Scene,
  | 'id'
  | 'sceneNumber'
  | 'title'
  | 'status'
  | 'videoUrl'
  | 'isExtension'
  | 'parentSceneId'
  | 'extensionIndex'
  | 'trimStart'
  | 'trimEnd'
  | 'textOverlays'
  | 'sha256'
  | 'mediaBytes'
  | 'width'
  | 'height'
  | 'fps'
  | 'frameCount'
  | 'hasAudio'
  | 'gainDb'
  | 'muted'
  | 'fadeInSeconds'
  | 'fadeOutSeconds'
  | 'transition'
>;

/**
 * The movie of a project: its completed scenes in order, to the frame.
 * An extended scene plays the last complete segment's file from 0, because that file holds the earlier footage.
 * Scenes of a foreign rate are resampled to the movie's: their length is rounded to the nearest whole frame.
 * A crossfade lets two scenes overlap, each by half of its frames at most, so that both go on moving in it.
 */
export function moviePlan(project: PlanProject, rows: readonly PlanRow[], author: string | null = null): MoviePlan {
  const playable: { scene: PlanRow; clip: PlanClip }[] = [];
  const missingSceneNumbers: number[] = [];
  // Mostly there are none: each scene looks through these alone, as this is asked for with every move of a drag.
  const extensions = rows.filter((row) => row.isExtension);
  for (const scene of inPlayOrder(rows).filter((row) => !row.isExtension)) {
    const isMade = sceneWithSegmentsStatus(scene, extensions) === 'complete' || hasClip(scene);
    const clip = isMade ? playedClip(scene, extensions) : null;
    if (clip) playable.push({ scene, clip });
    else missingSceneNumbers.push(scene.sceneNumber);
  }
  const fps =
    mostCommon(
      playable.map(({ clip }) => clip.fps),
      sameFps,
    ) ?? FPS_24;
  const size = mostCommon(
    playable.map(({ clip }) => ({ width: clip.width, height: clip.height })),
    sameSize,
  ) ?? { width: 1280, height: 720 };
  const scenes: PlanScene[] = [];
  let startFrame = 0;
  for (const { scene, clip } of playable) {
    const played = playedFrames(clip.frameCount, clip.fps, scene.trimStart, scene.trimEnd);
    const sourceFrames = played.end - played.start;
    if (sourceFrames === 0) continue;
    const frameCount = framesInMovie(sourceFrames, clip.fps, fps);
    const before = scenes.at(-1);
    if (before) startFrame -= overlapFrames(before.transition, before.frameCount, frameCount, fps);
    scenes.push({
      sceneId: scene.id,
      sceneNumber: scene.sceneNumber,
      title: scene.title,
      clip,
      inFrame: played.start,
      outFrame: played.end,
      startFrame,
      frameCount,
      overlays: planOverlays(scene, clip),
      gainDb: scene.gainDb,
      muted: scene.muted || scene.gainDb <= limits.gainMinDb,
      fadeInSeconds: scene.fadeInSeconds,
      fadeOutSeconds: scene.fadeOutSeconds,
      transition: scene.transition,
    });
    startFrame += frameCount;
  }
  return {
    projectId: project.id,
    title: project.title,
    author,
    fps,
    ...size,
    frameCount: startFrame,
    scenes,
    audio: project.audio.filter(isHeard).map(withoutTakes),
    levelling: project.levelling,
    missingSceneNumbers,
  };
}

/** Length of the movie in microseconds. */
export function planDurationUs(plan: Pick<MoviePlan, 'frameCount' | 'fps'>): number {
  return frameTimeUs(plan.frameCount, plan.fps);
}

/** The scene that stands at a movie frame, and the clip's own frame that is shown there; null past the end. */
export function sceneAtFrame(plan: MoviePlan, frame: number): { scene: PlanScene; clipFrame: number } | null {
  const scene = plan.scenes.find((row) => frame >= row.startFrame && frame < row.startFrame + row.frameCount);
  return scene ? { scene, clipFrame: clipFrameAt(scene, frame - scene.startFrame, plan.fps) } : null;
}

/**
 * The frame of the clip that is shown as the n-th frame of its scene. At equal rates it is the n-th played frame;
 * else the one on screen in the middle of the movie's frame, so that rounding never shows a neighbour twice too often.
 */
export function clipFrameAt(scene: PlanScene, index: number, movieFps: Fps): number {
  const { inFrame, outFrame, skippedFrames } = scene.cut ?? { ...scene, skippedFrames: 0 };
  const played = skippedFrames + index;
  if (sameFps(scene.clip.fps, movieFps)) return inFrame + played;
  const middle = ((played + 0.5) / fpsNumber(movieFps)) * fpsNumber(scene.clip.fps);
  return Math.min(inFrame + Math.floor(middle), outFrame - 1);
}

/** Frames of the whole scene at the movie's rate, whatever a range of the movie leaves of it. */
export function wholeFrames(scene: PlanScene, movieFps: Fps): number {
  const { inFrame, outFrame } = scene.cut ?? scene;
  return framesInMovie(outFrame - inFrame, scene.clip.fps, movieFps);
}

/** As many of the movie's frames as some of a clip's last; one at least. */
function framesInMovie(sourceFrames: number, fps: Fps, movieFps: Fps): number {
  if (sameFps(fps, movieFps)) return sourceFrames;
  return Math.max(1, Math.round((sourceFrames / fpsNumber(fps)) * fpsNumber(movieFps)));
}

/** The sample of the clip's sound, counted from its first picture, that is heard where the scene begins. */
export function playedFromSample(scene: PlanScene, movieFps: Fps, sampleRate: number): number {
  const { inFrame, skippedFrames } = scene.cut ?? { inFrame: scene.inFrame, skippedFrames: 0 };
  return samplesAt(inFrame, scene.clip.fps, sampleRate) + samplesAt(skippedFrames, movieFps, sampleRate);
}

/** The overlays that are drawn on a frame of the clip, in the order in which they were added. */
export function overlaysAt(scene: PlanScene, clipFrame: number): PlanOverlay[] {
  const us = frameTimeUs(clipFrame, scene.clip.fps);
  return scene.overlays.filter((overlay) => overlay.startUs <= us && us < overlay.endUs);
}

/** How much of an overlay is seen in a frame of the clip, 0 to 1: what it is in the middle of the frame's time. */
export function overlayOpacity(overlay: PlanOverlay, { clip: { fps } }: PlanScene, clipFrame: number): number {
  const { startUs, endUs, fadeInUs = 0, fadeOutUs = 0 } = overlay;
  if (fadeInUs === 0 && fadeOutUs === 0) return 1;
  const us = (frameTimeUs(clipFrame, fps) + frameTimeUs(clipFrame + 1, fps)) / 2;
  const up = fadeInUs === 0 ? 1 : (us - startUs) / fadeInUs;
  const down = fadeOutUs === 0 ? 1 : (endUs - us) / fadeOutUs;
  return Math.max(0, Math.min(1, up, down));
}

function planOverlays(scene: PlanRow, clip: PlanClip): PlanOverlay[] {
  const lengthUs = frameTimeUs(clip.frameCount, clip.fps);
  return scene.textOverlays
    .map((overlay) => planOverlay(overlay, lengthUs))
    .filter((overlay) => overlay.startUs < overlay.endUs);
}

function planOverlay(overlay: TextOverlay, lengthUs: number): PlanOverlay {
  const { text, fontSize, color, position, startTime, endTime, style = {} } = overlay;
  const { fadeInSeconds = 0, fadeOutSeconds = 0, ...look } = style;
  const [startUs, endUs] = [usFromSeconds(startTime), Math.min(usFromSeconds(endTime), lengthUs)];
  // Fades that are longer than the text meet where both are cut by the same share.
  const share = Math.min(1, (endUs - startUs) / (usFromSeconds(fadeInSeconds) + usFromSeconds(fadeOutSeconds)));
  const [fadeInUs, fadeOutUs] = [fadeInSeconds, fadeOutSeconds].map((seconds) => usFromSeconds(seconds) * share);
  const isPlain = Object.values(look).every((value) => value === undefined || value === false || value === 'center');
  return {
    ...{ text, fontSize, color, position, startUs, endUs },
    ...(isPlain ? {} : { style: look }),
    ...(fadeInUs ? { fadeInUs } : {}),
    ...(fadeOutUs ? { fadeOutUs } : {}),
  };
}

function isHeard({ muted, gainDb }: PlanAudio): boolean {
  return !muted && gainDb > limits.gainMinDb;
}

function withoutTakes(piece: PlanAudio & { takes?: unknown }): PlanAudio {
  const { takes: _, ...heard } = piece;
  return heard;
}

function hasClip(scene: PlanRow): boolean {
  return scene.videoUrl !== null && scene.sha256 !== null;
}

/** The file that a scene plays: that of its last complete segment. */
function playedClip(scene: PlanRow, rows: readonly PlanRow[]): PlanClip | null {
  const { sha256, videoUrl, mediaBytes, width, height, fps, frameCount, hasAudio } = playedSegment(scene, rows);
  if (sha256 === null || videoUrl === null || fps === null || frameCount === null || width === null || height === null)
    return null;
  return {
    sha256,
    url: videoUrl,
    sizeBytes: mediaBytes ?? 0,
    width,
    height,
    fps,
    frameCount,
    hasAudio: hasAudio ?? false,
  };
}

function sameSize(a: { width: number; height: number }, b: { width: number; height: number }): boolean {
  return a.width === b.width && a.height === b.height;
}

/** The value that occurs most often; among equals the earliest. */
function mostCommon<T>(values: readonly T[], same: (a: T, b: T) => boolean): T | null {
  let best: T | null = null;
  let bestCount = 0;
  for (const value of values) {
    const count = values.filter((other) => same(value, other)).length;
    if (count > bestCount) [best, bestCount] = [value, count];
    // None of the others can occur more often.
    if (bestCount * 2 >= values.length) break;
  }
  return best;
}
