// Cuts a demo master to its first seconds by copying packets: same form as the model's files, nothing is decoded.
import { boxBytes, concatBytes, fixedBox, readBoxes, requireBox, u32List, type Mp4Box } from './mp4-boxes.ts';
import { keepFirstSamples, readSampleLayout, type SampleLayout } from './sample-tables.ts';

export type ClipSeconds = 4 | 5 | 6 | 8;

/** The bytes are not a demo master, or are too short for the asked cut; the message names what is missing. */
export class MasterFormError extends Error {
  override readonly name = 'MasterFormError';
}

const framesPerSecond = 24;
const movieTimescale = 1000;
const videoTimescale = 12_288;
const soundSampleRate = 48_000;
/** Presentation starts two frames into the video track's time line: the delay of reordered B-frames. */
const videoMediaTime = 1024;
/** Two AAC packets of priming come before the first audible sample. */
const soundMediaTime = 2048;
const samplesPerSoundPacket = 1024;

interface Track {
  trak: Mp4Box;
  isVideo: boolean;
  layout: SampleLayout;
  /** Samples that stay, counted in decode order. */
  kept: number;
}

/**
 * The first `seconds` of a master as a new MP4: ftyp, mdat with only the packets in use, moov last.
 * The picture is cut on frames that the masters code as P, so the kept packets need nothing that was left out.
 * Throws MasterFormError when `bytes` is not such a file.
 */
export function cutMaster(bytes: Uint8Array, seconds: ClipSeconds): Uint8Array {
  const top = readTop(bytes);
  const moov = requireBox(top, 'moov', fail);
  const tracks = moov.children.filter((box) => box.type === 'trak').map((trak) => readTrack(bytes, trak, seconds));
  const video = tracks.find((track) => track.isVideo) ?? fail('a video track');
  if (!tracks.some((track) => !track.isVideo)) fail('a sound track');
  requireClosedPrefix(video);

  const ftyp = requireBox(top, 'ftyp', fail);
  const head = bytes.subarray(ftyp.start, ftyp.start + ftyp.size);
  const { mdat, offsets } = gatherChunks(bytes, tracks, head.length + 8);
  const durationMs = seconds * movieTimescale;
  const children = moov.children.map((box) => {
    if (box.type === 'mvhd') return withU32(bytes, box, 16, durationMs);
    const index = tracks.findIndex((track) => track.trak === box);
    return index < 0
      ? copy(bytes, box)
      : cutTrack(bytes, tracks[index] ?? fail('a track'), offsets[index] ?? [], durationMs);
  });
  return concatBytes([head, boxBytes('mdat', mdat), boxBytes('moov', children)]);
}

function readTop(bytes: Uint8Array): Mp4Box[] {
  const top = readBoxes(bytes, 0, bytes.length, fail);
  if (top.some((box) => box.type === 'moof')) fail('a movie that is not fragmented');
  requireBox(top, 'mdat', fail);
  return top;
}

function readTrack(bytes: Uint8Array, trak: Mp4Box, seconds: ClipSeconds): Track {
  const mdia = requireBox(trak.children, 'mdia', fail);
  const hdlr = requireBox(mdia.children, 'hdlr', fail);
  const mdhd = requireBox(mdia.children, 'mdhd', fail);
  const stbl = requireBox(requireBox(mdia.children, 'minf', fail).children, 'stbl', fail);
  const isVideo = handlerOf(bytes, hdlr) === 'vide';
  const timescale = view(bytes, mdhd).getUint32(12);
  const expected = isVideo ? videoTimescale : soundSampleRate;
  if (timescale !== expected) fail(`a ${isVideo ? 'video' : 'sound'} time scale of ${expected}, found ${timescale}`);
  const layout = readSampleLayout(bytes, stbl, fail);
  const kept = isVideo
    ? seconds * framesPerSecond
    : soundMediaTime / samplesPerSoundPacket + Math.ceil((seconds * soundSampleRate) / samplesPerSoundPacket);
  if (layout.sizes.length < kept) fail(`${kept} ${isVideo ? 'frames' : 'sound packets'}, found ${layout.sizes.length}`);
  return { trak, isVideo, layout, kept };
}

/** Every kept packet must present before the cut, or the last pictures would be missing. */
function requireClosedPrefix({ layout, kept }: Track): void {
  const cutTime = kept * (videoTimescale / framesPerSecond) + videoMediaTime;
  let decodeTime = 0;
  for (let i = 0; i < kept; i++) {
    if (decodeTime + (layout.compositionOffsets[i] ?? 0) >= cutTime)
      fail(`a P frame that closes the first ${kept} frames`);
    decodeTime += layout.durations[i] ?? 0;
  }
}

/** Copies the kept samples in file order, one chunk for each unbroken run of a track. */
function gatherChunks(bytes: Uint8Array, tracks: readonly Track[], mdatBodyStart: number) {
  const samples = tracks.flatMap((track, index) =>
    track.layout.offsets
      .slice(0, track.kept)
      .map((offset, sample) => ({ index, offset, size: track.layout.sizes[sample] ?? 0 })),
  );
  samples.sort((a, b) => a.offset - b.offset);
  const parts: Uint8Array[] = [];
  const offsets: number[][] = tracks.map(() => []);
  let position = mdatBodyStart;
  for (const { index, offset, size } of samples) {
    if (offset + size > bytes.length) fail(`sample bytes at ${offset}: the file is truncated`);
    parts.push(bytes.subarray(offset, offset + size));
    offsets[index]?.push(position);
    position += size;
  }
  return { mdat: parts, offsets };
}

function cutTrack(bytes: Uint8Array, track: Track, offsets: readonly number[], durationMs: number): Uint8Array {
  const ticks = track.isVideo ? videoTimescale / framesPerSecond : samplesPerSoundPacket;
  const mediaTime = track.isVideo ? videoMediaTime : soundMediaTime;
  const rebuild = (box: Mp4Box): Uint8Array => {
    if (box.type === 'tkhd') return withU32(bytes, box, 20, durationMs);
    if (box.type === 'elst') return fixedBox('elst', u32List(0, 1, durationMs, mediaTime, 0x00010000));
    if (box.type === 'mdhd') return withU32(bytes, box, 16, track.kept * ticks);
    if (box.type === 'stbl') return keepFirstSamples(bytes, box, track.layout, track.kept, offsets);
    return box.children.length === 0 ? copy(bytes, box) : boxBytes(box.type, box.children.map(rebuild));
  };
  return rebuild(track.trak);
}

const copy = (bytes: Uint8Array, box: Mp4Box): Uint8Array => bytes.subarray(box.start, box.start + box.size);

/** A copy of a version 0 full box with one 32-bit field replaced; `at` counts from the box's body. */
function withU32(bytes: Uint8Array, box: Mp4Box, at: number, value: number): Uint8Array {
  // Not slice(): on a Buffer that would share the master's memory.
  const whole = new Uint8Array(copy(bytes, box));
  if (whole[8] !== 0) fail(`a version 0 ${box.type} box`);
  new DataView(whole.buffer).setUint32(8 + at, value);
  return whole;
}

/** A view on the box's body. */
const view = (bytes: Uint8Array, box: Mp4Box): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset + box.start + 8, box.size - 8);

const handlerOf = (bytes: Uint8Array, hdlr: Mp4Box): string =>
  String.fromCharCode(...bytes.subarray(hdlr.start + 16, hdlr.start + 20));

function fail(missing: string): never {
  throw new MasterFormError(`Not a demo master: expected ${missing}`);
}
