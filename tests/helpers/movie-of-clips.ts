/** Movies of look-alike clips: how tests ask for them, and what readers are to find in them. No Node, no DOM. */
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import {
  clipFrameAt,
  type MoviePlan,
  type PlanClip,
  type PlanOverlay,
  type PlanScene,
} from '#shared/movie/movie-plan.ts';
import { usFromSeconds, type Fps } from '#shared/movie/time.ts';
import type { MovieExpectation } from './movie-check.ts';

export const P360: ExportTarget = { width: 640, height: 360, format: 'mp4', label: '360p' };
export const P720: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };

/** What a test says of a scene beside its clip. */
export type SceneWishes = {
  /** Number that the clip's pictures carry. */
  number: number;
  inFrame?: number | undefined;
  outFrame?: number | undefined;
  overlays?: PlanOverlay[] | undefined;
  gainDb?: number;
  muted?: boolean;
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: PlanScene['transition'];
};

/**
 * The plan of scenes, as the product plans them.
 * @param scenes each with its clip, as the clip's file tells of itself
 * @param fps of the movie; left out for the first clip's
 */
export function planOfScenes(scenes: readonly { wishes: SceneWishes; clip: PlanClip }[], fps?: Fps): MoviePlan {
  const [first] = scenes;
  if (first === undefined) throw new Error('A movie needs a scene');
  const movieFps = { ...(fps ?? first.clip.fps) };
  const planned: PlanScene[] = [];
  let frameCount = 0;
  for (const [index, { wishes, clip }] of scenes.entries()) {
    const { number, inFrame = 0, outFrame = clip.frameCount } = wishes;
    const before = planned.at(-1)?.transition;
    // A crossfade lets two scenes overlap.
    if (before?.kind === 'crossfade') frameCount -= Math.round((before.seconds * movieFps.num) / movieFps.den);
    const ownFrames = (outFrame - inFrame) * clip.fps.den * movieFps.num;
    const scene: PlanScene = {
      sceneId: `${index}`,
      sceneNumber: number,
      title: `Scene ${number}`,
      clip,
      inFrame,
      outFrame,
      startFrame: frameCount,
      frameCount: Math.round(ownFrames / (clip.fps.num * movieFps.den)),
      overlays: wishes.overlays ?? [],
      gainDb: wishes.gainDb ?? 0,
      muted: wishes.muted ?? false,
      fadeInSeconds: wishes.fadeInSeconds ?? 0,
      fadeOutSeconds: wishes.fadeOutSeconds ?? 0,
      transition: wishes.transition ?? null,
    };
    planned.push(scene);
    frameCount += scene.frameCount;
  }
  const { width, height } = first.clip;
  return {
    projectId: 'p',
    title: 'Movie',
    author: null,
    fps: movieFps,
    width,
    height,
    frameCount,
    scenes: planned,
    audio: [],
    levelling: false,
    missingSceneNumbers: [],
  };
}

/** A text in the middle of the picture. */
export function overlay(
  text: string,
  startSeconds: number,
  endSeconds: number,
  rest: Partial<PlanOverlay> = {},
): PlanOverlay {
  const [startUs, endUs] = [usFromSeconds(startSeconds), usFromSeconds(endSeconds)];
  return { text, fontSize: 48, color: '#FFFFFF', position: 'center', startUs, endUs, ...rest };
}

/**
 * Every scene there, whole and in sync.
 * @param numberOf the number that the pictures of the scene at a position carry
 */
export function expectationOfPlan(
  plan: MoviePlan,
  target: ExportTarget,
  numberOf: (index: number) => number,
  clicks = true,
): MovieExpectation {
  return {
    scenes: plan.scenes.map((scene, index) => ({
      number: numberOf(index),
      frames: scene.outFrame - scene.inFrame,
      fps: scene.clip.fps.num / scene.clip.fps.den,
      firstFrame: clipFrameAt(scene, 0, plan.fps),
    })),
    fps: plan.fps.num / plan.fps.den,
    width: target.width,
    height: target.height,
    videoCodec: target.format === 'mp4' ? 'h264' : 'vp9',
    audioCodec: target.format === 'mp4' ? 'aac' : 'opus',
    clicks,
  };
}
