/** Reads the samples of a fragmented file: those of each `moof` (ISO/IEC 14496-12, 8.8) behind what `moov` has. */
import { type Box, boxAt, boxesIn, findBox, readU64, requireBody, requireBox, versionOf } from './boxes.ts';
import type { Mp4Track, SampleTable } from './mp4-index.ts';

/** A fragment's box in memory, and where in the file it begins. */
export type Fragment = { view: DataView; start: number };

/** What samples are where a fragment says nothing of them. */
type Defaults = { duration: number; size: number; flags: number };

type Samples = Record<keyof SampleTable, number[]> & { endTicks: number };

const NOT_SYNC = 0x1_0000;
const BASE_IS_MOOF = 0x2_0000;
/** A track with more is no work for tables; see the reader of the index. */
const MOST_SAMPLES = 1 << 22;

/**
 * The tracks with the samples of all fragments. Null when a track has more than four million.
 * @throws RangeError for fragments that are malformed, or that place samples beyond the file
 */
export function withFragments(
  view: DataView,
  moov: Box,
  tracks: readonly Mp4Track[],
  fragments: Iterable<Fragment>,
  fileSize: number,
): Mp4Track[] | null {
  const defaults = readDefaults(view, moov);
  const found = new Map(tracks.map(({ id, samples }) => [id, samplesOf(samples)]));
  for (const fragment of fragments) {
    readFragment(fragment, defaults, found);
    for (const { sizes } of found.values()) if (sizes.length > MOST_SAMPLES) return null;
  }
  return tracks.map((track) => {
    const samples = found.get(track.id);
    return samples === undefined ? track : { ...track, samples: tableOfSamples(samples, fileSize) };
  });
}

/** `trex` of each track (8.8.3). */
function readDefaults(view: DataView, moov: Box): Map<number, Defaults> {
  const defaults = new Map<number, Defaults>();
  const mvex = requireBox(view, moov, 'mvex');
  for (const trex of boxesIn(view, mvex.body, mvex.end)) {
    if (trex.type !== 'trex') continue;
    requireBody(trex, 24);
    defaults.set(view.getUint32(trex.body + 4), {
      duration: view.getUint32(trex.body + 12),
      size: view.getUint32(trex.body + 16),
      flags: view.getUint32(trex.body + 20),
    });
  }
  return defaults;
}

function readFragment(
  { view, start }: Fragment,
  defaults: ReadonlyMap<number, Defaults>,
  found: ReadonlyMap<number, Samples>,
): void {
  const moof = boxAt(view, 0, view.byteLength);
  // Where a track says nothing of its place, its data follow those of the track before.
  let next = start;
  for (const traf of boxesIn(view, moof.body, moof.end)) {
    if (traf.type !== 'traf') continue;
    const header = readHeader(view, requireBox(view, traf, 'tfhd'), defaults);
    const samples = found.get(header.trackId);
    const base = header.base ?? (header.isBaseMoof ? start : next);
    const tfdt = findBox(view, traf, 'tfdt');
    if (samples !== undefined && tfdt !== null) samples.endTicks = decodeTimeOf(view, tfdt);
    next = base;
    for (const trun of boxesIn(view, traf.body, traf.end))
      if (trun.type === 'trun') next = readRun(view, trun, { base, next, header }, samples);
  }
}

type Header = { trackId: number; base: number | null; isBaseMoof: boolean } & Defaults;

/** `tfhd` (8.8.7). */
function readHeader(view: DataView, tfhd: Box, defaults: ReadonlyMap<number, Defaults>): Header {
  requireBody(tfhd, 8);
  const flags = view.getUint32(tfhd.body) & 0xff_ffff;
  const trackId = view.getUint32(tfhd.body + 4);
  const fields = fieldsFrom(view, tfhd, tfhd.body + 8);
  const base = (flags & 0x1) === 0 ? null : fields.u64();
  if ((flags & 0x2) !== 0) fields.u32();
  const usual = defaults.get(trackId);
  const orUsual = (flag: number, name: keyof Defaults): number =>
    (flags & flag) === 0 ? (usual?.[name] ?? 0) : fields.u32();
  return {
    trackId,
    base,
    isBaseMoof: (flags & BASE_IS_MOOF) !== 0,
    duration: orUsual(0x8, 'duration'),
    size: orUsual(0x10, 'size'),
    flags: orUsual(0x20, 'flags'),
  };
}

function decodeTimeOf(view: DataView, tfdt: Box): number {
  const isLong = versionOf(view, tfdt, 8) === 1;
  requireBody(tfdt, isLong ? 12 : 8);
  return isLong ? readU64(view, tfdt.body + 4) : view.getUint32(tfdt.body + 4);
}

type RunPlace = { base: number; next: number; header: Header };

/** `trun` (8.8.8). Gives the position behind its last sample; null for `samples` reads over it. */
function readRun(view: DataView, trun: Box, { base, next, header }: RunPlace, samples: Samples | undefined): number {
  requireBody(trun, 8);
  const flags = view.getUint32(trun.body) & 0xff_ffff;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const rowBytes = [0x100, 0x200, 0x400, 0x800].filter(has).length * 4;
  const headBytes = [0x1, 0x4].filter(has).length * 4;
  const count = view.getUint32(trun.body + 4);
  if (count > MOST_SAMPLES || count * rowBytes + headBytes > trun.end - trun.body - 8)
    throw new RangeError(`Box trun counts ${count} samples and has no room for them`);
  const fields = fieldsFrom(view, trun, trun.body + 8);
  let at = has(0x1) ? base + fields.i32() : next;
  const firstFlags = has(0x4) ? fields.u32() : null;
  for (let sample = 0; sample < count; sample += 1) {
    const duration = has(0x100) ? fields.u32() : header.duration;
    const size = has(0x200) ? fields.u32() : header.size;
    const own = has(0x400) ? fields.u32() : header.flags;
    const offset = has(0x800) ? fields.i32() : 0;
    const isSync = ((sample === 0 ? (firstFlags ?? own) : own) & NOT_SYNC) === 0;
    if (samples !== undefined) addSample(samples, { at, size, duration, offset, isSync });
    at += size;
  }
  return at;
}

type Sample = { at: number; size: number; duration: number; offset: number; isSync: boolean };

function addSample(samples: Samples, { at, size, duration, offset, isSync }: Sample): void {
  samples.offsets.push(at);
  samples.sizes.push(size);
  samples.decodeTimes.push(samples.endTicks);
  samples.compositionOffsets.push(offset);
  samples.durations.push(duration);
  samples.isSync.push(isSync ? 1 : 0);
  samples.endTicks += duration;
}

function samplesOf(table: SampleTable): Samples {
  const last = table.sizes.length - 1;
  return {
    offsets: [...table.offsets],
    sizes: [...table.sizes],
    decodeTimes: [...table.decodeTimes],
    compositionOffsets: [...table.compositionOffsets],
    durations: [...table.durations],
    isSync: [...table.isSync],
    endTicks: last < 0 ? 0 : table.decodeTimes[last]! + table.durations[last]!,
  };
}

function tableOfSamples(samples: Samples, fileSize: number): SampleTable {
  samples.offsets.forEach((offset, sample) => {
    const end = offset + samples.sizes[sample]!;
    if (offset < 0 || end > fileSize)
      throw new RangeError(`The file is cut off: sample ${sample} ends at byte ${end} of ${fileSize}`);
  });
  return {
    offsets: Float64Array.from(samples.offsets),
    sizes: Uint32Array.from(samples.sizes),
    decodeTimes: Float64Array.from(samples.decodeTimes),
    compositionOffsets: Int32Array.from(samples.compositionOffsets),
    durations: Uint32Array.from(samples.durations),
    isSync: Uint8Array.from(samples.isSync),
  };
}

/** Fields one behind the other. @throws RangeError behind the box's end */
function fieldsFrom(
  view: DataView,
  { type, end }: Box,
  start: number,
): { u32(): number; i32(): number; u64(): number } {
  let at = start;
  const take = (bytes: number): number => {
    if (at + bytes > end) throw new RangeError(`Box ${type} is cut off`);
    at += bytes;
    return at - bytes;
  };
  return {
    u32: () => view.getUint32(take(4)),
    i32: () => view.getInt32(take(4)),
    u64: () => readU64(view, take(8)),
  };
}
