/** Samples of one H.264 source brought to the parameter sets of a joined movie. */
import { toRbsp } from './emulation-prevention.ts';
import { NAL_TYPE, type NalLengthSize, nalUnits } from './nal.ts';
import { hasSameBitPhase, MOST_SLICE_GROWTH, writeSliceWithPps } from './slice-header.ts';

export type SampleRewrite = {
  /** Of the source. */
  nalLengthSize: NalLengthSize;
  /** The id that the source's slices name. */
  fromPpsId: number;
  toPpsId: number;
};

type Treatment = 'copy' | 'renumber' | 'drop' | 'refuse';

const OUTPUT_LENGTH_SIZE = 4;
/** payloadType of the SEI message that names an SPS (D.1.2). */
const BUFFERING_PERIOD = 0;
/** Content of a byte in payloadType and payloadSize that says that another follows (7.3.2.3.1). */
const SEI_CONTINUES = 0xff;

/**
 * Gives a function that rewrites one sample after the other. What comes out has lengths of 4 bytes, the new id in every slice,
 * and neither parameter sets nor SEI units with a buffering period, which would speak of the old ids; all else is as it was.
 * The function throws a RangeError for samples that are malformed, have data partitions or slices of MVC or 3D, or name another
 * parameter set.
 * @throws RangeError for ids whose codes differ by other than whole bytes, see `idsOfSameBitPhase`
 */
export function createSampleRewriter(rewrite: SampleRewrite): (sample: Uint8Array) => Uint8Array<ArrayBuffer> {
  if (!hasSameBitPhase(rewrite.fromPpsId, rewrite.toPpsId))
    throw new RangeError(`Slices can't go from parameter set ${rewrite.fromPpsId} to ${rewrite.toPpsId}.`);
  return (sample) => rewriteSample(sample, rewrite);
}

function rewriteSample(sample: Uint8Array, rewrite: SampleRewrite): Uint8Array<ArrayBuffer> {
  const units = [...nalUnits(sample, rewrite.nalLengthSize)];
  const growth = OUTPUT_LENGTH_SIZE - rewrite.nalLengthSize + MOST_SLICE_GROWTH;
  const out = new Uint8Array(sample.length + units.length * growth);
  let at = 0;
  for (const unit of units) {
    const treatment = treatmentOf(unit.type, () => sample.subarray(unit.start, unit.end));
    if (treatment === 'refuse') throw new RangeError(`A sample holds a NAL unit of type ${unit.type}.`);
    if (treatment === 'drop') continue;
    const start = at + OUTPUT_LENGTH_SIZE;
    const end =
      treatment === 'renumber'
        ? writeSliceWithPps(out, start, sample, unit, rewrite)
        : copyUnit(out, start, sample.subarray(unit.start, unit.end));
    writeLength(out, at, end - start);
    at = end;
  }
  return out.subarray(0, at);
}

function treatmentOf(type: number, content: () => Uint8Array): Treatment {
  switch (type) {
    case NAL_TYPE.slice:
    case NAL_TYPE.idrSlice:
    case NAL_TYPE.auxiliarySlice:
      return 'renumber';
    case NAL_TYPE.sps:
    case NAL_TYPE.pps:
    case NAL_TYPE.spsExtension:
    case NAL_TYPE.subsetSps:
      return 'drop';
    case NAL_TYPE.sei:
      return hasBufferingPeriod(content()) ? 'drop' : 'copy';
    case NAL_TYPE.sliceExtension:
    case NAL_TYPE.depthSliceExtension:
      return 'refuse';
    default:
      return type >= NAL_TYPE.partitionA && type <= NAL_TYPE.partitionC ? 'refuse' : 'copy';
  }
}

function copyUnit(out: Uint8Array, at: number, unit: Uint8Array): number {
  out.set(unit, at);
  return at + unit.length;
}

function writeLength(out: Uint8Array, at: number, length: number): void {
  out[at] = length >>> 24;
  out[at + 1] = length >>> 16;
  out[at + 2] = length >>> 8;
  out[at + 3] = length;
}

/** Walks the messages of an SEI unit (7.3.2.3). One that is cut off ends the walk: decoders skip it, too. */
function hasBufferingPeriod(nal: Uint8Array): boolean {
  const rbsp = toRbsp(nal);
  // The last byte holds the stop bit only.
  for (let at = 0; at + 2 < rbsp.length;) {
    const type = readSeiNumber(rbsp, at);
    if (type.value === BUFFERING_PERIOD) return true;
    const size = readSeiNumber(rbsp, type.end);
    at = size.end + size.value;
  }
  return false;
}

function readSeiNumber(rbsp: Uint8Array, start: number): { value: number; end: number } {
  let at = start;
  while (rbsp[at] === SEI_CONTINUES) at += 1;
  return { value: (at - start) * SEI_CONTINUES + (rbsp[at] ?? 0), end: at + 1 };
}
