/** Sequence parameter sets with a field replaced, all else bit for bit. */
import { BitWriter } from './bit-writer.ts';
import { rbspBits, toNal } from './emulation-prevention.ts';
import { mostBufferedFrames } from './level.ts';
import { parseSps, spsRbsp } from './sps.ts';
import {
  type AvcColor,
  type BitstreamRestriction,
  writeColorVui,
  writeRestriction,
  writeRestrictionVui,
  writeSignalType,
} from './vui.ts';

/** The same set under another seq_parameter_set_id. @throws RangeError for malformed data */
export function renumberSps(nal: Uint8Array, id: number): Uint8Array<ArrayBuffer> {
  const rbsp = spsRbsp(nal);
  const { layout } = parseSps(rbsp);
  return replaceBits(nal, rbsp, layout.id, (bits) => bits.ue(id));
}

/**
 * The same set with these colour tags, or with none. The pixels mean something else by it, so the tags must be true.
 * @throws RangeError for malformed data
 */
export function withColor(nal: Uint8Array, color: AvcColor | null): Uint8Array<ArrayBuffer> {
  const rbsp = spsRbsp(nal);
  const { signalType, vuiFlag } = parseSps(rbsp).layout;
  if (signalType !== null)
    return replaceBits(nal, rbsp, signalType, (bits) => writeSignalType(bits, color, signalType.videoFormat));
  return replaceBits(nal, rbsp, { start: vuiFlag, end: vuiFlag + 1 }, (bits) => {
    bits.u(1, color === null ? 0 : 1);
    if (color !== null) writeColorVui(bits, color);
  });
}

/** What a set that states no bitstream restriction means by it (E.2.1). */
const NO_BOUNDS = { motionVectorsOverPicBoundaries: true, bounds: [2, 1, 15, 15] } as const;

/**
 * The same set with max_num_reorder_frames, and as much room for decoded frames as that takes. Decoders hold pictures back by
 * it, so it may be larger than the stream needs and never smaller. @throws RangeError for malformed data
 */
export function withReorderFrames(nal: Uint8Array, maxNumReorderFrames: number): Uint8Array<ArrayBuffer> {
  const rbsp = spsRbsp(nal);
  const { facts, layout } = parseSps(rbsp);
  const old = layout.restriction?.restriction ?? { ...NO_BOUNDS, maxDecFrameBuffering: mostBufferedFrames(facts) };
  const maxDecFrameBuffering = Math.max(old.maxDecFrameBuffering, maxNumReorderFrames);
  const restriction: BitstreamRestriction = { ...old, maxNumReorderFrames, maxDecFrameBuffering };
  if (layout.restriction !== null)
    return replaceBits(nal, rbsp, layout.restriction, (bits) => writeRestriction(bits, restriction));
  return replaceBits(nal, rbsp, { start: layout.vuiFlag, end: layout.vuiFlag + 1 }, (bits) => {
    bits.u(1, 1);
    writeRestrictionVui(bits, restriction);
  });
}

function replaceBits(
  nal: Uint8Array,
  rbsp: Uint8Array,
  { start, end }: { start: number; end: number },
  write: (bits: BitWriter) => void,
): Uint8Array<ArrayBuffer> {
  const bits = new BitWriter();
  bits.copy(rbsp, 0, start);
  write(bits);
  bits.copy(rbsp, end, rbspBits(rbsp));
  bits.stop();
  return toNal(nal[0]!, bits.toBytes());
}
