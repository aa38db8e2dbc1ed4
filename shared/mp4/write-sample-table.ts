/** Writes `stbl` (ISO/IEC 14496-12, 8.5 to 8.7) with run lengths wherever the format has them. */
import { box, fullBox, type Part, rows, sequence, u32, writeU64 } from './box-parts.ts';

/** Where the chunks of a track lie. */
export type ChunkPlaces = {
  samplesPerChunk: readonly number[];
  /** Bytes from the start of the file; read when the table is written. */
  offsets: Float64Array;
};

/** Samples that lie one behind the other share a chunk. */
export function chunksOf({ offsets, sizes }: { offsets: Float64Array; sizes: Uint32Array }): ChunkPlaces {
  const starts: number[] = [];
  const samplesPerChunk: number[] = [];
  let end = Number.NaN;
  offsets.forEach((offset, sample) => {
    if (offset === end) samplesPerChunk[samplesPerChunk.length - 1]! += 1;
    else {
      starts.push(offset);
      samplesPerChunk.push(1);
    }
    end = offset + sizes[sample]!;
  });
  return { samplesPerChunk, offsets: Float64Array.from(starts) };
}

export type SampleTableSpec = {
  /** The only row of `stsd`. */
  entry: Part;
  sampleCount: number;
  /** Ticks: one for all samples, or one for each. */
  sampleDuration: number | Uint32Array;
  /** Presentation time minus decoding time in ticks, 0 or more; null when they agree. */
  compositionOffsets: Int32Array | null;
  /** 1 for each sample at which decoding may start; null for all. */
  isSync: Uint8Array | null;
  /** Bytes of each sample; read when the table is written. */
  sizes: Uint32Array;
  places: ChunkPlaces;
  /** Writes 64-bit chunk offsets. */
  isLarge: boolean;
  /** Samples that a decoder needs in front of the one it starts at (`roll` groups, 10.1); 0 for none. */
  rollDistance: number;
};

/** @throws RangeError for tables of another length than the samples, and for a negative composition offset */
export function sampleTable(spec: SampleTableSpec): Part {
  const { entry, sampleCount, sampleDuration, sizes, places, isLarge } = spec;
  return box(
    'stbl',
    fullBox('stsd', {}, u32(1), entry),
    durationTable(sampleDuration, sampleCount),
    compositionTable(spec),
    syncTable(spec),
    chunkRuns(places.samplesPerChunk),
    fullBox(
      'stsz',
      {},
      u32(0, sampleCount),
      rows(sampleCount, 4, (into, at, row) => into.setUint32(at, sizes[row]!)),
    ),
    chunkOffsets(places.offsets, isLarge),
    rollGroups(spec),
  );
}

function durationTable(durations: SampleTableSpec['sampleDuration'], sampleCount: number): Part {
  if (typeof durations === 'number') return fullBox('stts', {}, u32(1, sampleCount, durations));
  requireLength('sampleDuration', durations.length, sampleCount);
  return runTable('stts', durations);
}

/** Values of all samples as runs of equal ones. */
export function runTable(type: 'stts' | 'ctts', values: ArrayLike<number>): Part {
  const runs = runsOf(values);
  return fullBox(type, {}, u32(runs.length), pairs(runs));
}

function compositionTable({ compositionOffsets, sampleCount }: SampleTableSpec): Part {
  if (compositionOffsets === null) return sequence();
  requireLength('compositionOffsets', compositionOffsets.length, sampleCount);
  if (compositionOffsets.some((offset) => offset < 0)) throw new RangeError('A composition offset is negative');
  return compositionOffsets.every((offset) => offset === 0) ? sequence() : runTable('ctts', compositionOffsets);
}

/** Without the box every sample counts as a sync sample. */
function syncTable({ isSync, sampleCount }: SampleTableSpec): Part {
  if (isSync === null) return sequence();
  requireLength('isSync', isSync.length, sampleCount);
  const numbers = [...isSync.keys()].filter((sample) => isSync[sample] === 1).map((sample) => sample + 1);
  if (numbers.length === sampleCount) return sequence();
  const table = rows(numbers.length, 4, (into, at, row) => into.setUint32(at, numbers[row]!));
  return fullBox('stss', {}, u32(numbers.length), table);
}

/** `stsc`: first chunk, samples in each, sample entry. */
function chunkRuns(samplesPerChunk: readonly number[]): Part {
  const runs = runsOf(samplesPerChunk);
  let first = 1;
  const firsts = runs.map(({ count }) => (first += count) - count);
  const table = rows(runs.length, 12, (into, at, row) => {
    into.setUint32(at, firsts[row]!);
    into.setUint32(at + 4, runs[row]!.value);
    into.setUint32(at + 8, 1);
  });
  return fullBox('stsc', {}, u32(runs.length), table);
}

function chunkOffsets(offsets: Float64Array, isLarge: boolean): Part {
  const count = u32(offsets.length);
  return isLarge
    ? fullBox(
        'co64',
        {},
        count,
        rows(offsets.length, 8, (into, at, row) => writeU64(into, at, offsets[row]!)),
      )
    : fullBox(
        'stco',
        {},
        count,
        rows(offsets.length, 4, (into, at, row) => into.setUint32(at, offsets[row]!)),
      );
}

/** Says of every sample that decoding must begin some samples before it, as AAC needs it for its overlap. */
function rollGroups({ rollDistance, sampleCount }: SampleTableSpec): Part {
  if (rollDistance === 0) return sequence();
  const type = u32(ROLL);
  const distance = rows(1, 2, (into, at) => into.setInt16(at, -rollDistance));
  return sequence(
    fullBox('sgpd', { version: 1 }, type, u32(distance.size, 1), distance),
    fullBox('sbgp', {}, type, u32(1, sampleCount, 1)),
  );
}

/** The four characters `roll`. */
const ROLL = 0x726f6c6c;

type Run = { value: number; count: number };

function runsOf(values: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const last = runs.at(-1);
    if (last !== undefined && last.value === values[at]) last.count += 1;
    else runs.push({ value: values[at]!, count: 1 });
  }
  return runs;
}

function pairs(runs: readonly Run[]): Part {
  return rows(runs.length, 8, (into, at, row) => {
    into.setUint32(at, runs[row]!.count);
    into.setUint32(at + 4, runs[row]!.value);
  });
}

function requireLength(name: string, length: number, sampleCount: number): void {
  if (length !== sampleCount) throw new RangeError(`${name} has ${length} entries for ${sampleCount} samples`);
}
