/** Gives back to the disk what the database file doesn't need any more. */
import { setImmediate } from 'node:timers/promises';
import type { Shrinkable } from '#edge-api/db/client.ts';
import type { Log } from '../log.ts';

/** A few milliseconds' work: others take their turns in between. */
const PAGES_A_STEP = 500;
/** Left for what is written next. */
const PAGES_KEPT = 256;

/** Once for a file of an earlier release. Where another process has it open or the disk is full, the next start does it. */
export function makeDatabaseShrinkable(database: Shrinkable | null, log: Log): void {
  try {
    if (database?.makeShrinkable() === true) log.info('database_written_anew');
  } catch (error) {
    log.warn('database_not_written_anew', { error });
  }
}

/** Step by step, until only a few free pages are left. */
export async function shrinkDatabase(database: Shrinkable | null): Promise<void> {
  if (database === null) return;
  for (let left = Number.POSITIVE_INFINITY; left > PAGES_KEPT;) {
    const after = database.shrink(PAGES_A_STEP);
    // A file that can't shrink, as its start could not write it anew.
    if (after >= left) return;
    left = after;
    await setImmediate();
  }
}
