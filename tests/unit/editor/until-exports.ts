/** Waits for what the rows of exports come to. */
import { liveQuery } from 'dexie';
import type { StoryreelDb } from '#data/db.ts';
import type { ExportRow } from '#data/tables/rows.ts';

export function untilExports(db: StoryreelDb, isWanted: (rows: ExportRow[]) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The rows did not become what was wanted')), 2_000);
    const subscription = liveQuery(() => db.exports.toArray()).subscribe((rows) => {
      if (!isWanted(rows)) return;
      clearTimeout(timer);
      queueMicrotask(() => subscription.unsubscribe());
      resolve();
    });
  });
}
