/** Reads the tables of `stbl` (ISO/IEC 14496-12, 8.5 to 8.7) into one entry a sample. */
import { type Box, CutOffError, findBox, readU64, requireBody, requireBox, tableOf } from './boxes.ts';
import type { SampleTable } from './mp4-index.ts';

/** Samples of a track, before memory is taken for them. @throws RangeError for a count that the file can't hold */
export function sampleCountOf(view: DataView, stbl: Box, fileSize: number): number {
  const { count, constantSize } = sizeTable(view, stbl);
  if (count * constantSize > fileSize)
    throw new CutOffError(`The file is cut off: box stsz counts ${count} samples of ${constantSize} bytes`);
  return count;
}

/**
 * Tables longer than the number of samples are allowed, as players do.
 * @throws RangeError when a table is missing, too short or contradicts another, or when samples lie beyond the file
 */
export function readSampleTable(view: DataView, stbl: Box, fileSize: number): SampleTable {
  const sizes = readSizes(view, stbl);
  const count = sizes.length;
  const { decodeTimes, durations } = readTimes(view, stbl, count);
  const offsets = readOffsets(view, stbl, sizes);
  requireInside(offsets, sizes, fileSize);
  return {
    offsets,
    sizes,
    decodeTimes,
    compositionOffsets: readCompositionOffsets(view, stbl, count),
    durations,
    isSync: readSync(view, stbl, count),
  };
}

type SizeTable = {
  count: number;
  /** Bytes of each sample, or 0 when they differ. */
  constantSize: number;
  /** Of one size in the table: 32, or 4, 8 or 16 in `stz2`. */
  bits: number;
  at: number;
};

/** `stsz`, or the compact `stz2` (8.7.3). */
function sizeTable(view: DataView, stbl: Box): SizeTable {
  const plain = findBox(view, stbl, 'stsz');
  if (plain === null) return compactSizeTable(view, requireBox(view, stbl, 'stz2'));
  requireBody(plain, 12);
  const constantSize = view.getUint32(plain.body + 4);
  return { ...tableOf(view, plain, constantSize === 0 ? 4 : 0, 4), constantSize, bits: 32 };
}

function compactSizeTable(view: DataView, stz2: Box): SizeTable {
  requireBody(stz2, 12);
  const bits = view.getUint8(stz2.body + 7);
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new RangeError(`Box stz2 has sizes of ${bits} bits`);
  return { ...tableOf(view, stz2, bits / 8, 4), constantSize: 0, bits };
}

function readSizes(view: DataView, stbl: Box): Uint32Array {
  const { count, constantSize, bits, at } = sizeTable(view, stbl);
  const sizes = new Uint32Array(count);
  if (constantSize > 0) return sizes.fill(constantSize);
  for (let sample = 0; sample < count; sample += 1) sizes[sample] = sizeAt(view, at, sample, bits);
  return sizes;
}

function sizeAt(view: DataView, at: number, sample: number, bits: number): number {
  if (bits === 32) return view.getUint32(at + sample * 4);
  if (bits === 16) return view.getUint16(at + sample * 2);
  if (bits === 8) return view.getUint8(at + sample);
  const pair = view.getUint8(at + (sample >> 1));
  return sample % 2 === 0 ? pair >> 4 : pair & 0xf;
}

/** `stts` (8.6.1.2): runs of samples of one duration. */
function readTimes(view: DataView, stbl: Box, count: number): { decodeTimes: Float64Array; durations: Uint32Array } {
  const decodeTimes = new Float64Array(count);
  const durations = new Uint32Array(count);
  const runs = tableOf(view, requireBox(view, stbl, 'stts'), 8);
  let sample = 0;
  let time = 0;
  for (let run = 0; run < runs.count && sample < count; run += 1) {
    const end = Math.min(count, sample + view.getUint32(runs.at + run * 8));
    const duration = view.getUint32(runs.at + run * 8 + 4);
    for (; sample < end; sample += 1, time += duration) {
      decodeTimes[sample] = time;
      durations[sample] = duration;
    }
  }
  if (sample < count) throw new RangeError(`Box stts times ${sample} of ${count} samples`);
  return { decodeTimes, durations };
}

/**
 * `ctts` (8.6.1.3). Version 0 is unsigned by the standard; writers put negative offsets there all the same, and no
 * real one reaches 2^31, so both versions are read as signed.
 */
function readCompositionOffsets(view: DataView, stbl: Box, count: number): Int32Array {
  const offsets = new Int32Array(count);
  const ctts = findBox(view, stbl, 'ctts');
  if (ctts === null) return offsets;
  const runs = tableOf(view, ctts, 8);
  let sample = 0;
  for (let run = 0; run < runs.count && sample < count; run += 1) {
    const end = Math.min(count, sample + view.getUint32(runs.at + run * 8));
    offsets.fill(view.getInt32(runs.at + run * 8 + 4), sample, end);
    sample = end;
  }
  if (sample < count) throw new RangeError(`Box ctts times ${sample} of ${count} samples`);
  return offsets;
}

/** `stsc` (8.7.4) lays the samples into the chunks whose places `stco` or `co64` (8.7.5) gives. */
function readOffsets(view: DataView, stbl: Box, sizes: Uint32Array): Float64Array {
  const offsets = new Float64Array(sizes.length);
  const runs = tableOf(view, requireBox(view, stbl, 'stsc'), 12);
  const chunks = chunkTable(view, stbl);
  let sample = 0;
  for (let run = 0; run < runs.count && sample < sizes.length; run += 1) {
    const row = runs.at + run * 12;
    const first = view.getUint32(row) - 1;
    const end = run + 1 < runs.count ? view.getUint32(row + 12) - 1 : chunks.count;
    const samplesPerChunk = view.getUint32(row + 4);
    if ((run === 0 && first !== 0) || end <= first || end > chunks.count || samplesPerChunk === 0)
      throw new RangeError(`Box stsc has a wrong run ${run}: chunks ${first} to ${end} of ${chunks.count}`);
    for (let chunk = first; chunk < end && sample < sizes.length; chunk += 1) {
      const last = Math.min(sizes.length, sample + samplesPerChunk);
      for (let at = chunks.offsetOf(chunk); sample < last; sample += 1) {
        offsets[sample] = at;
        at += sizes[sample]!;
      }
    }
  }
  if (sample < sizes.length) throw new RangeError(`Box stsc places ${sample} of ${sizes.length} samples`);
  return offsets;
}

/** `stco` or `co64` (8.7.5). */
export function chunkTable(view: DataView, stbl: Box): { count: number; offsetOf(chunk: number): number } {
  const large = findBox(view, stbl, 'co64');
  if (large !== null) {
    const { count, at } = tableOf(view, large, 8);
    return { count, offsetOf: (chunk) => readU64(view, at + chunk * 8) };
  }
  const { count, at } = tableOf(view, requireBox(view, stbl, 'stco'), 4);
  return { count, offsetOf: (chunk) => view.getUint32(at + chunk * 4) };
}

/** @throws RangeError when samples lie outside of the file */
export function requireInside(offsets: Float64Array, sizes: Uint32Array, fileSize: number): void {
  for (let sample = 0; sample < sizes.length; sample += 1) {
    const end = offsets[sample]! + sizes[sample]!;
    if (offsets[sample]! < 0 || end > fileSize)
      throw new CutOffError(`The file is cut off: sample ${sample} ends at byte ${end} of ${fileSize}`);
  }
}

/** `stss` (8.6.2) lists sync samples by numbers from 1. */
function readSync(view: DataView, stbl: Box, count: number): Uint8Array {
  const isSync = new Uint8Array(count);
  const stss = findBox(view, stbl, 'stss');
  if (stss === null) return isSync.fill(1);
  const rows = tableOf(view, stss, 4);
  for (let row = 0; row < rows.count; row += 1) {
    const number = view.getUint32(rows.at + row * 4);
    if (number < 1 || number > count) throw new RangeError(`Box stss names sample ${number} of ${count}`);
    isSync[number - 1] = 1;
  }
  return isSync;
}
