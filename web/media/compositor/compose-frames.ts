/** Makes movie frames of clip frames: the same pixels where nothing is asked, else scaled, letterboxed and written on. */
import { overlaysAt, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
import { videoColorSpace } from '../decode/color-tags.ts';
import type { ColorTags } from '../worker/protocol.ts';
import { blendOverlay, drawOverlayPicture, type OverlayPicture } from './overlay-picture.ts';
import { clearPlanes, createPlanes, isInMovieForm, readPlanes, visibleSize, type Planes } from './planes.ts';
import { createScaler, fitRect, type Rect, type Scaler } from './scale-planes.ts';

type Size = { width: number; height: number };

export type Composer = {
  /**
   * The movie's frame for a frame of the clip. The clip's frame stays the caller's; the result is the caller's to close.
   * @param clipFrame number of the frame in the clip, which decides the overlays
   */
  compose(frame: VideoFrame, clipFrame: number, timestampUs: number, durationUs: number): Promise<VideoFrame>;
};

export type ComposerOptions = {
  /** The clip's size on screen, pixel aspect applied. */
  display: Size;
  target: Size;
  color: ColorTags;
  /** Whether frames of another size may go to the encoder as they are. */
  isScaledByEncoder: boolean;
};

/** A composer for one scene. It keeps two pictures and the scene's drawn text; there is nothing to close. */
export function createComposer(
  scene: PlanScene,
  { display, target, color, isScaledByEncoder }: ComposerOptions,
): Composer {
  const rect = fitRect(display, target);
  // A scene with text is scaled here throughout: its picture must not change when the text comes and goes.
  const mayPassScaled = isScaledByEncoder && scene.overlays.length === 0 && isWholeFrame(rect, target);
  const drawText = textOf(scene, target, color);
  const hasBars = !isWholeFrame(rect, target);
  let work: { from: Planes; into: Planes; scale: Scaler } | null = null;
  // Text may stand on the bars, which scaling does not paint over.
  let isBarDirty = false;
  return {
    async compose(frame, clipFrame, timestampUs, durationUs) {
      const overlays = overlaysAt(scene, clipFrame);
      const size = visibleSize(frame);
      const isWhole = fills(rect, size, target);
      if (overlays.length === 0 && (isWhole || mayPassScaled) && isInMovieForm(frame, color))
        return new VideoFrame(frame, { timestamp: timestampUs, duration: durationUs });
      if (work === null || work.from.width !== size.width || work.from.height !== size.height) {
        work = {
          from: createPlanes(size.width, size.height),
          into: createPlanes(target.width, target.height),
          scale: createScaler(size, rect),
        };
      }
      const picture = isWhole ? work.from : work.into;
      await readPlanes(frame, color, work.from);
      if (isBarDirty) clearPlanes(work.into);
      if (!isWhole) work.scale(work.from, work.into);
      isBarDirty = hasBars && overlays.length > 0;
      for (const overlay of overlays) {
        const text = drawText(overlay);
        if (text !== null) blendOverlay(picture, text);
      }
      return new VideoFrame(picture.data, {
        format: 'I420',
        codedWidth: target.width,
        codedHeight: target.height,
        timestamp: timestampUs,
        duration: durationUs,
        colorSpace: videoColorSpace(color),
      });
    },
  };
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
