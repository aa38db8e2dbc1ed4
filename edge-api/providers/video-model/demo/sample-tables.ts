// The sample tables of one track (ISO/IEC 14496-12, 8.6 and 8.7): spread out per sample, and rebuilt for the first samples.
import { boxBytes, fixedBox, requireBox, u32List, type Fail, type Mp4Box } from './mp4-boxes.ts';

/** One entry per sample, in decode order. */
export interface SampleLayout {
  /** Bytes. */
  sizes: number[];
  /** Byte position in the file. */
  offsets: number[];
  /** Ticks of the track's time scale. */
  durations: number[];
  /** Presentation minus decode time, in ticks; zeros where the track has no ctts box. */
  compositionOffsets: number[];
  /** Numbers of the key frames, from 1; null where every sample is one. */
  keySamples: number[] | null;
}

/** Reads the tables below `stbl`; calls `fail` with what is missing. */
export function readSampleLayout(bytes: Uint8Array, stbl: Mp4Box, fail: Fail): SampleLayout {
  const body = (box: Mp4Box): DataView => new DataView(bytes.buffer, bytes.byteOffset + box.start + 8, box.size - 8);
  const find = (type: string): Mp4Box | undefined => stbl.children.find((box) => box.type === type);
  const stss = find('stss');
  const ctts = find('ctts');
  const sizes = readSizes(body(requireBox(stbl.children, 'stsz', fail)));
  const durations = readRuns(body(requireBox(stbl.children, 'stts', fail)));
  if (durations.length !== sizes.length) fail(`an stts box for ${sizes.length} samples, found ${durations.length}`);
  const compositionOffsets = ctts ? readRuns(body(ctts)) : sizes.map(() => 0);
  const co64 = find('co64');
  const chunks = co64 ? readList(body(co64), 8) : readList(body(requireBox(stbl.children, 'stco', fail)), 4);
  const offsets = readOffsets(body(requireBox(stbl.children, 'stsc', fail)), chunks, sizes);
  if (offsets.length !== sizes.length) fail(`chunks for ${sizes.length} samples, found ${offsets.length}`);
  return { sizes, offsets, durations, compositionOffsets, keySamples: stss ? readList(body(stss), 4) : null };
}

/** `stbl` with its tables cut to the first `kept` samples, which now lie at `offsets`; other boxes are copied. */
export function keepFirstSamples(
  bytes: Uint8Array,
  stbl: Mp4Box,
  layout: SampleLayout,
  kept: number,
  offsets: readonly number[],
): Uint8Array {
  const { starts, runs } = joinChunks(layout.sizes, offsets);
  const children = stbl.children.map((box) => {
    switch (box.type) {
      case 'stts':
        return runBox('stts', layout.durations.slice(0, kept));
      case 'ctts':
        return runBox('ctts', layout.compositionOffsets.slice(0, kept));
      case 'stss': {
        const keys = (layout.keySamples ?? []).filter((sample) => sample <= kept);
        return fixedBox('stss', u32List(0, keys.length, ...keys));
      }
      case 'stsz':
        return fixedBox('stsz', u32List(0, 0, kept, ...layout.sizes.slice(0, kept)));
      case 'stsc':
        return fixedBox('stsc', u32List(0, runs.length, ...runs.flatMap((run) => [run.firstChunk, run.samples, 1])));
      case 'stco':
      case 'co64':
        return fixedBox('stco', u32List(0, starts.length, ...starts));
      case 'sbgp':
        return cutSampleGroup(bytes, box, kept);
      default:
        return bytes.subarray(box.start, box.start + box.size);
    }
  });
  return boxBytes('stbl', children);
}

function readSizes(stsz: DataView): number[] {
  const shared = stsz.getUint32(4);
  return Array.from({ length: stsz.getUint32(8) }, (_, i) => shared || stsz.getUint32(12 + i * 4));
}

/** Tables of (count, value) spread out. */
function readRuns(table: DataView): number[] {
  const values: number[] = [];
  for (let i = 0; i < table.getUint32(4); i++) {
    const value = table.getUint32(12 + i * 8);
    for (let k = table.getUint32(8 + i * 8); k > 0; k--) values.push(value);
  }
  return values;
}

function readList(table: DataView, entryBytes: 4 | 8): number[] {
  return Array.from({ length: table.getUint32(4) }, (_, i) => {
    const at = 8 + i * entryBytes;
    return entryBytes === 8 ? Number(table.getBigUint64(at)) : table.getUint32(at);
  });
}

function readOffsets(stsc: DataView, chunks: readonly number[], sizes: readonly number[]): number[] {
  const offsets: number[] = [];
  const entries = stsc.getUint32(4);
  for (let entry = 0; entry < entries; entry++) {
    const first = stsc.getUint32(8 + entry * 12);
    const samples = stsc.getUint32(12 + entry * 12);
    const next = entry + 1 < entries ? stsc.getUint32(8 + (entry + 1) * 12) : chunks.length + 1;
    for (let chunk = first; chunk < next; chunk++) {
      let at = chunks[chunk - 1] ?? 0;
      for (let i = 0; i < samples && offsets.length < sizes.length; i++) {
        offsets.push(at);
        at += sizes[offsets.length - 1] ?? 0;
      }
    }
  }
  return offsets;
}

/** Samples that lie back to back share a chunk; chunks of equal length share an stsc entry. */
function joinChunks(sizes: readonly number[], offsets: readonly number[]) {
  const starts: number[] = [];
  const counts: number[] = [];
  let end = -1;
  offsets.forEach((offset, sample) => {
    if (offset === end) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    else {
      starts.push(offset);
      counts.push(1);
    }
    end = offset + (sizes[sample] ?? 0);
  });
  const runs: { firstChunk: number; samples: number }[] = [];
  counts.forEach((samples, chunk) => {
    if (runs.at(-1)?.samples !== samples) runs.push({ firstChunk: chunk + 1, samples });
  });
  return { starts, runs };
}

function runBox(type: string, values: readonly number[]): Uint8Array {
  const runs: [count: number, value: number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && last[1] === value) last[0]++;
    else runs.push([1, value]);
  }
  return fixedBox(type, u32List(0, runs.length, ...runs.flat()));
}

/** Sample-to-group entries (here the AAC roll distance) until `kept` samples are covered. Version 0 boxes. */
function cutSampleGroup(bytes: Uint8Array, box: Mp4Box, kept: number): Uint8Array {
  const table = new DataView(bytes.buffer, bytes.byteOffset + box.start + 8, box.size - 8);
  const entries: number[] = [];
  let covered = 0;
  for (let i = 0; i < table.getUint32(8) && covered < kept; i++) {
    const count = Math.min(table.getUint32(12 + i * 8), kept - covered);
    entries.push(count, table.getUint32(16 + i * 8));
    covered += count;
  }
  return fixedBox('sbgp', u32List(0, table.getUint32(4), entries.length / 2, ...entries));
}
