/**
 * What an MP4 file says about itself, read by ranges: clips from the models carry their index (`moov`) at the end.
 * Lengths come from the sample tables, never from the header's duration, which is known to lie; what the edit list hides
 * is not counted, and no browser shows it. Nothing is decoded.
 */
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import {
  childBoxes,
  findBox,
  fourCharacters,
  Mp4Error,
  topLevelBoxes,
  uint64,
  viewOf,
  type BoxPlace,
  type ByteSource,
} from './mp4-boxes.ts';
import { presentationTimes, shownFrames, shownStretch, type ShownStretch } from './mp4-edits.ts';

/** The index of a clip is some 10 kB; this bounds what is read into memory. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;

/** Eleven hours at 24 frames a second. A table that promises more is damaged, and walking it would take for ever. */
const MAX_SAMPLES = 1_000_000;

/**
 * Reads the facts of a clip.
 * @throws Mp4Error when the file is no MP4, has no video track, or is cut off
 */
export async function parseMp4Facts(source: ByteSource): Promise<MediaFacts> {
  if (source.sizeBytes < 8 || fourCharacters(viewOf(await source.read(0, 8)), 4) !== 'ftyp')
    throw new Mp4Error('The file is not an MP4 video.');
  const place = (await topLevelBoxes(source)).find((box) => box.type === 'moov');
  if (!place) throw new Mp4Error('The video file has no index; it is cut off.');
  const moov = viewOf(await readBody(source, place));
  try {
    return factsOf(moov, source.sizeBytes);
  } catch (error) {
    if (error instanceof RangeError) throw new Mp4Error('The index of the video file is damaged.');
    throw error;
  }
}

async function readBody(source: ByteSource, place: BoxPlace): Promise<Uint8Array> {
  const start = place.start + place.headerBytes;
  if (place.end - start > MAX_INDEX_BYTES) throw new Mp4Error('The index of the video file is too large.');
  return source.read(start, place.end);
}

function factsOf(moov: DataView, fileBytes: number): MediaFacts {
  const movieTimescale = timescaleOf(required(findBox(moov, 'mvhd'), 'mvhd'));
  const tracks = childBoxes(moov)
    .filter((box) => box.type === 'trak')
    .map((box) => readTrack(box.body, movieTimescale));
  const video = tracks.find((track) => track.handler === 'vide');
  if (!video) throw new Mp4Error('The file has no picture.');
  for (const track of tracks) assertSamplesInside(track.table, fileBytes);
  const entry = sampleEntry(video.table);
  const audio = tracks.find((track) => track.handler === 'soun');
  const { sampleCount, ticks } = sampleTimes(video.table);
  const frames = shownFrames(presentationTimes(video.table, sampleCount), video.shown);
  const frameCount = frames.reduce((count, frame) => count + (frame < 0 ? 0 : 1), 0);
  if (frameCount === 0 || ticks === 0 || video.timescale === 0) throw new Mp4Error('The picture has no frames.');
  return {
    video: {
      codec: videoCodec(entry.type, entry.body),
      ...uprightSize(entry.body, video.isOnItsSide),
      fps: reduced(sampleCount * video.timescale, ticks),
      frameCount,
      keyFrames: keyFrames(video.table, frames),
      durationSeconds: (ticks * frameCount) / sampleCount / video.timescale,
    },
    audio: audio ? audioFacts(audio.table) : null,
  };
}

/** As players show it: a picture that is stored on its side is turned. */
function uprightSize(entry: DataView, isOnItsSide: boolean): { width: number; height: number } {
  const [across, down] = [positive(entry.getUint16(24), 'width'), positive(entry.getUint16(26), 'height')];
  return isOnItsSide ? { width: down, height: across } : { width: across, height: down };
}

type Track = {
  handler: string;
  timescale: number;
  table: DataView;
  shown: ShownStretch;
  /** Whether players turn the picture by a quarter. */
  isOnItsSide: boolean;
};

function readTrack(trak: DataView, movieTimescale: number): Track {
  const header = required(findBox(trak, 'mdia', 'mdhd'), 'mdhd');
  const handler = required(findBox(trak, 'mdia', 'hdlr'), 'hdlr');
  const table = required(findBox(trak, 'mdia', 'minf', 'stbl'), 'stbl');
  const timescale = timescaleOf(header);
  return {
    handler: fourCharacters(handler, 8),
    timescale,
    table,
    shown: shownStretch(trak, timescale, movieTimescale),
    isOnItsSide: swapsAxes(required(findBox(trak, 'tkhd'), 'tkhd')),
  };
}

/** The matrix of the track header: a stored row becomes a column where it takes no part of x for x (ISO/IEC 14496-12, 6.2.2). */
function swapsAxes(header: DataView): boolean {
  const matrix = header.getUint8(0) === 1 ? 52 : 40;
  const [a, b, c, d] = [0, 4, 12, 16].map((offset) => header.getInt32(matrix + offset));
  return a === 0 && d === 0 && b !== 0 && c !== 0;
}

/** Ticks a second, from the header of a movie or of a track's media. */
function timescaleOf(header: DataView): number {
  return header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
}

function sampleEntry(table: DataView): { type: string; body: DataView } {
  const [entry] = childBoxes(required(findBox(table, 'stsd'), 'stsd'), 8);
  return required(entry ?? null, 'sample entry');
}

/** RFC 6381, 3.3: profile, compatibility and level bytes of `avcC`. */
function videoCodec(type: string, entry: DataView): string {
  const visualEntryBytes = 78;
  const avc = childBoxes(entry, visualEntryBytes).find((box) => box.type === 'avcC')?.body;
  if (!avc) return type;
  const bytes = [avc.getUint8(1), avc.getUint8(2), avc.getUint8(3)];
  return `${type}.${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function audioFacts(table: DataView): NonNullable<MediaFacts['audio']> {
  const { type, body } = sampleEntry(table);
  return {
    codec: type === 'mp4a' ? aacCodec(body) : type,
    channels: body.getUint16(16),
    sampleRate: body.getUint32(24) / 65_536,
  };
}

/** RFC 6381, 3.3: the object type of the MPEG-4 decoder, from the descriptors in `esds` (ISO/IEC 14496-1, 7.2.6). */
function aacCodec(entry: DataView): string {
  const soundEntryBytes = 28;
  const esds = required(childBoxes(entry, soundEntryBytes).find((box) => box.type === 'esds')?.body ?? null, 'esds');
  // Version and flags; then descriptor 3 with its id and flags, 4 with the stream's kind and rates, 5 with the decoder's own.
  let at = 4;
  const enter = (tag: number, skip: number): void => {
    if (esds.getUint8(at++) !== tag)
      throw new Mp4Error('The sound of the video file is described in a way that is not understood.');
    // A length is seven bits a byte; the top bit says that more follow.
    while (esds.getUint8(at++) & 0x80);
    at += skip;
  };
  enter(3, 3);
  const objectType = (enter(4, 0), esds.getUint8(at));
  at += 13;
  if (objectType !== 0x40) return `mp4a.${objectType.toString(16)}`;
  // Without a description of its own it is the plain kind, as players take it.
  if (esds.getUint8(at) !== 5) return 'mp4a.40.2';
  enter(5, 0);
  return `mp4a.40.${esds.getUint8(at) >> 3}`;
}

/** `stts`: how many samples there are, and how many ticks they last together. */
function sampleTimes(table: DataView): { sampleCount: number; ticks: number } {
  const stts = required(findBox(table, 'stts'), 'stts');
  let sampleCount = 0;
  let ticks = 0;
  for (let i = 0; i < stts.getUint32(4); i++) {
    const count = stts.getUint32(8 + i * 8);
    sampleCount += count;
    ticks += count * stts.getUint32(12 + i * 8);
  }
  assertCountable(sampleCount);
  return { sampleCount, ticks };
}

/** The shown frames that stand alone. `stss` absent: every one does. @param frames the frame of each sample, see `shownFrames` */
function keyFrames(table: DataView, frames: Int32Array): number[] {
  const stss = findBox(table, 'stss');
  const samples = stss
    ? Array.from({ length: stss.getUint32(4) }, (_, i) => stss.getUint32(8 + i * 4) - 1)
    : frames.keys();
  return Array.from(samples, (sample) => frames[sample] ?? -1)
    .filter((frame) => frame >= 0)
    .sort((a, b) => a - b);
}

/** A file that was cut off after its index still promises every sample: look where the last of each chunk would end. */
function assertSamplesInside(table: DataView, fileBytes: number): void {
  const sizes = required(findBox(table, 'stsz'), 'stsz');
  const runs = required(findBox(table, 'stsc'), 'stsc');
  const long = findBox(table, 'co64');
  const offsets = long ?? required(findBox(table, 'stco'), 'stco');
  const [fixed, sampleCount, chunkCount, runCount] = [
    sizes.getUint32(4),
    sizes.getUint32(8),
    offsets.getUint32(4),
    runs.getUint32(4),
  ];
  assertCountable(sampleCount);
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunkCount && sample < sampleCount; chunk++) {
    if (run + 1 < runCount && runs.getUint32(8 + (run + 1) * 12) <= chunk + 1) run++;
    let end = long ? uint64(offsets, 8 + chunk * 8) : offsets.getUint32(8 + chunk * 4);
    const last = Math.min(sample + runs.getUint32(12 + run * 12), sampleCount);
    for (; sample < last; sample++) end += fixed === 0 ? sizes.getUint32(12 + sample * 4) : fixed;
    if (end > fileBytes) throw new Mp4Error('The video file is cut off.');
  }
}

function assertCountable(samples: number): void {
  if (samples > MAX_SAMPLES) throw new Mp4Error('The index of the video file is damaged.');
}

function reduced(num: number, den: number): { num: number; den: number } {
  const divisor = greatestCommonDivisor(num, den);
  return { num: num / divisor, den: den / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function required<T>(value: T | null, name: string): T {
  if (value === null) throw new Mp4Error(`The index of the video file lacks its ${name}.`);
  return value;
}

function positive(value: number, name: string): number {
  if (value <= 0) throw new Mp4Error(`The picture has no ${name}.`);
  return value;
}
