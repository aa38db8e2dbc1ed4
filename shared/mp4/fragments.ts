/** Reads the samples of a fragmented file: those of each `moof` (ISO/IEC 14496-12, 8.8) behind what `moov` has. */
import { type Box, boxAt, boxesIn, findBox, readU64, requireBody, requireBox, versionOf } from './boxes.ts';
import type { Mp4Track } from './mp4-index.ts';
import { growingTable, type GrowingTable, type SampleBudget } from './growing-table.ts';

/** A fragment's box in memory, and where in the file it begins. */
export type Fragment = { view: DataView; start: number };

/** What samples are where a fragment says nothing of them. */
type Defaults = { duration: number; size: number; flags: number };

type FragmentTrack = { samples: GrowingTable; endTicks: number };

const NOT_SYNC = 0x1_0000;
const BASE_IS_MOOF = 0x2_0000;

/**
 * The tracks with the samples of all fragments. Null when there are more than the budget has left.
 * @throws RangeError for fragments that are malformed, or that place samples beyond the file
 */
export async function withFragments(
  { view, moov, tracks }: { view: DataView; moov: Box; tracks: readonly Mp4Track[] },
  fragments: AsyncIterable<Fragment>,
  budget: SampleBudget,
  fileSize: number,
): Promise<Mp4Track[] | null> {
  const defaults = readDefaults(view, moov);
  const found = new Map(tracks.map(({ id, samples }) => [id, trackOf(samples)]));
  for await (const fragment of fragments) if (!readFragment(fragment, defaults, found, budget)) return null;
  return tracks.map((track) => ({ ...track, samples: found.get(track.id)?.samples.finish(fileSize) ?? track.samples }));
}

function trackOf(samples: Mp4Track['samples']): FragmentTrack {
  const last = samples.sizes.length - 1;
  const endTicks = last < 0 ? 0 : samples.decodeTimes[last]! + samples.durations[last]!;
  return { samples: growingTable(samples), endTicks };
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

/** False when it has more samples than the budget. */
function readFragment(
  { view, start }: Fragment,
  defaults: ReadonlyMap<number, Defaults>,
  found: ReadonlyMap<number, FragmentTrack>,
  budget: SampleBudget,
): boolean {
  const moof = boxAt(view, 0, view.byteLength);
  // Where a track says nothing of its place, its data follow those of the track before.
  let next = start;
  for (const traf of boxesIn(view, moof.body, moof.end)) {
    if (traf.type !== 'traf') continue;
    const header = readHeader(view, requireBox(view, traf, 'tfhd'), defaults);
    const track = found.get(header.trackId);
    const base = header.base ?? (header.isBaseMoof ? start : next);
    const tfdt = findBox(view, traf, 'tfdt');
    if (track !== undefined && tfdt !== null) track.endTicks = decodeTimeOf(view, tfdt);
    next = base;
    for (const trun of boxesIn(view, traf.body, traf.end)) {
      if (trun.type !== 'trun') continue;
      const end = readRun(view, trun, { base, next, header }, track, budget);
      if (end === null) return false;
      next = end;
    }
  }
  return true;
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

/**
 * `trun` (8.8.8). Gives the position behind its last sample, or null when it has more samples than the budget: rows may take no
 * byte at all, so that a box of some bytes can count billions. A track that isn't read is passed over.
 */
function readRun(
  view: DataView,
  trun: Box,
  { base, next, header }: RunPlace,
  track: FragmentTrack | undefined,
  budget: SampleBudget,
): number | null {
  requireBody(trun, 8);
  const flags = view.getUint32(trun.body) & 0xff_ffff;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const rowBytes = [0x100, 0x200, 0x400, 0x800].filter(has).length * 4;
  const headBytes = [0x1, 0x4].filter(has).length * 4;
  const count = view.getUint32(trun.body + 4);
  if (count * rowBytes + headBytes > trun.end - trun.body - 8)
    throw new RangeError(`Box trun counts ${count} samples and has no room for them`);
  if (!budget.take(count)) return null;
  const fields = fieldsFrom(view, trun, trun.body + 8);
  let at = has(0x1) ? base + fields.i32() : next;
  const firstFlags = has(0x4) ? fields.u32() : null;
  for (let sample = 0; sample < count; sample += 1) {
    const duration = has(0x100) ? fields.u32() : header.duration;
    const size = has(0x200) ? fields.u32() : header.size;
    const own = has(0x400) ? fields.u32() : header.flags;
    const compositionOffset = has(0x800) ? fields.i32() : 0;
    const isSync = ((sample === 0 ? (firstFlags ?? own) : own) & NOT_SYNC) === 0;
    if (track !== undefined) {
      const decodeTime = track.endTicks;
      track.samples.add({ offset: at, size, decodeTime, compositionOffset, duration, isSync });
      track.endTicks += duration;
    }
    at += size;
  }
  return at;
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
