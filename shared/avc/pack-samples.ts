/**
 * H.264 samples in the form in which MP4 holds them: units behind lengths of 4 bytes, parameter sets in the record alone. For
 * byte streams, and for samples that bring their parameter sets along.
 */
import { hexOf } from '../bytes.ts';
import { annexBUnits } from './annex-b.ts';
import { hasHighConfig, parseAvcConfig, writeAvcConfig, type HighConfig } from './avc-config.ts';
import { isPictureData, NAL_TYPE, nalType, nalUnits } from './nal.ts';
import { readSps } from './sps.ts';

export type PackedSample = {
  data: Uint8Array<ArrayBuffer>;
  /** Whether it resets the decoder. */
  isIdr: boolean;
};

export type AvcPacker = {
  /** @throws RangeError for malformed data */
  add(sample: Uint8Array): PackedSample;
  /** The record of all samples so far; null where they do not share one SPS and one PPS, or bring more than these along. */
  record(): Uint8Array<ArrayBuffer> | null;
};

const LENGTH_SIZE = 4;

/** @param record of the samples; null for a byte stream. @throws RangeError for a record that is none */
export function createAvcPacker(record: Uint8Array | null): AvcPacker {
  const config = record === null ? null : parseAvcConfig(record);
  if (record !== null && config === null) throw new RangeError('The configuration of H.264 is malformed.');
  const sps = new Map((config?.sps ?? []).map((unit) => [hexOf(unit), unit]));
  const pps = new Map((config?.pps ?? []).map((unit) => [hexOf(unit), unit]));
  let hasOtherSets = (config?.high?.spsExtensions.length ?? 0) > 0;
  const unitsOf = (sample: Uint8Array): Iterable<Uint8Array> =>
    config === null ? annexBUnits(sample) : unitsBehindLengths(sample, config.nalLengthSize);
  return {
    add(sample) {
      const kept: Uint8Array[] = [];
      let firstPicture: number | null = null;
      for (const unit of unitsOf(sample)) {
        const type = nalType(unit[0] ?? 0);
        if (isPictureData(type)) firstPicture ??= type;
        if (type === NAL_TYPE.sps) sps.set(hexOf(unit), unit.slice());
        else if (type === NAL_TYPE.pps) pps.set(hexOf(unit), unit.slice());
        else if (type === NAL_TYPE.spsExtension || type === NAL_TYPE.subsetSps) hasOtherSets = true;
        else if (type !== NAL_TYPE.delimiter) kept.push(unit);
      }
      if (firstPicture === null) throw new RangeError('A sample has no picture.');
      return { data: behindLengths(kept), isIdr: firstPicture === NAL_TYPE.idrSlice };
    },
    record() {
      const [spsUnit] = sps.values();
      const [ppsUnit] = pps.values();
      if (spsUnit === undefined || ppsUnit === undefined || sps.size > 1 || pps.size > 1 || hasOtherSets) return null;
      return recordOf(spsUnit, ppsUnit);
    },
  };
}

function* unitsBehindLengths(sample: Uint8Array, lengthSize: 1 | 2 | 4): Generator<Uint8Array, void, undefined> {
  for (const { start, end } of nalUnits(sample, lengthSize)) yield sample.subarray(start, end);
}

function behindLengths(units: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(units.reduce((sum, { length }) => sum + LENGTH_SIZE + length, 0));
  const view = new DataView(data.buffer);
  let at = 0;
  for (const unit of units) {
    view.setUint32(at, unit.length);
    data.set(unit, at + LENGTH_SIZE);
    at += LENGTH_SIZE + unit.length;
  }
  return data;
}

function recordOf(sps: Uint8Array, pps: Uint8Array): Uint8Array<ArrayBuffer> {
  const { profile, compatibility, level, chromaFormat, lumaBitDepth, chromaBitDepth } = readSps(sps);
  const high: HighConfig = { chromaFormat, lumaBitDepth, chromaBitDepth, spsExtensions: [] };
  return writeAvcConfig({
    profile,
    compatibility,
    level,
    nalLengthSize: LENGTH_SIZE,
    sps: [sps],
    pps: [pps],
    high: hasHighConfig(profile) ? high : null,
  });
}
