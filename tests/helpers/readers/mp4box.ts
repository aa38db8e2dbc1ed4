/** A movie file as mp4box.js reads it: boxes, samples and edit lists, and what is wrong with them. */
import { readFile } from 'node:fs/promises';
import { createFile, MP4BoxBuffer, type Box, type Sample } from 'mp4box';

/** A box's four characters, and the boxes in it. */
export type BoxTree = [type: string, ...children: BoxTree[]];

export type Mp4Sample = {
  /** In units of the track's time scale, before the edit list. */
  dts: number;
  cts: number;
  duration: number;
  isSync: boolean;
  /** Position in the file and length, in bytes. */
  offset: number;
  size: number;
};

export type Mp4Track = {
  id: number;
  kind: 'video' | 'audio' | 'other';
  /** As RFC 6381 writes it. */
  codec: string;
  /** Units a second. */
  timescale: number;
  /** `segmentDuration` in units of the movie's time scale, `mediaTime` of the track's; -1 is an empty edit. */
  edits: { segmentDuration: number; mediaTime: number }[];
  /** In order of decoding. */
  samples: Mp4Sample[];
};

export type Mp4File = {
  /** Units a second of the movie header. */
  timescale: number;
  boxes: BoxTree[];
  tracks: Mp4Track[];
  /** Payloads of the `mdat` boxes: first byte and one past the last. */
  mediaRanges: { start: number; end: number }[];
  /** What the reader could not make sense of. */
  complaints: string[];
};

/** Boxes that a movie file has a use for: ISO/IEC 14496-12, 14496-14 and 14496-15, and the tags that players read. */
const KNOWN_BOXES = new Set(
  [
    'ftyp free uuid mdat moov mvhd trak tkhd edts elst mdia mdhd hdlr minf vmhd smhd dinf dref url',
    'stbl stsd stts ctts stss stsc stsz stco co64 sgpd sbgp avc1 avc3 avcC hvc1 hev1 hvcC av01 av1C vp09 vpcC colr pasp btrt mp4a esds udta meta ilst',
  ]
    .join(' ')
    .split(' '),
);

/** Reads the whole file. @throws Error where there is no movie in it */
export async function readMp4(path: string): Promise<Mp4File> {
  const bytes = await readFile(path);
  const complaints: string[] = [];
  const file = createFile();
  file.onError = (module, message) => complaints.push(`${module}: ${message}`);
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(Uint8Array.from(bytes).buffer, 0), true);
  file.flush();
  if (file.moov === undefined) throw new Error(`${path} has no readable movie in it`);
  const info = file.getInfo();
  const covered = file.boxes.reduce((sum, { size }) => sum + size, 0);
  if (covered !== bytes.length) complaints.push(`${bytes.length - covered} bytes stand outside of all boxes`);
  return {
    timescale: info.timescale,
    boxes: file.boxes.map(treeOf),
    tracks: info.tracks.map(({ id, type, codec, timescale, edits = [] }) => ({
      id,
      kind: type === 'video' || type === 'audio' ? type : 'other',
      codec,
      timescale,
      edits: edits.map((edit) => ({ segmentDuration: edit.segment_duration, mediaTime: edit.media_time })),
      samples: file.getTrackSamplesInfo(id).map(sampleOf),
    })),
    mediaRanges: file.boxes.filter(({ type }) => type === 'mdat').map(payloadOf),
    complaints,
  };
}

/** Everything that is wrong with a movie that our engine wrote; an empty list for a sound one. */
export function mp4Problems(file: Mp4File): string[] {
  return [
    ...file.complaints,
    ...unknownBoxes(file.boxes).map((type) => `box ${type} has no place in a movie file`),
    ...file.tracks.flatMap((track) => [
      ...decodeOrderProblems(track),
      ...presentationProblems(track),
      ...editProblems(track, file.timescale),
    ]),
    ...placementProblems(file),
  ];
}

function treeOf(box: Box): BoxTree {
  const entries = 'entries' in box && Array.isArray(box.entries) ? box.entries.filter(isBox) : [];
  return [box.type.trim(), ...(box.boxes ?? entries).map(treeOf)];
}

/** Tables keep their rows in `entries` too; only a sample description's rows are boxes. */
function isBox(entry: unknown): entry is Box {
  return typeof entry === 'object' && entry !== null && 'type' in entry && 'hdr_size' in entry;
}

function sampleOf({ dts, cts, duration, is_sync: isSync, offset, size }: Sample): Mp4Sample {
  return { dts, cts, duration, isSync, offset, size };
}

function payloadOf({ start = 0, size, hdr_size: headerSize = 8 }: Box): { start: number; end: number } {
  return { start: start + headerSize, end: start + size };
}

/** The rows of the tag list (`ilst`) have names of their own, made by whoever wrote them. */
function unknownBoxes(boxes: readonly BoxTree[]): string[] {
  return boxes.flatMap(([type, ...children]) => {
    if (!KNOWN_BOXES.has(type)) return [type];
    return type === 'ilst' ? [] : unknownBoxes(children);
  });
}

function decodeOrderProblems({ id, samples }: Mp4Track): string[] {
  return samples.flatMap(({ dts, cts }, index) => {
    const before = samples[index - 1];
    return [
      ...(before !== undefined && dts <= before.dts
        ? [`track ${id}, sample ${index}: decoded at ${dts}, not after ${before.dts}`]
        : []),
      ...(cts < dts ? [`track ${id}, sample ${index}: shown at ${cts}, before it is decoded at ${dts}`] : []),
    ];
  });
}

/** Behind the edit list, the picture begins at 0 and goes on by one frame at a time; packets of sound lie end to end. */
function presentationProblems({ id, kind, samples, edits }: Mp4Track): string[] {
  const shown = samples.map(({ cts }) => cts).toSorted((a, b) => a - b);
  const step = samples[0]?.duration ?? 0;
  const problems = shown.slice(1).flatMap((cts, index) => {
    const gap = cts - (shown[index] ?? 0);
    return gap === step
      ? []
      : [`track ${id}, shown sample ${index + 1}: ${gap} units after the one before, not ${step}`];
  });
  const start = edits.find(({ mediaTime }) => mediaTime >= 0)?.mediaTime ?? 0;
  const first = shown[0] ?? 0;
  const isPriming = kind === 'audio' && first <= start;
  if (first !== start && !isPriming) problems.push(`track ${id}: begins at ${first}, and its edit at ${start}`);
  return problems;
}

function editProblems({ id, timescale, samples, edits }: Mp4Track, movieTimescale: number): string[] {
  if (edits.length === 0) return [];
  if (edits.length > 1) return [`track ${id}: ${edits.length} edits, where players honour one`];
  const { mediaTime = 0, segmentDuration = 0 } = edits[0] ?? {};
  if (mediaTime < 0) return [`track ${id}: begins with an empty edit`];
  const end = Math.max(...samples.map(({ cts, duration }) => cts + duration));
  const excess = segmentDuration / movieTimescale - (end - mediaTime) / timescale;
  // The movie's units may be coarser than the track's.
  return excess > 1 / movieTimescale ? [`track ${id}: the edit is ${excess.toFixed(4)} s longer than the track`] : [];
}

/** Every sample inside of `mdat`, none over another, and no byte of media that no sample uses. */
function placementProblems({ tracks, mediaRanges }: Mp4File): string[] {
  const problems: string[] = [];
  const placed = tracks
    .flatMap(({ id, samples }) => samples.map(({ offset, size }, index) => ({ id, index, offset, size })))
    .toSorted((a, b) => a.offset - b.offset);
  let used = 0;
  let end = 0;
  for (const { id, index, offset, size } of placed) {
    const isInside = mediaRanges.some((range) => offset >= range.start && offset + size <= range.end);
    if (!isInside) problems.push(`track ${id}, sample ${index}: lies outside of mdat`);
    if (offset < end) problems.push(`track ${id}, sample ${index}: lies over the sample before it`);
    if (size === 0) problems.push(`track ${id}, sample ${index}: is empty`);
    end = Math.max(end, offset + size);
    used += size;
  }
  const held = mediaRanges.reduce((sum, range) => sum + range.end - range.start, 0);
  if (problems.length === 0 && used !== held) problems.push(`mdat holds ${held - used} bytes that no sample uses`);
  return problems;
}
