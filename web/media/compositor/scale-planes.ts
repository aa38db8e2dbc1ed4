/**
 * Scales pictures as planes, so that range, matrix and tags stay what they are: a trip over an RGBA canvas changes all
 * three and costs more. The filter is a triangle, as wide as needed for making smaller and linear for making larger.
 */
import type { Rect } from '#shared/movie/fit-rect.ts';
import type { Planes } from './planes.ts';

export type Scaler = (from: Planes, into: Planes) => void;

/** A scaler between two sizes; its tables and rows are made once. It writes inside `rect` only. */
export function createScaler(from: { width: number; height: number }, rect: Rect): Scaler {
  const luma = createPlaneScaler(from.width, from.height, rect.width, rect.height, CENTRED);
  const chroma = createPlaneScaler(
    half(from.width),
    half(from.height),
    half(rect.width),
    half(rect.height),
    LEFT_SITED,
  );
  return (source, into) => {
    const across = half(into.width);
    const chromaAt = (rect.y >> 1) * across + (rect.x >> 1);
    luma(source.y, into.y, rect.y * into.width + rect.x, into.width);
    chroma(source.u, into.u, chromaAt, across);
    chroma(source.v, into.v, chromaAt, across);
  };
}

/** Position of a sample in its cell. Chroma of MPEG video stands on the left luma sample, vertically between two. */
const CENTRED = 0.5;
const LEFT_SITED = 0.25;

type PlaneScaler = (from: Uint8Array, into: Uint8Array, offset: number, stride: number) => void;

function createPlaneScaler(
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
  site: number,
): PlaneScaler {
  if (fromWidth === width && fromHeight === height) {
    return (from, into, offset, stride) => {
      for (let row = 0; row < height; row += 1)
        into.set(from.subarray(row * width, (row + 1) * width), offset + row * stride);
    };
  }
  const columns = createAxis(fromWidth, width, site);
  const rows = createAxis(fromHeight, height, CENTRED);
  return columns.taps === 2 && rows.taps === 2
    ? createLinearScaler(fromWidth, columns, rows)
    : createFilter(fromWidth, columns, rows);
}

/** Any number of taps: rows are scaled across once each, then mixed. */
function createFilter(fromWidth: number, columns: Axis, rows: Axis): PlaneScaler {
  const width = columns.first.length;
  // Rows that were scaled across, by the source row they come from; as many as one output row can need.
  const kept = Array.from({ length: rows.taps + 1 }, () => new Uint16Array(width));
  const keptRow = new Int32Array(kept.length);
  return (from, into, offset, stride) => {
    keptRow.fill(-1);
    for (let row = 0; row < rows.first.length; row += 1) {
      const first = rows.first[row] ?? 0;
      for (let tap = 0; tap < rows.taps; tap += 1) {
        const slot = (first + tap) % kept.length;
        const line = kept[slot];
        if (line === undefined || keptRow[slot] === first + tap) continue;
        scaleAcross(from, (first + tap) * fromWidth, columns, line);
        keptRow[slot] = first + tap;
      }
      mixRows(kept, first, rows, row, into, offset + row * stride, width);
    }
  };
}

type Axis = {
  /** Source samples that one output sample is mixed from. */
  taps: number;
  /** First of them, by output sample. */
  first: Int32Array;
  /** `taps` weights by output sample, each set adding up to 256. */
  weights: Int32Array;
};

const ONE = 256;

function createAxis(from: number, to: number, site: number): Axis {
  const step = from / to;
  const reach = Math.max(1, step);
  const taps = Math.min(from, Math.ceil(reach * 2));
  const axis = { taps, first: new Int32Array(to), weights: new Int32Array(to * taps) };
  for (let at = 0; at < to; at += 1) {
    const centre = (at + site) * step - site;
    const first = Math.max(0, Math.min(from - taps, Math.floor(centre - reach) + 1));
    const raw = Array.from({ length: taps }, (_, tap) => Math.max(0, 1 - Math.abs(first + tap - centre) / reach));
    axis.first[at] = first;
    axis.weights.set(toWholeWeights(raw), at * taps);
  }
  return axis;
}

/** Whole weights that add up to ONE; what rounding leaves goes to the heaviest. */
function toWholeWeights(raw: readonly number[]): number[] {
  const sum = raw.reduce((total, weight) => total + weight, 0);
  const whole = raw.map((weight) => Math.round((weight / sum) * ONE));
  const heaviest = whole.indexOf(Math.max(...whole));
  const rest = ONE - whole.reduce((total, weight) => total + weight, 0);
  return whole.map((weight, tap) => (tap === heaviest ? weight + rest : weight));
}

/**
 * Two taps both ways, which is every enlargement. Rows are mixed first, four samples at once: a 32 bit word holds two of
 * them in its even bytes and two in its odd ones, each with eight bits of room above it.
 */
function createLinearScaler(fromWidth: number, columns: Axis, rows: Axis): PlaneScaler {
  const words = Math.ceil(fromWidth / 4);
  const [upper, lower, mixed] = [new Uint32Array(words), new Uint32Array(words), new Uint32Array(words)];
  const upperBytes = new Uint8Array(upper.buffer);
  const lowerBytes = new Uint8Array(lower.buffer);
  const mixedBytes = new Uint8Array(mixed.buffer);
  return (from, into, offset, stride) => {
    for (let row = 0; row < rows.first.length; row += 1) {
      const at = rows.first[row]! * fromWidth;
      upperBytes.set(from.subarray(at, at + fromWidth));
      lowerBytes.set(from.subarray(at + fromWidth, at + 2 * fromWidth));
      mixWords(upper, lower, rows.weights[row * 2]!, rows.weights[row * 2 + 1]!, mixed);
      spread(mixedBytes, columns, into, offset + row * stride);
    }
  };
}

// The loops below run for every pixel of every frame, and so read typed arrays without checks for holes.

const EVEN_BYTES = 0x00ff00ff;
const ODD_BYTES = 0xff00ff00;
const HALF_EACH = 0x00800080;

function mixWords(
  upper: Uint32Array,
  lower: Uint32Array,
  upperWeight: number,
  lowerWeight: number,
  into: Uint32Array,
): void {
  for (let at = 0; at < into.length; at += 1) {
    const a = upper[at]!;
    const b = lower[at]!;
    const even = Math.imul(a & EVEN_BYTES, upperWeight) + Math.imul(b & EVEN_BYTES, lowerWeight) + HALF_EACH;
    const odd =
      Math.imul((a >>> 8) & EVEN_BYTES, upperWeight) + Math.imul((b >>> 8) & EVEN_BYTES, lowerWeight) + HALF_EACH;
    into[at] = ((even >>> 8) & EVEN_BYTES) | (odd & ODD_BYTES);
  }
}

function spread(from: Uint8Array, { first, weights }: Axis, into: Uint8Array, offset: number): void {
  for (let at = 0; at < first.length; at += 1) {
    const left = first[at]!;
    into[offset + at] = (from[left]! * weights[at * 2]! + from[left + 1]! * weights[at * 2 + 1]! + ONE / 2) >> 8;
  }
}

function scaleAcross(from: Uint8Array, offset: number, { taps, first, weights }: Axis, into: Uint16Array): void {
  for (let at = 0; at < into.length; at += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) sum += from[offset + first[at]! + tap]! * weights[at * taps + tap]!;
    into[at] = sum;
  }
}

function mixRows(
  kept: readonly Uint16Array[],
  first: number,
  { taps, weights }: Axis,
  row: number,
  into: Uint8Array,
  offset: number,
  width: number,
): void {
  for (let at = 0; at < width; at += 1) {
    let sum = ONE * (ONE / 2);
    for (let tap = 0; tap < taps; tap += 1) sum += kept[(first + tap) % kept.length]![at]! * weights[row * taps + tap]!;
    into[offset + at] = sum >> 16;
  }
}

function half(size: number): number {
  return Math.ceil(size / 2);
}
