/** Video usability information of an SPS (ITU-T H.264 annex E.1). */
import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';

/** Numbers of ITU-T H.273; 2 means that the stream does not say. */
export type AvcColor = { primaries: number; transfer: number; matrix: number; fullRange: boolean };

export type AvcTiming = { numUnitsInTick: number; timeScale: number; isFixedFrameRate: boolean };

export type Vui = {
  /** Width to height of a pixel; 1:1 where the stream does not say. */
  pixelAspect: { h: number; v: number };
  /** null without video_signal_type. */
  color: AvcColor | null;
  timing: AvcTiming | null;
  maxNumReorderFrames: number | null;
  signalType: SignalTypeBits;
  restriction: RestrictionBits;
};

/** Where video_signal_type lies in the RBSP, its presence flag included, and the video_format in it. */
export type SignalTypeBits = { start: number; end: number; videoFormat: number };

/** Where bitstream_restriction lies in the RBSP, its presence flag included. */
export type RestrictionBits = { start: number; end: number; restriction: BitstreamRestriction | null };

/** The fields of bitstream_restriction (E.2.1). */
export type BitstreamRestriction = {
  motionVectorsOverPicBoundaries: boolean;
  /** max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length_horizontal and _vertical. */
  bounds: readonly [number, number, number, number];
  maxNumReorderFrames: number;
  maxDecFrameBuffering: number;
};

export const UNSPECIFIED = 2;
const UNSPECIFIED_VIDEO_FORMAT = 5;
const EXTENDED_SAR = 255;
/** Table E-1, from aspect_ratio_idc 1. */
const PIXEL_ASPECTS: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];
/** cpb_cnt_minus1 at most (E.2.2). */
const MOST_CPB_COUNT_MINUS_1 = 31;

/** vui_parameters (E.1.1). @throws RangeError for malformed data */
export function readVui(bits: BitReader): Vui {
  const pixelAspect = bits.flag() ? readPixelAspect(bits) : { h: 1, v: 1 };
  if (bits.flag()) bits.u(1); // overscan_appropriate_flag
  const start = bits.position;
  const signal = bits.flag() ? readSignalType(bits) : null;
  const signalType = { start, end: bits.position, videoFormat: signal?.videoFormat ?? UNSPECIFIED_VIDEO_FORMAT };
  if (bits.flag()) skipChromaLocation(bits);
  const timing = bits.flag() ? readTiming(bits) : null;
  const hasNalHrd = bits.flag();
  if (hasNalHrd) skipHrd(bits);
  const hasVclHrd = bits.flag();
  if (hasVclHrd) skipHrd(bits);
  if (hasNalHrd || hasVclHrd) bits.u(1); // low_delay_hrd_flag
  bits.u(1); // pic_struct_present_flag
  const restrictionStart = bits.position;
  const restriction = bits.flag() ? readRestriction(bits) : null;
  return {
    pixelAspect,
    color: signal?.color ?? null,
    timing,
    maxNumReorderFrames: restriction?.maxNumReorderFrames ?? null,
    signalType,
    restriction: { start: restrictionStart, end: bits.position, restriction },
  };
}

/** video_signal_type with its presence flag; without a colour description where all of it is unspecified. */
export function writeSignalType(bits: BitWriter, color: AvcColor | null, videoFormat: number): void {
  bits.u(1, color === null ? 0 : 1);
  if (color === null) return;
  const { primaries, transfer, matrix, fullRange } = color;
  const isDescribed = [primaries, transfer, matrix].some((value) => value !== UNSPECIFIED);
  bits.u(3, videoFormat);
  bits.u(1, fullRange ? 1 : 0);
  bits.u(1, isDescribed ? 1 : 0);
  if (isDescribed) for (const value of [primaries, transfer, matrix]) bits.u(8, value);
}

/** vui_parameters that tell the colour and nothing else. */
export function writeColorVui(bits: BitWriter, color: AvcColor): void {
  bits.u(2, 0); // no aspect ratio, no overscan
  writeSignalType(bits, color, UNSPECIFIED_VIDEO_FORMAT);
  bits.u(6, 0); // no chroma location, timing, NAL HRD, VCL HRD, picture structure, bitstream restriction
}

/** bitstream_restriction with its presence flag. */
export function writeRestriction(bits: BitWriter, restriction: BitstreamRestriction): void {
  const { motionVectorsOverPicBoundaries, bounds, maxNumReorderFrames, maxDecFrameBuffering } = restriction;
  bits.u(2, motionVectorsOverPicBoundaries ? 0b11 : 0b10);
  for (const value of [...bounds, maxNumReorderFrames, maxDecFrameBuffering]) bits.ue(value);
}

/** vui_parameters that tell the bitstream restriction and nothing else. */
export function writeRestrictionVui(bits: BitWriter, restriction: BitstreamRestriction): void {
  bits.u(8, 0); // no aspect ratio, overscan, signal type, chroma location, timing, NAL HRD, VCL HRD, picture structure
  writeRestriction(bits, restriction);
}

function readPixelAspect(bits: BitReader): { h: number; v: number } {
  const index = bits.u(8);
  const [h, v] = index === EXTENDED_SAR ? [bits.u(16), bits.u(16)] : (PIXEL_ASPECTS[index - 1] ?? [0, 0]);
  return h === 0 || v === 0 ? { h: 1, v: 1 } : { h, v };
}

function readSignalType(bits: BitReader): { videoFormat: number; color: AvcColor } {
  const videoFormat = bits.u(3);
  const fullRange = bits.flag();
  const isDescribed = bits.flag();
  const [primaries, transfer, matrix] = isDescribed
    ? [bits.u(8), bits.u(8), bits.u(8)]
    : [UNSPECIFIED, UNSPECIFIED, UNSPECIFIED];
  return { videoFormat, color: { primaries, transfer, matrix, fullRange } };
}

function skipChromaLocation(bits: BitReader): void {
  bits.ue(); // chroma_sample_loc_type_top_field
  bits.ue(); // chroma_sample_loc_type_bottom_field
}

function readTiming(bits: BitReader): AvcTiming {
  return { numUnitsInTick: bits.u(32), timeScale: bits.u(32), isFixedFrameRate: bits.flag() };
}

/** hrd_parameters (E.1.2). */
function skipHrd(bits: BitReader): void {
  const count = bits.ueUpTo(MOST_CPB_COUNT_MINUS_1, 'cpb_cnt_minus1') + 1;
  bits.u(8); // bit_rate_scale, cpb_size_scale
  for (let index = 0; index < count; index += 1) {
    bits.ue(); // bit_rate_value_minus1
    bits.ue(); // cpb_size_value_minus1
    bits.u(1); // cbr_flag
  }
  bits.u(20); // four lengths of 5 bits each
}

function readRestriction(bits: BitReader): BitstreamRestriction {
  return {
    motionVectorsOverPicBoundaries: bits.flag(),
    bounds: [bits.ue(), bits.ue(), bits.ue(), bits.ue()],
    maxNumReorderFrames: bits.ue(),
    maxDecFrameBuffering: bits.ue(),
  };
}
