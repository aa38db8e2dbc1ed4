/** What a movie of look-alike clips shall be, in plain data that goes from Node into the page. */
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import type { MovieExpectation } from '#tests/helpers/movie-check.ts';
import { expectationOfPlan } from '#tests/helpers/movie-of-clips.ts';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import type { ShownFrame } from '#tests/helpers/playback/video-reader.ts';
import { clipFrameAt, type MoviePlan, type PlanOverlay } from '#shared/movie/movie-plan.ts';
import type { ExportTarget } from '#media/worker/client.ts';

export type SceneSpec = {
  clip: ClipSpec;
  /** Options of x264, for a clip as another encoder would have made it. */
  x264?: string;
  /** A clip that is not the model's kind, in place of `clip`, which tells what it shows. */
  odd?: OddClipName;
  /** ffmpeg's output arguments, for a clip in another container. */
  form?: readonly string[];
  /** The clip's first frame that is shown (default 0), and the one behind the last (default: its end). */
  inFrame?: number;
  outFrame?: number;
  overlays?: PlanOverlay[];
};

export type MovieSpec = { scenes: SceneSpec[]; target: ExportTarget; leavesOutSound?: boolean };

/** A scene as the page gets it: where its clip's bytes are served. */
export type ServedScene = Omit<SceneSpec, 'clip' | 'x264' | 'odd' | 'form'> & { url: string; number: number };

export type ServedMovie = { scenes: ServedScene[]; target: ExportTarget; leavesOutSound: boolean };

/** What the written file must be found to be. */
export function expectationOf({ scenes, target }: MovieSpec, plan: MoviePlan): MovieExpectation {
  const hasClicks = scenes.every(({ clip }) => (clip.sound ?? 'click-track') === 'click-track');
  const whole = expectationOfPlan(plan, target, (index) => scenes[index]?.clip.sceneNumber ?? 0, hasClicks);
  return plan.scenes.some((scene) => scene.clip.hasAudio) ? whole : { ...whole, audioCodec: null };
}

/** The scene and the clip's frame that a movie's frame must show. */
function plannedMarker({ scenes }: MovieSpec, plan: MoviePlan, frame: number): { scene: number; frame: number } {
  const index = plan.scenes.findIndex(({ startFrame, frameCount }) => frame < startFrame + frameCount);
  const scene = plan.scenes[index];
  if (scene === undefined) throw new RangeError(`The movie has no frame ${frame}`);
  return { scene: scenes[index]?.clip.sceneNumber ?? 0, frame: clipFrameAt(scene, frame - scene.startFrame, plan.fps) };
}

/** One sentence for every picture that is not the one planned for its frame. */
export function wrongPictures(spec: MovieSpec, plan: MoviePlan, shown: readonly ShownFrame[]): string[] {
  return shown.flatMap(({ frame, marker, among }) => {
    const from = Math.max(0, among[0]);
    const to = Math.min(plan.frameCount - 1, among[1]);
    const planned = Array.from({ length: to - from + 1 }, (_, index) => plannedMarker(spec, plan, from + index));
    const isRight = planned.some((wanted) => marker?.scene === wanted.scene && marker.frame === wanted.frame);
    const wanted = JSON.stringify(planned[frame - from]);
    return isRight ? [] : [`frame ${frame}: ${JSON.stringify(marker)}, not ${wanted}`];
  });
}

/**
 * The frames on both sides of every join, with the movie's first and last, in an order that jumps back and forth.
 * @param joins the scenes, or the stretches of which the file was made
 */
export function framesAroundJoins(
  joins: readonly { startFrame: number }[],
  { frameCount }: Pick<MoviePlan, 'frameCount'>,
): number[] {
  const around = joins.slice(1).flatMap(({ startFrame }) => [-2, -1, 0, 1].map((offset) => startFrame + offset));
  const rising = [...new Set([0, ...around, frameCount - 1])].filter((frame) => frame >= 0 && frame < frameCount);
  const isEven = (_: number, index: number): boolean => index % 2 === 0;
  return [...rising.filter(isEven), ...rising.filter((frame, index) => !isEven(frame, index)).toReversed()];
}
