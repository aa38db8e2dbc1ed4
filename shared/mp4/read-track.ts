/** Reads one `trak` (ISO/IEC 14496-12, 8.3). */
import { type Box, fourCharacters, requireBody, requireBox, versionOf } from './boxes.ts';
import { readEdit } from './edit-list.ts';
import type { Mp4Track, VideoEntry } from './mp4-index.ts';
import { firstEntry, readAudioEntry, readVideoEntry } from './sample-entry.ts';
import { readSampleTable } from './sample-table.ts';

export type MovieFacts = {
  /** Ticks a second of the movie. */
  timescale: number;
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
  const header = readTrackHeader(view, requireBox(view, trak, 'tkhd'));
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
  picture: Pick<VideoEntry, 'rotationDegrees' | 'displayWidth' | 'displayHeight'>;
};

/** 8.3.2: the matrix and the size are fixed point 16.16. */
function readTrackHeader(view: DataView, tkhd: Box): TrackHeader {
  const isLong = versionOf(view, tkhd, 84) === 1;
  requireBody(tkhd, isLong ? 96 : 84);
  const matrix = tkhd.body + (isLong ? 52 : 40);
  return {
    id: view.getUint32(tkhd.body + (isLong ? 20 : 12)),
    picture: {
      rotationDegrees: rotationOf(view, matrix),
      displayWidth: view.getUint32(matrix + 36) / 0x1_0000,
      displayHeight: view.getUint32(matrix + 40) / 0x1_0000,
    },
  };
}

/** The matrix a, b, u, c, d, v, x, y, w turns (p, q) into (ap + cq + x, bp + dq + y), with q pointing down. */
function rotationOf(view: DataView, at: number): VideoEntry['rotationDegrees'] {
  const [a, b, c, d] = [0, 4, 12, 16].map((offset) => view.getInt32(at + offset) / 0x1_0000);
  if (b === 0 && c === 0 && a === 1 && d === 1) return 0;
  if (b === 0 && c === 0 && a === -1 && d === -1) return 180;
  if (a === 0 && d === 0 && b === 1 && c === -1) return 90;
  if (a === 0 && d === 0 && b === -1 && c === 1) return 270;
  return null;
}
