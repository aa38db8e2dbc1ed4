/** Whether a joined record leaves a source's parameter sets as they were. */
import { sameBytes } from '../bytes.ts';
import { type AvcConfig, parseAvcConfig } from './avc-config.ts';
import { readPps } from './pps.ts';
import { readSps } from './sps.ts';

/** Whether samples of `source` decode under `record` as they do under their own. False for records that can't be read. */
export function holdsSets(record: Uint8Array, source: Uint8Array): boolean {
  const [joined, own] = [parseAvcConfig(record), parseAvcConfig(source)];
  if (joined === null || own === null || joined.nalLengthSize !== own.nalLengthSize) return false;
  const hasAll = (sets: readonly Uint8Array[], wanted: readonly Uint8Array[]): boolean =>
    wanted.every((set) => sets.some((one) => sameBytes(one, set)));
  return hasAll(joined.sps, own.sps) && hasAll(joined.pps, own.pps) && hasDistinctIds(joined);
}

/** Of two sets with one id only the later counts. */
function hasDistinctIds({ sps, pps }: AvcConfig): boolean {
  try {
    const spsIds = sps.map((set) => readSps(set).id);
    const ppsIds = pps.map((set) => readPps(set).id);
    return new Set(spsIds).size === spsIds.length && new Set(ppsIds).size === ppsIds.length;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
