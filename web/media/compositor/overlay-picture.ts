/** Text as planes with coverage: drawn once by the canvas, blended many times without one. */
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { drawOverlays, overlayRect } from './draw-overlays.ts';
import { NEUTRAL_CHROMA, rgbToYuv, type Planes } from './planes.ts';

export type OverlayPicture = {
  /** Even position and even size inside the frame. */
  x: number;
  y: number;
  width: number;
  height: number;
  luma: Uint8Array;
  /** Coverage of luma, 0 to 255. */
  lumaAlpha: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
  chromaAlpha: Uint8Array;
};

type Size = { width: number; height: number };

/** Draws one overlay for a frame of this size. Null where all of it stands outside. */
export function drawOverlayPicture(overlay: PlanOverlay, frame: Size, matrix: string | null): OverlayPicture | null {
  const box = overlayRect(context2d({ width: 2, height: 2 }), overlay, frame);
  if (box.width <= 0 || box.height <= 0) return null;
  const context = context2d(box);
  context.translate(-box.x, -box.y);
  drawOverlays(context, [overlay], frame);
  return toPlanes(context.getImageData(0, 0, box.width, box.height).data, box, matrix);
}

/** Blends text into a picture of the frame's size. Only the text's own rectangle is touched. */
export function blendOverlay(into: Planes, text: OverlayPicture): void {
  blendPlane(into.y, into.width, text.luma, text.lumaAlpha, text);
  const half = { x: text.x / 2, y: text.y / 2, width: text.width / 2, height: text.height / 2 };
  const across = Math.ceil(into.width / 2);
  blendPlane(into.u, across, text.u, text.chromaAlpha, half);
  blendPlane(into.v, across, text.v, text.chromaAlpha, half);
}

function context2d(size: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser gave no 2D canvas');
  return context;
}

function toPlanes(
  rgba: Uint8ClampedArray,
  box: { x: number; y: number } & Size,
  matrix: string | null,
): OverlayPicture {
  const { width, height } = box;
  const toYuv = rgbToYuv(matrix);
  const across = width / 2;
  const count = across * (height / 2);
  const sums = { u: new Float32Array(count), v: new Float32Array(count), alpha: new Float32Array(count) };
  const luma = new Uint8Array(width * height);
  const lumaAlpha = new Uint8Array(width * height);
  for (let at = 0; at < luma.length; at += 1) {
    const alpha = rgba[at * 4 + 3] ?? 0;
    if (alpha === 0) continue;
    const { y, u, v } = toYuv(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0);
    luma[at] = y;
    lumaAlpha[at] = alpha;
    const cell = (Math.floor(at / width) >> 1) * across + ((at % width) >> 1);
    sums.u[cell] = (sums.u[cell] ?? 0) + u * alpha;
    sums.v[cell] = (sums.v[cell] ?? 0) + v * alpha;
    sums.alpha[cell] = (sums.alpha[cell] ?? 0) + alpha;
  }
  // Colour of a cell of four pixels is weighed by how much each of them is covered.
  const mean = (sum: Float32Array): Uint8Array =>
    Uint8Array.from(sum, (value, cell) =>
      (sums.alpha[cell] ?? 0) === 0 ? NEUTRAL_CHROMA : Math.round(value / (sums.alpha[cell] ?? 1)),
    );
  return {
    ...box,
    luma,
    lumaAlpha,
    u: mean(sums.u),
    v: mean(sums.v),
    chromaAlpha: Uint8Array.from(sums.alpha, (sum) => Math.round(sum / 4)),
  };
}

function blendPlane(
  into: Uint8Array,
  stride: number,
  color: Uint8Array,
  alpha: Uint8Array,
  box: { x: number; y: number } & Size,
): void {
  for (let row = 0; row < box.height; row += 1) {
    let at = (box.y + row) * stride + box.x;
    const end = (row + 1) * box.width;
    for (let from = row * box.width; from < end; from += 1, at += 1) {
      const cover = alpha[from]!;
      if (cover === 0) continue;
      const under = into[at]!;
      into[at] = under + Math.round(((color[from]! - under) * cover) / 255);
    }
  }
}
