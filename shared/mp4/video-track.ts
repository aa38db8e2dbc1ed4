/** The picture track of a movie: one codec at a constant rate. */
import { box, bytes, fixed16, latin1, type Part, sequence, u16, u32, u8, zeros } from './box-parts.ts';
import { CONFIG_BOXES, type CodecEntry, type NclxColor } from './mp4-index.ts';
import { type ChunkPlaces, sampleTable } from './write-sample-table.ts';
import { track } from './write-track.ts';

export type VideoTrackSpec = {
  /** Pixels. */
  width: number;
  height: number;
  /** Ticks a second. */
  timescale: number;
  /** Ticks, the same for all samples. */
  sampleDuration: number;
  codec: CodecEntry;
  /** Null leaves the colours to the stream and the player. */
  color: NclxColor | null;
  /** Presentation time minus decoding time of each sample in ticks, 0 or more. */
  compositionOffsets: Int32Array;
  /** 1 for each sample at which decoding may start. */
  isSync: Uint8Array;
  /** Presentation time of the first picture shown, in ticks. */
  editStartTicks: number;
  sampleCount: number;
};

/** What a track takes from its movie. */
export type TrackPlacing = {
  id: number;
  /** Seconds since 1904. */
  createdAt: number;
  /** Bytes of each sample. */
  sizes: Uint32Array;
  places: ChunkPlaces;
  isLarge: boolean;
};

/** 72 dots an inch, in fixed point 16.16. */
const USUAL_RESOLUTION = 72;
const COLOR_DEPTH = 24;
const NO_COLOR_TABLE = 0xffff;

/** Ticks from the first picture shown to the end of the last. */
export function presentedVideoTicks(spec: VideoTrackSpec): number {
  let end = 0;
  for (let sample = 0; sample < spec.sampleCount; sample += 1)
    end = Math.max(end, (sample + 1) * spec.sampleDuration + spec.compositionOffsets[sample]!);
  return Math.max(0, end - spec.editStartTicks);
}

/** The movie's timescale must be the track's. @throws RangeError for tables that don't fit the number of samples */
export function videoTrack(spec: VideoTrackSpec, { id, createdAt, sizes, places, isLarge }: TrackPlacing): Part {
  return track({
    id,
    createdAt,
    presentedTicks: presentedVideoTicks(spec),
    timescale: spec.timescale,
    mediaTicks: spec.sampleCount * spec.sampleDuration,
    editStartTicks: spec.editStartTicks,
    picture: spec,
    sampleTable: sampleTable({
      entry: sampleEntry(spec),
      sampleCount: spec.sampleCount,
      sampleDuration: spec.sampleDuration,
      compositionOffsets: spec.compositionOffsets,
      isSync: spec.isSync,
      sizes,
      places,
      isLarge,
      rollDistance: 0,
    }),
  });
}

/** ISO/IEC 14496-12, 12.1.3, and 14496-15, 5.4.2; HEVC, AV1 and VP9 have the same fields in front of their own configuration. */
function sampleEntry({ width, height, codec, color }: VideoTrackSpec): Part {
  return box(
    codec.format,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    fixed16(USUAL_RESOLUTION, USUAL_RESOLUTION),
    zeros(4),
    u16(1),
    zeros(32),
    u16(COLOR_DEPTH, NO_COLOR_TABLE),
    box(CONFIG_BOXES[codec.format], bytes(codec.record)),
    bytes(codec.lightBoxes),
    color === null ? sequence() : colorBox(color),
    box('pasp', u32(1, 1)),
  );
}

/** ISO/IEC 14496-12, 12.1.5. */
function colorBox({ primaries, transfer, matrix, fullRange }: NclxColor): Part {
  return box('colr', latin1('nclx'), u16(primaries, transfer, matrix), u8(fullRange ? 0x80 : 0));
}
