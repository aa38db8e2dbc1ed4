/** Pictures of the movie: decoded frames, put together by the functions that the export puts them together by. */
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import { movieTags, resolvedTags, sameTags, type ColorTags } from '#shared/color/color-tags.ts';
import { crossfadeShare, fadeLevel } from '#shared/movie/fade-level.ts';
import { clipFrameAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { composeCrossfade, type CrossfadeSide } from '../compositor/compose-crossfade.ts';
import { createComposer, type Composer } from '../compositor/compose-frames.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import type { ClipShelf } from './clip-shelf.ts';
import { createClipWalk, pictureKey, type ClipWalk } from './clip-walk.ts';
import { layersAt, type Layer } from './movie-layers.ts';
import { frameOfPicture, type PictureCache } from './picture-cache.ts';

export type MoviePictures = {
  setPlan(plan: MoviePlan): void;
  /**
   * The movie's picture at its size; the caller closes it. Null behind the movie's end. Calls may not overlap.
   * @param keptBefore decoded frames before it that are kept too
   * @throws ClipUnplayable, or an AbortError
   */
  compose(frame: number, keptBefore: number, signal: AbortSignal): Promise<VideoFrame | null>;
  /** Whether it can be composed without decoding. */
  isAtHand(frame: number): boolean;
  /** Decodes what a frame needs, so that it is there in time. @throws like `compose` */
  prepare(frame: number, signal: AbortSignal): Promise<void>;
  /** Closes decoders and composers. They come back when they are needed. */
  rest(): void;
};

type OpenLayer = Layer & { clip: OpenClip; clipFrame: number; shownFrame: number };

/** Scenes whose decoders and composers stay open: those of a crossfade, and the one that comes next. */
const MOST_OPEN = 3;

/** @param areFontsHere resolves when text can be drawn */
export function createMoviePictures(
  plan: MoviePlan,
  shelf: ClipShelf,
  cache: PictureCache,
  areFontsHere: Promise<void>,
): MoviePictures {
  let movie = plan;
  /** By scene. The same clip may be in two scenes that are near each other. */
  const walks = new Map<string, ClipWalk>();
  /** Each holds two pictures and the scene's drawn text. Another plan has other scenes, also where they are equal. */
  const composers = new Map<PlanScene, { composer: Composer; color: ColorTags }>();

  const openLayer = async (plan: MoviePlan, layer: Layer): Promise<OpenLayer> => {
    const clip = await shelf.open(layer.scene.clip.sha256);
    const clipFrame = clipFrameAt(layer.scene, layer.sceneFrame, plan.fps);
    return { ...layer, clip, clipFrame, shownFrame: frameOnScreen(clip.facts.video, clipFrame) };
  };
  const walkOf = ({ scene, clip }: OpenLayer): ClipWalk => {
    const key = `${scene.sceneId}:${scene.clip.sha256}`;
    const walk = walks.get(key) ?? createClipWalk(scene.clip.sha256, clip, cache);
    keepNewest(walks, key, walk, (old) => old.close());
    return walk;
  };
  const composerOf = ({ scene, clip }: OpenLayer, target: MoviePlan, color: ColorTags): Composer => {
    const { video } = clip.facts;
    const known = composers.get(scene);
    const composer =
      known !== undefined && sameTags(known.color, color)
        ? known.composer
        : createComposer(scene, { display: video, turn: video.turn, target, color, isScaledByEncoder: false });
    keepNewest(composers, scene, { composer, color }, () => undefined);
    return composer;
  };
  const decode = async (layer: OpenLayer, keptBefore: number, signal: AbortSignal): Promise<VideoFrame> =>
    frameOfPicture(await walkOf(layer).picture(layer.shownFrame, keptBefore, signal));
  return {
    setPlan(next) {
      movie = next;
      composers.clear();
    },
    async compose(frame, keptBefore, signal) {
      const plan = movie;
      const layers = await Promise.all(layersAt(plan, frame).map((layer) => openLayer(plan, layer)));
      const color = movieTags(layers.map(({ clip: { facts } }) => resolvedTags(facts.video.color, facts.video)));
      const timestamp = frameTimeUs(frame, plan.fps);
      const time = { timestamp, duration: frameTimeUs(frame + 1, plan.fps) - timestamp };
      if (layers.some(({ scene }) => scene.overlays.length > 0)) await areFontsHere;
      const frames = await allOrNone(layers.map((layer) => decode(layer, keptBefore, signal)));
      const sideOf = (layer: OpenLayer, decoded: VideoFrame): CrossfadeSide => ({
        composer: composerOf(layer, plan, color),
        frame: decoded,
        clipFrame: layer.clipFrame,
      });
      try {
        const [going, coming] = layers;
        const [goingFrame, comingFrame] = frames;
        if (going === undefined || goingFrame === undefined) return null;
        const side = sideOf(going, goingFrame);
        if (coming === undefined || comingFrame === undefined) {
          const level = fadeLevel(plan, going.index, going.sceneFrame);
          return await side.composer.compose(side.frame, side.clipFrame, time, level);
        }
        const length = going.scene.startFrame + going.scene.frameCount - coming.scene.startFrame;
        const share = crossfadeShare(going.scene, coming.sceneFrame, length);
        return await composeCrossfade(side, sideOf(coming, comingFrame), share, { color, time });
      } finally {
        for (const decoded of frames) decoded.close();
      }
    },
    isAtHand: (frame) =>
      layersAt(movie, frame).every(({ scene, sceneFrame }) => {
        const clip = shelf.opened(scene.clip.sha256);
        if (clip === null) return false;
        const shown = frameOnScreen(clip.facts.video, clipFrameAt(scene, sceneFrame, movie.fps));
        return cache.has(pictureKey(scene.clip.sha256, shown));
      }),
    async prepare(frame, signal) {
      const plan = movie;
      for (const layer of layersAt(plan, frame)) {
        const opened = await openLayer(plan, layer);
        await walkOf(opened).picture(opened.shownFrame, 0, signal);
      }
    },
    rest() {
      for (const walk of walks.values()) walk.close();
      walks.clear();
      composers.clear();
    },
  };
}

/** All of the frames, or none is left open. @throws what the first one threw */
async function allOrNone(decoding: readonly Promise<VideoFrame>[]): Promise<VideoFrame[]> {
  const settled = await Promise.allSettled(decoding);
  const frames = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed === undefined) return frames;
  for (const frame of frames) frame.close();
  throw failed.reason;
}

/** Puts a value last, and lets go of the oldest. */
function keepNewest<K, T>(map: Map<K, T>, key: K, value: T, letGo: (old: T) => void): void {
  map.delete(key);
  map.set(key, value);
  for (const [old, it] of map) {
    if (map.size <= MOST_OPEN) return;
    map.delete(old);
    letGo(it);
  }
}
