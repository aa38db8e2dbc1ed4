/** Tables of samples that are gathered one by one, and how many may be gathered at all. */
import type { SampleTable } from './mp4-index.ts';
import { requireInside } from './sample-table.ts';

/** How many samples a file may still have: few bytes can promise billions, and memory is taken for each. */
export type SampleBudget = {
  /** False when there are not so many left. */
  take(count: number): boolean;
};

export function sampleBudget(most: number): SampleBudget {
  let left = most;
  return { take: (count) => (left -= count) >= 0 };
}

export type GrowingTable = {
  add(sample: {
    offset: number;
    size: number;
    decodeTime: number;
    compositionOffset: number;
    duration: number;
    isSync: boolean;
  }): void;
  /** @throws RangeError when samples lie outside of the file */
  finish(fileSize: number): SampleTable;
};

const LEAST_CAPACITY = 1024;

/** Begins with the samples of a table, which stays as it is. */
export function growingTable(from: SampleTable): GrowingTable {
  let count = from.sizes.length;
  let table = from;
  const grow = (): void => {
    const capacity = Math.max(LEAST_CAPACITY, count * 2);
    const before = table;
    table = emptyTable(capacity);
    table.offsets.set(before.offsets);
    table.sizes.set(before.sizes);
    table.decodeTimes.set(before.decodeTimes);
    table.compositionOffsets.set(before.compositionOffsets);
    table.durations.set(before.durations);
    table.isSync.set(before.isSync);
  };
  return {
    add({ offset, size, decodeTime, compositionOffset, duration, isSync }) {
      if (count === table.sizes.length) grow();
      table.offsets[count] = offset;
      table.sizes[count] = size;
      table.decodeTimes[count] = decodeTime;
      table.compositionOffsets[count] = compositionOffset;
      table.durations[count] = duration;
      table.isSync[count] = isSync ? 1 : 0;
      count += 1;
    },
    finish(fileSize) {
      const whole: SampleTable = {
        offsets: table.offsets.slice(0, count),
        sizes: table.sizes.slice(0, count),
        decodeTimes: table.decodeTimes.slice(0, count),
        compositionOffsets: table.compositionOffsets.slice(0, count),
        durations: table.durations.slice(0, count),
        isSync: table.isSync.slice(0, count),
      };
      requireInside(whole.offsets, whole.sizes, fileSize);
      return whole;
    },
  };
}

function emptyTable(capacity: number): SampleTable {
  return {
    offsets: new Float64Array(capacity),
    sizes: new Uint32Array(capacity),
    decodeTimes: new Float64Array(capacity),
    compositionOffsets: new Int32Array(capacity),
    durations: new Uint32Array(capacity),
    isSync: new Uint8Array(capacity),
  };
}
