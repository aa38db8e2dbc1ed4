/** The movie's frames of one stretch: decoded, scaled, written on, faded and crossfaded. */
import { clipFrameAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { crossfadeShare, fadeLevel, fadedFrames } from '#shared/movie/fade-level.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { composeCrossfade } from '#media/compositor/compose-crossfade.ts';
import { createComposer, type Composer, type FrameTime } from '#media/compositor/compose-frames.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import { decodeFrames } from '#media/decode/decode-frames.ts';
import type { VideoFacts } from '#shared/clip/clip-facts.ts';
import { unreadable, type OpenClip } from '#media/probe/open-clip.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';

export type StretchSource = {
  movie: MoviePlan;
  plan: ExportPlan;
  /** By position in the plan's scenes. */
  clips: readonly OpenClip[];
  /** Whether frames of a clip may be scaled by the encoder. */
  isScaledByEncoder: (video: VideoFacts) => Promise<boolean>;
  signal: AbortSignal;
};

/** Frames in order; the receiver closes each. @throws MediaFailure `source-unreadable`, or an AbortError */
export async function* stretchFrames(source: StretchSource, stretch: EncodedVideo): AsyncGenerator<VideoFrame, void> {
  if (stretch.isCrossfade) yield* crossfadeFrames(source, stretch);
  else yield* sceneFrames(source, stretch);
}

async function* sceneFrames(source: StretchSource, stretch: EncodedVideo): AsyncGenerator<VideoFrame, void> {
  const layer = await openLayer(source, stretch.scene, stretch);
  for await (const { frame, clipFrame, sceneFrame } of layer.frames()) {
    const level = fadeLevel(source.movie, stretch.scene, sceneFrame);
    const time = timeOf(source.plan, layer.scene.startFrame + sceneFrame);
    yield await layer.composer.compose(frame, clipFrame, time, level);
  }
}

async function* crossfadeFrames(source: StretchSource, stretch: EncodedVideo): AsyncGenerator<VideoFrame, void> {
  const going = await openLayer(source, stretch.scene, stretch);
  const coming = await openLayer(source, stretch.scene + 1, stretch);
  const comingFrames = coming.frames();
  try {
    let shown = 0;
    for await (const { frame, clipFrame } of going.frames()) {
      const over = await comingFrames.next();
      if (over.done === true) throw new RangeError('A crossfade has fewer frames of the scene that comes');
      yield await composeCrossfade(
        { composer: going.composer, frame, clipFrame },
        { composer: coming.composer, frame: over.value.frame, clipFrame: over.value.clipFrame },
        crossfadeShare(going.scene, shown, stretch.frameCount),
        { color: source.plan.color, time: timeOf(source.plan, stretch.startFrame + shown) },
      );
      shown += 1;
    }
  } finally {
    await comingFrames.return();
  }
}

type LayerFrame = {
  /** Closed when the next one is asked for. */
  frame: VideoFrame;
  /** By the clip's rate, as trims and text are counted. */
  clipFrame: number;
  /** Counted from the scene's first, at the movie's rate. */
  sceneFrame: number;
};

type Layer = { scene: PlanScene; composer: Composer; frames(): AsyncGenerator<LayerFrame, void> };

async function openLayer(source: StretchSource, index: number, stretch: EncodedVideo): Promise<Layer> {
  const { movie, plan, clips, signal } = source;
  const scene = movie.scenes[index];
  const clip = clips[index];
  if (scene === undefined || clip === undefined) throw new RangeError(`Scene ${index} has no open clip`);
  const { video } = clip.facts;
  const composer = createComposer(scene, {
    display: video,
    turn: video.turn,
    target: plan.target,
    color: plan.color,
    // Where pictures are mixed they are scaled here, and then throughout, or the picture would change in mid-scene.
    isScaledByEncoder: !hasTransition(movie, index) && (await source.isScaledByEncoder(video)),
  });
  const first = stretch.startFrame - scene.startFrame;
  return { scene, composer, frames: () => framesOf({ movie, scene, clip, signal }, first, first + stretch.frameCount) };
}

type LayerSource = { movie: MoviePlan; scene: PlanScene; clip: OpenClip; signal: AbortSignal };

async function* framesOf(
  { movie, scene, clip, signal }: LayerSource,
  first: number,
  end: number,
): AsyncGenerator<LayerFrame, void> {
  const { video } = clip.facts;
  const clipFrame = (sceneFrame: number): number => clipFrameAt(scene, sceneFrame, movie.fps);
  const shown = (sceneFrame: number): number => frameOnScreen(video, clipFrame(sceneFrame));
  const options = { signal, color: resolvedTags(video.color, video), sceneNumber: scene.sceneNumber };
  let next = first;
  for await (const { index, frame } of decodeFrames(clip, shown(first), shown(end - 1), options)) {
    try {
      // A slower clip shows a frame more than once, a faster one skips some.
      for (; next < end && shown(next) === index; next += 1)
        yield { frame, clipFrame: clipFrame(next), sceneFrame: next };
    } finally {
      frame.close();
    }
  }
  if (next < end) throw unreadable(new Error(`Frame ${shown(next)} did not decode`), scene.sceneNumber);
}

function hasTransition(movie: MoviePlan, index: number): boolean {
  const { head, tail } = fadedFrames(movie, index);
  const isCrossfaded = [movie.scenes[index - 1], movie.scenes[index]].some((scene, at) => {
    const isLast = index - 1 + at === movie.scenes.length - 1;
    return !isLast && scene?.transition?.kind === 'crossfade';
  });
  return head > 0 || tail > 0 || isCrossfaded;
}

function timeOf({ fps }: ExportPlan, movieFrame: number): FrameTime {
  const timestamp = frameTimeUs(movieFrame, fps);
  return { timestamp, duration: frameTimeUs(movieFrame + 1, fps) - timestamp };
}
