/** Picture parameter sets (ITU-T H.264 7.3.2.2). */
import { BitReader } from './bit-reader.ts';
import { BitWriter } from './bit-writer.ts';
import { rbspBits, toNal, toRbsp } from './emulation-prevention.ts';
import { NAL_TYPE, nalType } from './nal.ts';
import { MOST_SPS_ID } from './sps.ts';

export type PpsFacts = {
  id: number;
  /** Id of the SPS that it goes with. */
  spsId: number;
  entropyCoding: 'cavlc' | 'cabac';
  /** More than 1 is flexible macroblock ordering. */
  numSliceGroups: number;
  /** redundant_pic_cnt_present_flag; false with several slice groups, where it is not read. */
  hasRedundantPictures: boolean;
};

/** Largest pic_parameter_set_id (7.4.2.2). */
export const MOST_PPS_ID = 255;

/** @throws RangeError for malformed data */
export function readPps(nal: Uint8Array): PpsFacts {
  const bits = new BitReader(ppsRbsp(nal));
  const { id, spsId } = readIds(bits);
  const entropyCoding = bits.flag() ? 'cabac' : 'cavlc';
  bits.u(1); // bottom_field_pic_order_in_frame_present_flag
  const numSliceGroups = bits.ueUpTo(7, 'num_slice_groups_minus1') + 1;
  const hasRedundantPictures = numSliceGroups === 1 && readRedundantPictures(bits);
  return { id, spsId, entropyCoding, numSliceGroups, hasRedundantPictures };
}

/** The same set under other ids, the rest bit for bit. @throws RangeError for malformed data */
export function renumberPps(nal: Uint8Array, ids: { id: number; spsId: number }): Uint8Array<ArrayBuffer> {
  const rbsp = ppsRbsp(nal);
  const from = new BitReader(rbsp);
  readIds(from);
  const bits = new BitWriter();
  bits.ue(ids.id);
  bits.ue(ids.spsId);
  bits.copy(rbsp, from.position, rbspBits(rbsp));
  bits.stop();
  return toNal(nal[0]!, bits.toBytes());
}

function ppsRbsp(nal: Uint8Array): Uint8Array {
  if (nalType(nal[0] ?? 0) !== NAL_TYPE.pps) throw new RangeError('A NAL unit is no PPS.');
  return toRbsp(nal);
}

function readIds(bits: BitReader): { id: number; spsId: number } {
  return {
    id: bits.ueUpTo(MOST_PPS_ID, 'pic_parameter_set_id'),
    spsId: bits.ueUpTo(MOST_SPS_ID, 'seq_parameter_set_id of a PPS'),
  };
}

function readRedundantPictures(bits: BitReader): boolean {
  bits.ue(); // num_ref_idx_l0_default_active_minus1
  bits.ue(); // num_ref_idx_l1_default_active_minus1
  bits.u(3); // weighted_pred_flag, weighted_bipred_idc
  bits.se(); // pic_init_qp_minus26
  bits.se(); // pic_init_qs_minus26
  bits.se(); // chroma_qp_index_offset
  bits.u(2); // deblocking_filter_control_present_flag, constrained_intra_pred_flag
  return bits.flag();
}
