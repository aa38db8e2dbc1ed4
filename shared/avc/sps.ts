/** Sequence parameter sets (ITU-T H.264 7.3.2.1.1). */
import { BitReader } from './bit-reader.ts';
import { toRbsp } from './emulation-prevention.ts';
import { NAL_TYPE, nalType } from './nal.ts';
import { type AvcColor, type AvcTiming, readVui, type RestrictionBits, type SignalTypeBits } from './vui.ts';

export type SpsFacts = {
  /** profile_idc. */
  profile: number;
  /** The byte of constraint_set flags. */
  compatibility: number;
  /** level_idc. */
  level: number;
  id: number;
  /** chroma_format_idc: 1 for 4:2:0. */
  chromaFormat: number;
  /** Bits. */
  lumaBitDepth: number;
  chromaBitDepth: number;
  picOrderCntType: 0 | 1 | 2;
  /** frame_mbs_only_flag: no field and no pair of field macroblocks occurs. */
  isFrameMbsOnly: boolean;
  /** Whole macroblocks, in luma pixels. */
  codedWidth: number;
  codedHeight: number;
  /** The part that is shown, in luma pixels. */
  croppedWidth: number;
  croppedHeight: number;
  cropLeft: number;
  cropTop: number;
  /** Width to height of a pixel; 1:1 where the stream does not say. */
  pixelAspect: { h: number; v: number };
  /** null where the stream says neither range nor colours. */
  color: AvcColor | null;
  timing: AvcTiming | null;
  /** null where the stream does not say. */
  maxNumReorderFrames: number | null;
};

/** Places in the RBSP, in bits, of what can be replaced. */
export type SpsLayout = {
  id: { start: number; end: number };
  /** vui_parameters_present_flag. */
  vuiFlag: number;
  /** null without VUI. */
  signalType: SignalTypeBits | null;
  restriction: RestrictionBits | null;
};

/** Largest seq_parameter_set_id (7.4.2.1.1). */
export const MOST_SPS_ID = 31;
/** Profiles whose SPS tells chroma format, bit depths and scaling (7.3.2.1.1). */
const PROFILES_WITH_CHROMA: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
/** More macroblocks across or down than any level has (annex A: 139,264 in a frame, a side at most the root of 8 times that). */
const MOST_MACROBLOCKS_ON_A_SIDE = 1055;

/** @throws RangeError for malformed data */
export function readSps(nal: Uint8Array): SpsFacts {
  return parseSps(spsRbsp(nal)).facts;
}

/** The RBSP of an SPS. @throws RangeError for a NAL unit of another type */
export function spsRbsp(nal: Uint8Array): Uint8Array<ArrayBuffer> {
  if (nalType(nal[0] ?? 0) !== NAL_TYPE.sps) throw new RangeError('A NAL unit is no SPS.');
  return toRbsp(nal);
}

/** @throws RangeError for malformed data */
export function parseSps(rbsp: Uint8Array): { facts: SpsFacts; layout: SpsLayout } {
  const bits = new BitReader(rbsp);
  const head = { profile: bits.u(8), compatibility: bits.u(8), level: bits.u(8) };
  const idStart = bits.position;
  const id = bits.ueUpTo(MOST_SPS_ID, 'seq_parameter_set_id');
  const idEnd = bits.position;
  const chroma = PROFILES_WITH_CHROMA.includes(head.profile) ? readChroma(bits) : CHROMA_420;
  bits.ueUpTo(12, 'log2_max_frame_num_minus4');
  const picOrderCntType = readPicOrderCnt(bits);
  bits.ue(); // max_num_ref_frames
  bits.u(1); // gaps_in_frame_num_value_allowed_flag
  const size = readSize(bits, chroma.chromaFormat);
  const vuiFlag = bits.position;
  const vui = bits.flag() ? readVui(bits) : null;
  return {
    facts: {
      ...head,
      id,
      ...chroma,
      picOrderCntType,
      ...size,
      pixelAspect: vui?.pixelAspect ?? { h: 1, v: 1 },
      color: vui?.color ?? null,
      timing: vui?.timing ?? null,
      maxNumReorderFrames: vui?.maxNumReorderFrames ?? null,
    },
    layout: {
      id: { start: idStart, end: idEnd },
      vuiFlag,
      signalType: vui?.signalType ?? null,
      restriction: vui?.restriction ?? null,
    },
  };
}

type Chroma = Pick<SpsFacts, 'chromaFormat' | 'lumaBitDepth' | 'chromaBitDepth'>;

const CHROMA_420: Chroma = { chromaFormat: 1, lumaBitDepth: 8, chromaBitDepth: 8 };

function readChroma(bits: BitReader): Chroma {
  const chromaFormat = bits.ueUpTo(3, 'chroma_format_idc');
  if (chromaFormat === 3) bits.u(1); // separate_colour_plane_flag
  const lumaBitDepth = bits.ueUpTo(6, 'bit_depth_luma_minus8') + 8;
  const chromaBitDepth = bits.ueUpTo(6, 'bit_depth_chroma_minus8') + 8;
  bits.u(1); // qpprime_y_zero_transform_bypass_flag
  if (bits.flag()) {
    const lists = chromaFormat === 3 ? 12 : 8;
    for (let list = 0; list < lists; list += 1) if (bits.flag()) skipScalingList(bits, list < 6 ? 16 : 64);
  }
  return { chromaFormat, lumaBitDepth, chromaBitDepth };
}

/** scaling_list (7.3.2.1.1.1): a scale of 0 says that the rest of the list is not sent. */
function skipScalingList(bits: BitReader, size: number): void {
  let scale = 8;
  for (let index = 0; index < size && scale !== 0; index += 1) scale = (scale + bits.se() + 256) % 256;
}

function readPicOrderCnt(bits: BitReader): 0 | 1 | 2 {
  const type = bits.ueUpTo(2, 'pic_order_cnt_type');
  if (type === 0) bits.ueUpTo(12, 'log2_max_pic_order_cnt_lsb_minus4');
  if (type === 1) {
    bits.u(1); // delta_pic_order_always_zero_flag
    bits.se(); // offset_for_non_ref_pic
    bits.se(); // offset_for_top_to_bottom_field
    const cycle = bits.ueUpTo(255, 'num_ref_frames_in_pic_order_cnt_cycle');
    for (let index = 0; index < cycle; index += 1) bits.se();
  }
  return type as 0 | 1 | 2;
}

type Size = Pick<
  SpsFacts,
  'isFrameMbsOnly' | 'codedWidth' | 'codedHeight' | 'croppedWidth' | 'croppedHeight' | 'cropLeft' | 'cropTop'
>;

function readSize(bits: BitReader, chromaFormat: number): Size {
  const columns = bits.ueUpTo(MOST_MACROBLOCKS_ON_A_SIDE - 1, 'pic_width_in_mbs_minus1') + 1;
  const mapRows = bits.ueUpTo(MOST_MACROBLOCKS_ON_A_SIDE - 1, 'pic_height_in_map_units_minus1') + 1;
  const isFrameMbsOnly = bits.flag();
  if (!isFrameMbsOnly) bits.u(1); // mb_adaptive_frame_field_flag
  bits.u(1); // direct_8x8_inference_flag
  const fieldsInMapUnit = isFrameMbsOnly ? 1 : 2;
  const codedWidth = columns * 16;
  const codedHeight = mapRows * 16 * fieldsInMapUnit;
  const across = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const down = (chromaFormat === 1 ? 2 : 1) * fieldsInMapUnit;
  const [left, right, top, bottom] = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const croppedWidth = codedWidth - (left + right) * across;
  const croppedHeight = codedHeight - (top + bottom) * down;
  if (croppedWidth <= 0 || croppedHeight <= 0)
    throw new RangeError('The cropping of an SPS leaves nothing of the picture.');
  const [cropLeft, cropTop] = [left * across, top * down];
  return { isFrameMbsOnly, codedWidth, codedHeight, croppedWidth, croppedHeight, cropLeft, cropTop };
}
