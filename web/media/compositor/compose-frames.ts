/** Makes movie frames of clip frames: the same pixels where nothing is asked, else scaled, letterboxed and written on. */
import { overlayOpacity, overlaysAt, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
import { videoColorSpace } from '../decode/frame-color.ts';
import type { Turn } from '#shared/clip/clip-facts.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { dimPlanes } from './mix-planes.ts';
import type { OverlayPicture } from '#shared/movie/overlay-planes.ts';
import { blendOverlay, drawOverlayPicture } from './overlay-picture.ts';
import {
  clearPlanes,
  createPlanes,
  expandRange,
  isInMovieForm,
  readPlanes,
  visibleSize,
  type Planes,
} from './planes.ts';
import { fitRect, type Rect } from '#shared/movie/fit-rect.ts';
import { createScaler, type Scaler } from './scale-planes.ts';
import { createTurner } from './turn-planes.ts';

type Size = { width: number; height: number };

/** When a frame of the movie is shown, in microseconds. */
export type FrameTime = { timestamp: number; duration: number };

export type Composer = {
  /**
   * The movie's frame for a frame of the clip. The clip's frame stays the caller's; the result is the caller's to close.
   * @param clipFrame number of the frame in the clip, which decides the overlays
   * @param level 1 for the picture as it is, 0 for black
   */
  compose(frame: VideoFrame, clipFrame: number, time: FrameTime, level: number): Promise<VideoFrame>;
  /** The same as planes, which are the composer's own and hold until its next picture. */
  draw(frame: VideoFrame, clipFrame: number): Promise<Planes>;
};

export type ComposerOptions = {
  /** The clip's size on screen, pixel aspect applied, upright. */
  display: Size;
  /** What brings the clip's frames upright; null where they are. */
  turn: Turn | null;
  target: Size;
  color: ColorTags;
  /** Whether frames of another size may go to the encoder as they are. */
  isScaledByEncoder: boolean;
};

/** A composer for one scene. It keeps two pictures and the scene's drawn text; there is nothing to close. */
export function createComposer(
  scene: PlanScene,
  { display, turn, target, color, isScaledByEncoder }: ComposerOptions,
): Composer {
  const rect = fitRect(display, target);
  // A scene with text is scaled here throughout: its picture must not change when the text comes and goes.
  const mayPassScaled = isScaledByEncoder && scene.overlays.length === 0 && isWholeFrame(rect, target);
  const drawText = textOf(scene, target, color);
  const hasBars = !isWholeFrame(rect, target);
  const turner = turn === null ? null : createTurner(turn);
  let work: { from: Planes; into: Planes; scale: Scaler } | null = null;
  // Text may stand on the bars, which scaling does not paint over.
  let isBarDirty = false;
  const draw = async (frame: VideoFrame, clipFrame: number): Promise<Planes> => {
    const overlays = overlaysAt(scene, clipFrame);
    const size = turner?.sizeOf(visibleSize(frame)) ?? visibleSize(frame);
    const isWhole = fills(rect, size, target);
    if (work === null || work.from.width !== size.width || work.from.height !== size.height) {
      work = {
        from: createPlanes(size.width, size.height),
        into: createPlanes(target.width, target.height),
        scale: createScaler(size, rect),
      };
    }
    const picture = isWhole ? work.from : work.into;
    await (turner ?? { read: readPlanes }).read(frame, color, work.from);
    if (isBarDirty) clearPlanes(work.into);
    if (!isWhole) work.scale(work.from, work.into);
    isBarDirty = hasBars && overlays.length > 0;
    for (const overlay of overlays) {
      const text = drawText(overlay);
      if (text !== null) blendOverlay(picture, text, overlayOpacity(overlay, scene, clipFrame));
    }
    return picture;
  };
  return {
    async draw(frame, clipFrame) {
      const picture = await draw(frame, clipFrame);
      // Whoever asked for the planes mixes another picture into all of them.
      isBarDirty = hasBars;
      return picture;
    },
    async compose(frame, clipFrame, time, level) {
      const isBare = overlaysAt(scene, clipFrame).length === 0 && level === 1;
      const mayPass = turn === null && (mayPassScaled || fills(rect, visibleSize(frame), target));
      if (isBare && mayPass && isInMovieForm(frame, color)) return new VideoFrame(frame, time);
      const picture = await draw(frame, clipFrame);
      if (level < 1) dimPlanes(picture, level);
      if (level < 1) isBarDirty = hasBars;
      return frameOf(picture, color, time);
    },
  };
}

/** A frame of planes of video range, which may change again as soon as this returns. The caller closes the frame. */
export function frameOf(planes: Planes, color: ColorTags, time: FrameTime): VideoFrame {
  const { data } = color.fullRange === true ? fullRangeOf(planes) : planes;
  return new VideoFrame(data, {
    ...time,
    format: 'I420',
    codedWidth: planes.width,
    codedHeight: planes.height,
    colorSpace: videoColorSpace(color),
  });
}

/** Pictures are worked on in video range throughout; beside copied ones of full range they are brought to theirs. */
function fullRangeOf(planes: Planes): Planes {
  const full = createPlanes(planes.width, planes.height);
  expandRange(planes, full);
  return full;
}

/** Draws each overlay of the scene once. */
function textOf(scene: PlanScene, target: Size, color: ColorTags): (overlay: PlanOverlay) => OverlayPicture | null {
  const drawn = new Map<PlanOverlay, OverlayPicture | null>();
  return (overlay) => {
    const known = drawn.get(overlay);
    if (known !== undefined) return known;
    const picture = drawOverlayPicture(overlay, target, color.matrix);
    drawn.set(overlay, picture);
    return picture;
  };
}

function fills(rect: Rect, size: Size, target: Size): boolean {
  return size.width === target.width && size.height === target.height && isWholeFrame(rect, target);
}

function isWholeFrame(rect: Rect, target: Size): boolean {
  return rect.width === target.width && rect.height === target.height;
}
