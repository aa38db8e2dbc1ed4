/** Reads one `trak` (ISO/IEC 14496-12, 8.3). */
import { type Box, fourCharacters, requireBody, requireBox, versionOf } from './boxes.ts';
import { readEdit } from './edit-list.ts';
import type { Mp4Track, Orientation, VideoEntry } from './mp4-index.ts';
import { firstEntry, readAudioEntry, readVideoEntry } from './sample-entry.ts';
import { readSampleTable } from './sample-table.ts';

export type MovieFacts = {
  /** Ticks a second of the movie. */
  timescale: number;
  matrix: Matrix;
  /** Bytes. */
  fileSize: number;
};

/** Picture or sound by the track's handler; null for captions, time codes and the like. */
export function trackKind(view: DataView, trak: Box): Mp4Track['kind'] | null {
  const hdlr = requireBox(view, trak, 'mdia', 'hdlr');
  requireBody(hdlr, 12);
  const handler = fourCharacters(view, hdlr.body + 8);
  return handler === 'vide' ? 'video' : handler === 'soun' ? 'audio' : null;
}

/** @throws RangeError for what is missing, cut off or contradicts itself */
export function readTrack(view: DataView, trak: Box, kind: Mp4Track['kind'], movie: MovieFacts): Mp4Track {
  const header = readTrackHeader(view, requireBox(view, trak, 'tkhd'), movie.matrix);
  const mdhd = requireBox(view, trak, 'mdia', 'mdhd');
  const timescale = readTimescale(view, mdhd);
  const stbl = requireBox(view, trak, 'mdia', 'minf', 'stbl');
  const { entry, hasSeveralEntries } = firstEntry(view, requireBox(view, stbl, 'stsd'));
  return {
    id: header.id,
    kind,
    timescale,
    durationTicks: readDuration(view, mdhd),
    samples: readSampleTable(view, stbl, movie.fileSize),
    ...readEdit(view, trak, { movie: movie.timescale, track: timescale }),
    hasSeveralEntries,
    entry: kind === 'audio' ? readAudioEntry(view, entry) : { kind, ...readVideoEntry(view, entry), ...header.picture },
  };
}

/** Ticks a second of `mvhd` or `mdhd`, which agree in these fields. @throws RangeError for none */
export function readTimescale(view: DataView, header: Box): number {
  const isLong = versionOf(view, header, 20) === 1;
  requireBody(header, isLong ? 32 : 20);
  const timescale = view.getUint32(header.body + (isLong ? 20 : 12));
  if (timescale === 0) throw new RangeError(`Box ${header.type} has a timescale of 0`);
  return timescale;
}

/** Ticks of the duration behind the timescale of `mvhd` or `mdhd`; very many where the file leaves it open, by setting all bits. */
export function readDuration(view: DataView, header: Box): number {
  const isLong = versionOf(view, header, 20) === 1;
  requireBody(header, isLong ? 32 : 20);
  if (!isLong) return view.getUint32(header.body + 16);
  return view.getUint32(header.body + 24) * 2 ** 32 + view.getUint32(header.body + 28);
}

type TrackHeader = {
  id: number;
  picture: Pick<VideoEntry, 'orientation' | 'displayWidth' | 'displayHeight'>;
};

/** 8.3.2: the matrix and the size are fixed point 16.16. */
function readTrackHeader(view: DataView, tkhd: Box, movieMatrix: Matrix): TrackHeader {
  const isLong = versionOf(view, tkhd, 84) === 1;
  requireBody(tkhd, isLong ? 96 : 84);
  const matrix = tkhd.body + (isLong ? 52 : 40);
  return {
    id: view.getUint32(tkhd.body + (isLong ? 20 : 12)),
    picture: {
      orientation: orientationOf(product(matrixAt(view, matrix), movieMatrix)),
      displayWidth: view.getUint32(matrix + 36) / 0x1_0000,
      displayHeight: view.getUint32(matrix + 40) / 0x1_0000,
    },
  };
}

/** a, b, c and d of a matrix a, b, u, c, d, v, x, y, w, which turns (p, q) into (ap + cq + x, bp + dq + y), with q pointing down. */
type Matrix = readonly [a: number, b: number, c: number, d: number];

const UPRIGHT: Matrix = [1, 0, 0, 1];
const ONE = 0x1_0000;

function matrixAt(view: DataView, at: number): Matrix {
  const fixed = (offset: number): number => view.getInt32(at + offset) / ONE;
  return [fixed(0), fixed(4), fixed(12), fixed(16)];
}

/** Of `mvhd`, which turns all tracks once more. A header that ends before it, or that is left empty, turns nothing. */
export function readMovieMatrix(view: DataView, mvhd: Box): Matrix {
  const at = mvhd.body + (versionOf(view, mvhd, 20) === 1 ? 48 : 36);
  if (at + 36 > mvhd.end) return UPRIGHT;
  const matrix = matrixAt(view, at);
  return matrix.every((value) => value === 0) ? UPRIGHT : matrix;
}

function product([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix {
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
}

function orientationOf([a, b, c, d]: Matrix): Orientation | null {
  const mirror = a * d - b * c < 0 ? -1 : 1;
  // What is left when the mirroring, which comes last, is taken back.
  const [cosine, sine] = [a * mirror, b];
  if (c * mirror !== -sine || d !== cosine) return null;
  const degrees = QUARTERS.find((turn) => COSINES[turn] === cosine && COSINES[(turn + 270) % 360] === sine);
  return degrees === undefined ? null : { degrees, isMirrored: mirror < 0 };
}

const QUARTERS = [0, 90, 180, 270] as const;
const COSINES: Readonly<Record<number, number>> = { 0: 1, 90: 0, 180: -1, 270: 0 };
