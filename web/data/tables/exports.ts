/** Exports that this browser makes, as rows: their card survives navigation, and another tab sees it too. */
import type { StoryreelDb } from '../db.ts';
import type { ExportRow } from './rows.ts';

/** Directory of finished movies, from the root of the origin private file system. */
export const EXPORT_DIRECTORY = 'exports';

export function isRunning(row: Pick<ExportRow, 'status'>): boolean {
  return row.status === 'pending' || row.status === 'processing';
}

/** Writes fields of a row that is still there; a dismissed one stays gone. */
export async function updateExport(db: StoryreelDb, id: string, fields: Partial<Omit<ExportRow, 'id'>>): Promise<void> {
  await db.exports.update(id, fields);
}

/** The Web Lock that the tab holds for as long as it works on an export. */
export function exportLockName(id: string): string {
  return `export:${id}`;
}

/**
 * Exports whose tab is gone can't end any more: says so on their rows. Call it when a page starts.
 * @param heldLocks names of all Web Locks that are held by any tab
 */
export async function failOrphanedExports(db: StoryreelDb, heldLocks: ReadonlySet<string>, at: number): Promise<void> {
  await db.transaction('rw', db.exports, async () => {
    const orphans = await db.exports
      .filter((row) => isRunning(row) && !heldLocks.has(exportLockName(row.id)))
      .toArray();
    for (const row of orphans) {
      await db.exports.update(row.id, {
        status: 'failed',
        endedAt: at,
        errorMessage: 'The page was closed before the movie was finished. Start the export again.',
      });
    }
  });
}
