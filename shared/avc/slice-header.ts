/**
 * Slices moved to another picture parameter set. pic_parameter_set_id is the third element of the slice header (ITU-T H.264
 * 7.3.3), and an Exp-Golomb code. Where the new code is as long as the old one, or longer or shorter by whole bytes, every bit
 * behind it keeps its place within its byte: CAVLC needs no shift, CABAC no new alignment, and the rest of the header need not
 * be understood.
 */
import { BitReader } from './bit-reader.ts';
import { BitWriter, ueLength } from './bit-writer.ts';
import { RbspReader, RbspWriter } from './emulation-prevention.ts';
import { MOST_PPS_ID } from './pps.ts';

/** A slice's place in its sample: the header byte of its NAL unit, and the end. */
type SlicePlace = { start: number; end: number };

/**
 * Bytes that hold every slice header up to the id: the code of a macroblock's address takes at most 35 bits (level 6.2 has
 * 139,264), that of slice_type 7, and that of the id 17.
 */
const MOST_HEAD_BYTES = 8;
/** Code of the highest slice_type. */
const MOST_SLICE_TYPE = 9;
/** Bytes by which a slice may grow: two for the code, five for emulation prevention in the new head, one right behind it. */
export const MOST_SLICE_GROWTH = 8;

/** Whether slices can go from one id to the other with the trick above. */
export function hasSameBitPhase(id: number, otherId: number): boolean {
  return (ueLength(id) - ueLength(otherId)) % 8 === 0;
}

/** The ids that slices with this id can go to, itself first, then in rising order. */
export function idsOfSameBitPhase(ppsId: number): number[] {
  const ids = Array.from({ length: MOST_PPS_ID + 1 }, (_, id) => id);
  return [ppsId, ...ids.filter((id) => id !== ppsId && hasSameBitPhase(id, ppsId))];
}

/**
 * Writes a slice's NAL unit with the new id, and gives the position behind it.
 * @param out with room at `at` for the unit and `MOST_SLICE_GROWTH` bytes
 * @param ids with the same bit phase
 * @throws RangeError for a slice that is cut off or has another id than `fromPpsId`
 */
export function writeSliceWithPps(
  out: Uint8Array,
  at: number,
  sample: Uint8Array,
  slice: SlicePlace,
  ids: { fromPpsId: number; toPpsId: number },
): number {
  const body = slice.start + 1;
  const head = readHead(new RbspReader(sample, body, slice.end), ids.fromPpsId);
  const reader = new RbspReader(sample, body, slice.end);
  for (let byte = 0; byte < head.byteLength; byte += 1) reader.read();
  out[at] = sample[slice.start]!;
  const writer = new RbspWriter(out, at + 1);
  for (const byte of headWithId(head, ids.toPpsId)) writer.write(byte);
  return copyTail(reader, writer, sample, slice.end, out);
}

/** The start of a slice's RBSP: the bytes that the bits of the id's code reach into. */
type SliceHead = { bytes: Uint8Array; idStart: number; idEnd: number; byteLength: number };

function readHead(reader: RbspReader, expectedId: number): SliceHead {
  const bytes = new Uint8Array(MOST_HEAD_BYTES);
  let length = 0;
  for (let byte = reader.read(); byte >= 0; byte = reader.read()) {
    bytes[length] = byte;
    length += 1;
    if (length === MOST_HEAD_BYTES) break;
  }
  const bits = new BitReader(bytes.subarray(0, length));
  bits.ue(); // first_mb_in_slice
  bits.ueUpTo(MOST_SLICE_TYPE, 'slice_type');
  const idStart = bits.position;
  const id = bits.ueUpTo(MOST_PPS_ID, 'pic_parameter_set_id of a slice');
  if (id !== expectedId) throw new RangeError(`A slice names the picture parameter set ${id}, not ${expectedId}.`);
  return { bytes, idStart, idEnd: bits.position, byteLength: Math.ceil(bits.position / 8) };
}

function headWithId({ bytes, idStart, idEnd, byteLength }: SliceHead, id: number): Uint8Array {
  const bits = new BitWriter();
  bits.copy(bytes, 0, idStart);
  bits.ue(id);
  bits.copy(bytes, idEnd, byteLength * 8);
  return bits.toBytes();
}

/** Escapes anew until as many zeros precede in the old data as in the new; from there on both are escaped alike. */
function copyTail(reader: RbspReader, writer: RbspWriter, sample: Uint8Array, end: number, out: Uint8Array): number {
  while (reader.zeros !== writer.zeros) {
    const byte = reader.read();
    if (byte < 0) break;
    writer.write(byte);
  }
  out.set(sample.subarray(reader.at, end), writer.at);
  return writer.at + end - reader.at;
}
