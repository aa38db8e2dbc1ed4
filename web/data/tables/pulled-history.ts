/** What the person was told of the server's history. */
import type { StoryreelDb } from '../db.ts';

/** Notes that entries are told. Answers those that nobody has told before: of several tabs one gets them. */
export function claimUntold(db: StoryreelDb, ids: readonly string[]): Promise<string[]> {
  return db.transaction('rw', db.pulledHistory, async () => {
    const rows = await db.pulledHistory.bulkGet([...ids]);
    const untold = rows.flatMap((row) => (row && !row.isTold ? [row] : []));
    await db.pulledHistory.bulkPut(untold.map((row) => ({ ...row, isTold: true })));
    return untold.map(({ id }) => id);
  });
}
