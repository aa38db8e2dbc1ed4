/** Which samples of a track are shown: its edit list (ISO/IEC 14496-12, 8.6.6) against the samples' times. Pure. */
import { findBox, Mp4Error, uint64 } from './mp4-boxes.ts';

/** A stretch of a track's media, in ticks of the track; `endTicks` is one past its last. */
export type ShownStretch = { startTicks: number; endTicks: number };

const WHOLE: ShownStretch = { startTicks: 0, endTicks: Number.POSITIVE_INFINITY };
/** media_time of an edit in which nothing is shown. */
const EMPTY = -1;
const NORMAL_RATE = 0x1_0000;

/**
 * What the edit list of a track shows: all of it without a list, and with one that is more than a start and an end, as
 * players take it.
 */
export function shownStretch(trak: DataView, trackTimescale: number, movieTimescale: number): ShownStretch {
  const elst = findBox(trak, 'edts', 'elst');
  const rows = elst === null ? [] : editRows(elst);
  const shown = rows[0]?.mediaTime === EMPTY ? rows.slice(1) : rows;
  const [edit] = shown;
  if (edit === undefined || shown.length > 1 || edit.mediaTime < 0 || edit.rate !== NORMAL_RATE) return WHOLE;
  const ticks = Math.round((edit.duration * trackTimescale) / movieTimescale);
  return { startTicks: edit.mediaTime, endTicks: ticks === 0 ? WHOLE.endTicks : edit.mediaTime + ticks };
}

type Row = { duration: number; mediaTime: number; rate: number };

/** Three are enough to tell that a list is more than a delay and one stretch. */
const MOST_ROWS = 3;

function editRows(elst: DataView): Row[] {
  const isLong = elst.getUint8(0) === 1;
  const rowBytes = isLong ? 20 : 12;
  return Array.from({ length: Math.min(elst.getUint32(4), MOST_ROWS) }, (_, index) => {
    const at = 8 + index * rowBytes;
    return {
      duration: isLong ? uint64(elst, at) : elst.getUint32(at),
      mediaTime: isLong ? Number(elst.getBigInt64(at + 8)) : elst.getInt32(at + 4),
      rate: elst.getInt32(at + rowBytes - 4),
    };
  });
}

/**
 * The times at which the samples of a track are shown, in the order in which they stand in the file.
 * @param sampleCount as many as `stts` speaks of
 */
export function presentationTimes(table: DataView, sampleCount: number): Float64Array {
  const times = new Float64Array(sampleCount);
  let at = 0;
  let ticks = 0;
  forRuns(findBox(table, 'stts'), sampleCount, (delta) => {
    times[at++] = ticks;
    ticks += delta;
  });
  at = 0;
  const ctts = findBox(table, 'ctts');
  const isSigned = ctts !== null && ctts.getUint8(0) === 1;
  forRuns(ctts, sampleCount, (offset) => {
    times[at] = (times[at] ?? 0) + (isSigned ? offset | 0 : offset);
    at += 1;
  });
  return times;
}

/** Calls back with the value of each sample from a table of runs: how many, and their value. */
function forRuns(runs: DataView | null, sampleCount: number, use: (value: number) => void): void {
  if (runs === null) return;
  let seen = 0;
  for (let i = 0; i < runs.getUint32(4); i++) {
    const count = runs.getUint32(8 + i * 8);
    seen += count;
    if (seen > sampleCount) throw new Mp4Error('The index of the video file is damaged.');
    for (let n = 0; n < count; n++) use(runs.getUint32(12 + i * 8));
  }
}

/** For each sample the number of its frame among those that are shown, from 0; -1 for one that isn't. */
export function shownFrames(times: Float64Array, { startTicks, endTicks }: ShownStretch): Int32Array {
  const order = Array.from(times.keys()).filter((sample) => {
    const time = times[sample] ?? -1;
    return time >= startTicks && time < endTicks;
  });
  order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  const frames = new Int32Array(times.length).fill(-1);
  for (const [frame, sample] of order.entries()) frames[sample] = frame;
  return frames;
}
