/** Text as planes with coverage: drawn once by the canvas, blended many times without one. */
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { overlayPlanes, type OverlayPicture } from '#shared/movie/overlay-planes.ts';
import { drawOverlays, overlayRect } from './draw-overlays.ts';
import type { Planes } from './planes.ts';

type Size = { width: number; height: number };

/** Draws one overlay for a frame of this size. Null where all of it stands outside. */
export function drawOverlayPicture(overlay: PlanOverlay, frame: Size, matrix: string | null): OverlayPicture | null {
  const box = overlayRect(context2d({ width: 2, height: 2 }), overlay, frame);
  if (box.width <= 0 || box.height <= 0) return null;
  const context = context2d(box);
  context.translate(-box.x, -box.y);
  drawOverlays(context, [overlay], frame);
  return overlayPlanes(context.getImageData(0, 0, box.width, box.height).data, box, matrix);
}

/**
 * Blends text into a picture of the frame's size. Only the text's own rectangle is touched.
 * @param opacity of the whole text, 0 to 1
 */
export function blendOverlay(into: Planes, text: OverlayPicture, opacity: number): void {
  if (opacity === 0) return;
  blendPlane(into.y, { stride: into.width, opacity }, text.luma, text.lumaAlpha, text);
  const half = { x: text.x / 2, y: text.y / 2, width: text.width / 2, height: text.height / 2 };
  const across = Math.ceil(into.width / 2);
  blendPlane(into.u, { stride: across, opacity }, text.u, text.chromaAlpha, half);
  blendPlane(into.v, { stride: across, opacity }, text.v, text.chromaAlpha, half);
}

function context2d(size: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser gave no 2D canvas');
  return context;
}

function blendPlane(
  into: Uint8Array,
  { stride, opacity }: { stride: number; opacity: number },
  color: Uint8Array,
  alpha: Uint8Array,
  box: { x: number; y: number } & Size,
): void {
  const full = 255 / opacity;
  for (let row = 0; row < box.height; row += 1) {
    let at = (box.y + row) * stride + box.x;
    const end = (row + 1) * box.width;
    for (let from = row * box.width; from < end; from += 1, at += 1) {
      const cover = alpha[from]!;
      if (cover === 0) continue;
      const under = into[at]!;
      into[at] = under + Math.round(((color[from]! - under) * cover) / full);
    }
  }
}
