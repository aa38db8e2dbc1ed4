// Cuts a demo master to its first seconds by copying packets: same form as the model's files, nothing is decoded.
import { box, bytes, type Part, sequence, toBytes, u32, latin1 } from '#shared/mp4/box-parts.ts';
import { type Box, boxesIn, requireBox, SHORT_HEADER } from '#shared/mp4/boxes.ts';
import { viewOf } from '#shared/mp4/byte-source.ts';
import { withDuration } from '#shared/mp4/header-duration.ts';
import type { SampleTable } from '#shared/mp4/mp4-index.ts';
import { readTimescale, trackKind } from '#shared/mp4/read-track.ts';
import { firstEntry } from '#shared/mp4/sample-entry.ts';
import { readSampleTable } from '#shared/mp4/sample-table.ts';
import { chunksOf, sampleTable } from '#shared/mp4/write-sample-table.ts';
import { editList } from '#shared/mp4/write-track.ts';

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
/** A packet of sound needs the one before it. */
const soundRollDistance = 1;

type Master = { file: Uint8Array; view: DataView };

type Track = {
  trak: Box;
  isVideo: boolean;
  samples: SampleTable;
  /** Samples that stay, counted in decode order. */
  kept: number;
};

/**
 * The first `seconds` of a master as a new MP4: ftyp, mdat with only the packets in use, moov last.
 * The picture is cut on frames that the masters code as P, so the kept packets need nothing that was left out.
 * @throws MasterFormError when `file` is not such a file
 */
export function cutMaster(file: Uint8Array, seconds: ClipSeconds): Uint8Array {
  try {
    return toBytes(cut({ file, view: viewOf(file) }, seconds));
  } catch (error) {
    if (error instanceof RangeError) throw new MasterFormError(`Not a demo master: ${error.message}`);
    throw error;
  }
}

function cut(master: Master, seconds: ClipSeconds): Part {
  const { file, view } = master;
  const top = [...boxesIn(view, 0, file.length)];
  const [ftyp, , moov] = ['ftyp', 'mdat', 'moov'].map(
    (type) => top.find((found) => found.type === type) ?? fail(`a box ${type}`),
  );
  if (ftyp === undefined || moov === undefined || top.some(({ type }) => type === 'moof'))
    return fail('a movie that is not fragmented');
  const children = [...boxesIn(view, moov.body, moov.end)];
  const tracks = children.filter(({ type }) => type === 'trak').map((trak) => readTrack(master, trak, seconds));
  requireClosedPrefix(tracks.find(({ isVideo }) => isVideo) ?? fail('a video track'));
  if (tracks.every(({ isVideo }) => isVideo)) fail('a sound track');
  const head = copy(master, ftyp);
  const { media, offsets } = gatherSamples(master, tracks, head.size + SHORT_HEADER);
  const durationMs = seconds * movieTimescale;
  const parts = children.map((child) => {
    if (child.type === 'mvhd') return withDuration(view, child, durationMs);
    const index = tracks.findIndex(({ trak }) => trak === child);
    const [track, places] = [tracks[index], offsets[index]];
    return track === undefined || places === undefined
      ? copy(master, child)
      : cutTrack(master, track, places, durationMs);
  });
  return sequence(head, u32(SHORT_HEADER + media.size), latin1('mdat'), media, box('moov', ...parts));
}

function readTrack({ file, view }: Master, trak: Box, seconds: ClipSeconds): Track {
  const kind = trackKind(view, trak);
  const mdia = requireBox(view, trak, 'mdia');
  const isVideo = kind === 'video';
  const timescale = readTimescale(view, requireBox(view, mdia, 'mdhd'));
  const expected = isVideo ? videoTimescale : soundSampleRate;
  if (kind === null) fail('a track of picture or sound');
  if (timescale !== expected) fail(`a ${kind} time scale of ${expected}, found ${timescale}`);
  const samples = readSampleTable(view, requireBox(view, mdia, 'minf', 'stbl'), file.length);
  const kept = isVideo
    ? seconds * framesPerSecond
    : soundMediaTime / samplesPerSoundPacket + Math.ceil((seconds * soundSampleRate) / samplesPerSoundPacket);
  const found = samples.sizes.length;
  if (found < kept) fail(`${kept} ${isVideo ? 'frames' : 'sound packets'}, found ${found}`);
  return { trak, isVideo, samples, kept };
}

/** Every kept packet must present before the cut, or the last pictures would be missing. */
function requireClosedPrefix({ samples: { decodeTimes, compositionOffsets }, kept }: Track): void {
  const cutTime = kept * (videoTimescale / framesPerSecond) + videoMediaTime;
  for (let sample = 0; sample < kept; sample += 1) {
    if ((decodeTimes[sample] ?? 0) + (compositionOffsets[sample] ?? 0) >= cutTime)
      fail(`a P frame that closes the first ${kept} frames`);
  }
}

/** Copies the kept samples in file order, and tells where each now lies. */
function gatherSamples(
  { file }: Master,
  tracks: readonly Track[],
  mediaStart: number,
): { media: Part; offsets: Float64Array[] } {
  const places = tracks.flatMap(({ samples, kept }, index) =>
    Array.from(samples.offsets.subarray(0, kept), (offset, sample) => {
      return { index, sample, offset, size: samples.sizes[sample] ?? 0 };
    }),
  );
  places.sort((a, b) => a.offset - b.offset);
  const offsets = tracks.map(({ kept }) => new Float64Array(kept));
  let position = mediaStart;
  for (const { index, sample, size } of places) {
    offsets[index]?.set([position], sample);
    position += size;
  }
  const media = sequence(...places.map(({ offset, size }) => bytes(file.subarray(offset, offset + size))));
  return { media, offsets };
}

function cutTrack(master: Master, track: Track, offsets: Float64Array, durationMs: number): Part {
  const { view } = master;
  const ticks = track.isVideo ? videoTimescale / framesPerSecond : samplesPerSoundPacket;
  const editStartTicks = track.isVideo ? videoMediaTime : soundMediaTime;
  const rebuild = (child: Box): Part => {
    switch (child.type) {
      case 'tkhd':
        return withDuration(view, child, durationMs);
      case 'mdhd':
        return withDuration(view, child, track.kept * ticks);
      case 'edts':
        return box('edts', editList({ presentedTicks: durationMs, editStartTicks }));
      case 'stbl':
        return keptTable(master, track, child, offsets);
      case 'trak':
      case 'mdia':
      case 'minf':
        return box(child.type, ...Array.from(boxesIn(view, child.body, child.end), rebuild));
      default:
        return copy(master, child);
    }
  };
  return rebuild(track.trak);
}

function keptTable(master: Master, { isVideo, samples, kept }: Track, stbl: Box, offsets: Float64Array): Part {
  const { view } = master;
  const sizes = samples.sizes.subarray(0, kept);
  return sampleTable({
    entry: copy(master, firstEntry(view, requireBox(view, stbl, 'stsd')).entry),
    sampleCount: kept,
    sampleDuration: samples.durations.subarray(0, kept),
    compositionOffsets: isVideo ? samples.compositionOffsets.subarray(0, kept) : null,
    isSync: samples.isSync.subarray(0, kept),
    sizes,
    places: chunksOf({ offsets, sizes }),
    isLarge: false,
    rollDistance: isVideo ? 0 : soundRollDistance,
  });
}

function copy({ file }: Master, { start, end }: Box): Part {
  return bytes(file.subarray(start, end));
}

function fail(missing: string): never {
  throw new MasterFormError(`Not a demo master: expected ${missing}`);
}
