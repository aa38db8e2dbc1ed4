/** Text as planes with coverage, which are blended into pictures: the same in the browser's export and the server's. */
import { rgbToYuv } from '#shared/color/rgb-to-yuv.ts';
import { PAINT_BLEED } from './paint-text.ts';
import type { OverlayLayout } from './overlay-layout.ts';

type Size = { width: number; height: number };

const NEUTRAL_CHROMA = 128;

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

/** The box of a text with room for what reaches outside of its layout, brought to even pixels inside the frame; empty where all of it is outside. */
export function evenTextBox(layout: OverlayLayout, frame: Size): { x: number; y: number } & Size {
  const bleed = overlayBleed(layout);
  const { x, y, width, height } = layout.outerBox;
  const left = evenClamp(x - bleed, frame.width);
  const top = evenClamp(y - bleed, frame.height);
  const right = evenClamp(x + width + bleed + 1, frame.width);
  const bottom = evenClamp(y + height + bleed + 1, frame.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param rgba of the box, not premultiplied */
export function overlayPlanes(
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

/** How far paint may reach outside its layout's box, in pixels: swashes, stacked accents, outlines, and shadows do. */
function overlayBleed(layout: OverlayLayout): number {
  return Math.ceil(layout.fontPx * PAINT_BLEED);
}

function evenClamp(value: number, limit: number): number {
  return Math.max(0, Math.min(limit, Math.floor(value / 2) * 2));
}
