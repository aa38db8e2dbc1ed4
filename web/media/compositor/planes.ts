/** Pictures as planes: 8 bit Y, U and V at 4:2:0, tightly packed, video range. */
import { isConvertible, lumaWeights, type ColorTags } from '#shared/color/color-tags.ts';
import { tagsOf } from '../decode/frame-color.ts';

export type Planes = {
  width: number;
  height: number;
  /** Y, then U, then V. Chroma sides are rounded up. */
  data: Uint8Array<ArrayBuffer>;
  y: Uint8Array<ArrayBuffer>;
  u: Uint8Array<ArrayBuffer>;
  v: Uint8Array<ArrayBuffer>;
};

export const BLACK_LUMA = 16;
export const NEUTRAL_CHROMA = 128;

/** A black picture. */
export function createPlanes(width: number, height: number): Planes {
  const luma = width * height;
  const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
  const data = new Uint8Array(luma + 2 * chroma);
  const planes = {
    width,
    height,
    data,
    y: data.subarray(0, luma),
    u: data.subarray(luma, luma + chroma),
    v: data.subarray(luma + chroma),
  };
  clearPlanes(planes);
  return planes;
}

export function clearPlanes(planes: Planes): void {
  planes.y.fill(BLACK_LUMA);
  planes.u.fill(NEUTRAL_CHROMA);
  planes.v.fill(NEUTRAL_CHROMA);
}

/** Whether a frame's pixels are what the movie has, so that it may go to the encoder as it is. */
export function isInMovieForm(frame: VideoFrame, movie: ColorTags): boolean {
  if (frame.format !== 'I420' && frame.format !== 'NV12') return false;
  const tags = tagsOf(frame, movie);
  return tags.fullRange === movie.fullRange && tags.matrix === movie.matrix;
}

/**
 * Copies the visible pixels of a frame into `into`, brought to the movie's matrix and to video range. The frame stays the caller's.
 * @param into of the frame's visible size
 */
export async function readPlanes(frame: VideoFrame, movie: ColorTags, into: Planes): Promise<void> {
  const tags = tagsOf(frame, movie);
  const isPlanar = frame.format === 'I420';
  if (!isConvertible(tags) || (!isPlanar && frame.format !== 'NV12')) {
    await readThroughRgb(frame, movie, into);
    return;
  }
  if (isPlanar) await frame.copyTo(into.data, { layout: planarLayout(into) });
  else await readInterleaved(frame, into);
  if (tags.fullRange === true) squeezeRange(into);
  if (tags.matrix !== movie.matrix) convertMatrix(into, tags.matrix, movie.matrix);
}

/** The size of the pixels that are shown. The coded size may be larger by some rows (736 for 720). */
export function visibleSize(frame: VideoFrame): { width: number; height: number } {
  return {
    width: frame.visibleRect?.width ?? frame.codedWidth,
    height: frame.visibleRect?.height ?? frame.codedHeight,
  };
}

function planarLayout(planes: Planes): PlaneLayout[] {
  const across = Math.ceil(planes.width / 2);
  return [
    { offset: 0, stride: planes.width },
    { offset: planes.y.length, stride: across },
    { offset: planes.y.length + planes.u.length, stride: across },
  ];
}

async function readInterleaved(frame: VideoFrame, into: Planes): Promise<void> {
  const pairs = new Uint8Array(into.u.length * 2);
  const whole = new Uint8Array(into.y.length + pairs.length);
  await frame.copyTo(whole, {
    layout: [
      { offset: 0, stride: into.width },
      { offset: into.y.length, stride: Math.ceil(into.width / 2) * 2 },
    ],
  });
  into.y.set(whole.subarray(0, into.y.length));
  for (let at = 0, from = into.y.length; at < into.u.length; at += 1, from += 2) {
    into.u[at] = whole[from] ?? NEUTRAL_CHROMA;
    into.v[at] = whole[from + 1] ?? NEUTRAL_CHROMA;
  }
}

/** For decoders that only hand out RGB, and for pixel formats that are rare in clips. */
async function readThroughRgb(frame: VideoFrame, movie: ColorTags, into: Planes): Promise<void> {
  const { width, height } = into;
  const rgba = new Uint8Array(width * height * 4);
  await frame.copyTo(rgba, { format: 'RGBA', layout: [{ offset: 0, stride: width * 4 }] });
  rgbaToPlanes(rgba, movie.matrix, into);
}

/** Fixed point with this many bits behind the point. */
const SHIFT = 14;
const SCALE = 1 << SHIFT;

/** Chroma is the mean of the four pixels that share it. */
export function rgbaToPlanes(
  rgba: Uint8Array | Uint8ClampedArray,
  matrix: string | null,
  { width, height, y, u, v }: Planes,
): void {
  const { red: kr, blue: kb } = lumaWeights(matrix);
  const luma = [kr, 1 - kr - kb, kb].map((weight) => Math.round(((weight * 219) / 255) * SCALE));
  const [lr = 0, lg = 0, lb = 0] = luma;
  const cb = [-kr, -(1 - kr - kb), 1 - kb].map((weight) => Math.round(((weight * 112) / 255 / (1 - kb)) * SCALE));
  const cr = [1 - kr, -(1 - kr - kb), -kb].map((weight) => Math.round(((weight * 112) / 255 / (1 - kr)) * SCALE));
  const [ur = 0, ug = 0, ub = 0] = cb;
  const [vr = 0, vg = 0, vb = 0] = cr;
  const lumaBase = (BLACK_LUMA << SHIFT) + SCALE / 2;
  for (let at = 0, from = 0; at < y.length; at += 1, from += 4)
    y[at] = (lr * rgba[from]! + lg * rgba[from + 1]! + lb * rgba[from + 2]! + lumaBase) >> SHIFT;
  const across = Math.ceil(width / 2);
  const chromaBase = (NEUTRAL_CHROMA << (SHIFT + 2)) + SCALE * 2;
  for (let row = 0; row < height; row += 2) {
    const below = row + 1 < height ? width * 4 : 0;
    for (let column = 0; column < width; column += 2) {
      const a = (row * width + column) * 4;
      const right = column + 1 < width ? 4 : 0;
      const red = rgba[a]! + rgba[a + right]! + rgba[a + below]! + rgba[a + below + right]!;
      const green = rgba[a + 1]! + rgba[a + right + 1]! + rgba[a + below + 1]! + rgba[a + below + right + 1]!;
      const blue = rgba[a + 2]! + rgba[a + right + 2]! + rgba[a + below + 2]! + rgba[a + below + right + 2]!;
      const cell = (row >> 1) * across + (column >> 1);
      u[cell] = (ur * red + ug * green + ub * blue + chromaBase) >> (SHIFT + 2);
      v[cell] = (vr * red + vg * green + vb * blue + chromaBase) >> (SHIFT + 2);
    }
  }
}

/** Full range to video range. */
function squeezeRange(planes: Planes): void {
  const luma = Uint8Array.from({ length: 256 }, (_, value) => Math.round(16 + (value * 219) / 255));
  const chroma = Uint8Array.from({ length: 256 }, (_, value) => Math.round(128 + ((value - 128) * 224) / 255));
  applyTable(planes.y, luma);
  applyTable(planes.u, chroma);
  applyTable(planes.v, chroma);
}

/** Video range to full range, into another picture of the size. What lies outside of video range is cut off. */
export function expandRange(from: Planes, into: Planes): void {
  into.y.set(from.y);
  into.u.set(from.u);
  into.v.set(from.v);
  const luma = Uint8Array.from({ length: 256 }, (_, value) => clampByte(((value - 16) * 255) / 219));
  const chroma = Uint8Array.from({ length: 256 }, (_, value) => clampByte(128 + ((value - 128) * 255) / 224));
  applyTable(into.y, luma);
  applyTable(into.u, chroma);
  applyTable(into.v, chroma);
}

function applyTable(plane: Uint8Array, table: Uint8Array): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = table[plane[at] ?? 0] ?? 0;
}

/**
 * Between the matrices of standard and high definition. Grey stays grey in both, so that luma only takes a share of
 * chroma, and chroma mixes with itself.
 */
function convertMatrix(planes: Planes, from: string | null, to: string | null): void {
  const { lumaU, lumaV, uu, uv, vu, vv } = matrixStep(from, to);
  const { width, height, y, u, v } = planes;
  const across = Math.ceil(width / 2);
  const shift = new Float32Array(across);
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < across; column += 1) {
      const at = (row >> 1) * across + column;
      const cb = (u[at] ?? NEUTRAL_CHROMA) - 128;
      const cr = (v[at] ?? NEUTRAL_CHROMA) - 128;
      shift[column] = lumaU * cb + lumaV * cr;
      u[at] = clampByte(128 + uu * cb + uv * cr);
      v[at] = clampByte(128 + vu * cb + vv * cr);
    }
    for (let line = row; line < Math.min(row + 2, height); line += 1) {
      for (let column = 0; column < width; column += 1) {
        const at = line * width + column;
        y[at] = clampByte((y[at] ?? 0) + (shift[column >> 1] ?? 0));
      }
    }
  }
}

type MatrixStep = { lumaU: number; lumaV: number; uu: number; uv: number; vu: number; vv: number };

function matrixStep(from: string | null, to: string | null): MatrixStep {
  const a = lumaWeights(from);
  const b = lumaWeights(to);
  // R'-Y, B'-Y and G'-Y of a chroma pair at luma 0, in parts of the video range's chroma units.
  const redOf = (cr: number): number => cr * (1 - a.red);
  const blueOf = (cb: number): number => cb * (1 - a.blue);
  const step = (cb: number, cr: number): { y: number; u: number; v: number } => {
    const red = redOf(cr);
    const blue = blueOf(cb);
    const green = -(a.red * red + a.blue * blue) / (1 - a.red - a.blue);
    const luma = b.red * red + (1 - b.red - b.blue) * green + b.blue * blue;
    // 219 units of luma and 112 of chroma stand for the same full scale.
    return { y: (luma * 219) / 112, u: (blue - luma) / (1 - b.blue), v: (red - luma) / (1 - b.red) };
  };
  const ofU = step(1, 0);
  const ofV = step(0, 1);
  return { lumaU: ofU.y, lumaV: ofV.y, uu: ofU.u, uv: ofV.u, vu: ofU.v, vv: ofV.v };
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
