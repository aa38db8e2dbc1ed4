/**
 * What browsers' H.264 encoders hand out, brought into one form: parameter sets in the configuration record alone, and the
 * record as the standard has it. Firefox repeats the sets in every key frame, and doubles their header bytes in the record.
 */
import { type AvcConfig, hasHighConfig, parseAvcConfig, writeAvcConfig } from './avc-config.ts';
import { NAL_TYPE, nalType, nalUnits } from './nal.ts';
import { readSps } from './sps.ts';

export type CleanSample = {
  data: Uint8Array<ArrayBuffer>;
  /** The sets that stood in the sample. */
  sps: Uint8Array[];
  pps: Uint8Array[];
};

/** A sample with lengths of 4 bytes without its parameter sets. @throws RangeError for malformed data */
export function withoutSets(sample: Uint8Array<ArrayBuffer>): CleanSample {
  const units = [...nalUnits(sample, 4)];
  const isSet = (type: number): boolean => type === NAL_TYPE.sps || type === NAL_TYPE.pps;
  if (!units.some(({ type }) => isSet(type))) return { data: sample, sps: [], pps: [] };
  const kept = units.filter(({ type }) => !isSet(type));
  const data = new Uint8Array(kept.reduce((sum, { start, end }) => sum + 4 + end - start, 0));
  let at = 0;
  for (const { start, end } of kept) {
    data.set(sample.subarray(start - 4, end), at);
    at += 4 + end - start;
  }
  const unitsOf = (wanted: number): Uint8Array[] =>
    units.filter(({ type }) => type === wanted).map(({ start, end }) => sample.slice(start, end));
  return { data, sps: unitsOf(NAL_TYPE.sps), pps: unitsOf(NAL_TYPE.pps) };
}

/**
 * The record of an encoder's stream.
 * @param description as the encoder gives it
 * @param first its first sample, which may carry the sets itself
 * @throws RangeError where neither tells the sets
 */
export function encoderRecord(
  description: Uint8Array,
  first: Pick<CleanSample, 'sps' | 'pps'>,
): Uint8Array<ArrayBuffer> {
  const given = parseAvcConfig(description);
  const sps = first.sps.length > 0 ? first.sps : (given?.sps ?? []).map(withOneHeader);
  const pps = first.pps.length > 0 ? first.pps : (given?.pps ?? []).map(withOneHeader);
  const [unit] = sps;
  if (unit === undefined || pps.length === 0) throw new RangeError('The encoder told no parameter sets.');
  return writeAvcConfig(configOf(unit, sps, pps));
}

function configOf(unit: Uint8Array, sps: Uint8Array[], pps: Uint8Array[]): AvcConfig {
  const { profile, compatibility, level, chromaFormat, lumaBitDepth, chromaBitDepth } = readSps(unit);
  return {
    profile,
    compatibility,
    level,
    nalLengthSize: 4,
    sps,
    pps,
    high: hasHighConfig(profile) ? { chromaFormat, lumaBitDepth, chromaBitDepth, spsExtensions: [] } : null,
  };
}

/** A set never begins with two headers: its second byte is the profile, or the two ids of a PPS. */
function withOneHeader(unit: Uint8Array): Uint8Array {
  const [header, second] = unit;
  const isDoubled =
    header !== undefined && header === second && [NAL_TYPE.sps, NAL_TYPE.pps].some((type) => type === nalType(header));
  return isDoubled ? unit.subarray(1) : unit;
}
