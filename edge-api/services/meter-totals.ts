/**
 * Counting where many short-lived isolates share no memory: each adds what it has counted to the totals of all, once a minute
 * at most, so that this costs the database the same however many calls there are. What an isolate counted in its last minute
 * is lost with it.
 */
import type { Db } from '#edge-api/db/client.ts';
import { createMeters, type Meters } from '../meters.ts';
import { addToTotals, readTotals } from '#edge-api/repos/meter-totals.ts';

const ADDED_EACH_MS = 60_000;

export type MeterTotals = {
  /** Adds what was counted, where it is time to. */
  addWhenDue(): Promise<void>;
  /** Lines of the totals of all isolates, with what this one has counted up to now. */
  lines(): Promise<string[]>;
};

export function meterTotals({ db, meters, now }: { db: Db; meters: Meters; now(): number }): MeterTotals {
  let addedMs = now();
  const add = async (): Promise<void> => {
    addedMs = now();
    const times = meters.take();
    if (times.length === 0) return;
    try {
      await db.batch(times.map(addToTotals), 'write');
    } catch (error) {
      meters.add(times);
      throw error;
    }
  };
  return {
    addWhenDue: async () => {
      if (Math.abs(now() - addedMs) >= ADDED_EACH_MS) await add();
    },
    lines: async () => {
      await add();
      const totals = createMeters();
      totals.add(await readTotals(db));
      return totals.lines();
    },
  };
}
