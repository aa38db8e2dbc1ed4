/** Reads the edit list of a track (ISO/IEC 14496-12, 8.6.6). */
import { type Box, findBox, readI64, readU64, tableOf, versionOf } from './boxes.ts';
import type { Edit } from './mp4-index.ts';

/** Ticks a second. */
type Timescales = { movie: number; track: number };

/** media_time of an edit in which nothing is shown. */
const EMPTY = -1;
const NORMAL_RATE = 0x1_0000;

/** @throws RangeError for a list that is cut off */
export function readEdit(
  view: DataView,
  trak: Box,
  scales: Timescales,
): { edit: Edit | null; hasComplexEdits: boolean } {
  const edts = findBox(view, trak, 'edts');
  const elst = edts === null ? null : findBox(view, edts, 'elst');
  const rows = elst === null ? [] : readRows(view, elst);
  if (rows.length === 0) return { edit: null, hasComplexEdits: false };
  const [first, second] = rows;
  const delay = first?.mediaTime === EMPTY ? first : null;
  const shown = delay === null ? first : second;
  const isPlain = rows.length === (delay === null ? 1 : 2);
  if (!isPlain || shown === undefined || shown.mediaTime < 0 || shown.rate !== NORMAL_RATE)
    return { edit: null, hasComplexEdits: true };
  const toTrack = (movieTicks: number): number => Math.round((movieTicks * scales.track) / scales.movie);
  return {
    edit: {
      delayTicks: delay === null ? 0 : toTrack(delay.duration),
      startTicks: shown.mediaTime,
      durationTicks: shown.duration === 0 ? null : toTrack(shown.duration),
    },
    hasComplexEdits: false,
  };
}

type Row = {
  /** Ticks of the movie. */
  duration: number;
  /** Ticks of the track, or `EMPTY`. */
  mediaTime: number;
  /** Fixed point 16.16. */
  rate: number;
};

/** Three rows are enough to tell that a list is complex. */
const MOST_ROWS = 3;

function readRows(view: DataView, elst: Box): Row[] {
  const isLong = versionOf(view, elst, 8) === 1;
  const rowBytes = isLong ? 20 : 12;
  const { count, at } = tableOf(view, elst, rowBytes);
  return Array.from({ length: Math.min(count, MOST_ROWS) }, (_, index) => {
    const row = at + index * rowBytes;
    return {
      duration: isLong ? readU64(view, row) : view.getUint32(row),
      mediaTime: isLong ? readI64(view, row + 8) : view.getInt32(row + 4),
      rate: view.getInt32(row + rowBytes - 4),
    };
  });
}
