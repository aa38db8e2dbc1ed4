/** Exports that were started in this browser, as rows: their card survives navigation, and another tab sees it too. */
import { storedKinds } from '#opfs/stored-kinds.ts';
import type { StoryreelDb } from '../db.ts';
import type { ExportRow } from './rows.ts';
import { lostExportWords } from '../words.ts';

/** Directory of finished movies, from the root of the origin private file system. */
export const EXPORT_DIRECTORY = storedKinds.movies.directory;

/** The Web Lock that an export holds while it works: one at a time over all tabs, the others in the order of their asking. */
export const EXPORT_QUEUE_LOCK = 'exports';

/** Names of all Web Locks that any tab holds. */
export type ReadHeldLocks = () => Promise<ReadonlySet<string>>;

/** Whether any tab of this browser makes a movie that would end with it. */
export async function isExportingHere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === EXPORT_QUEUE_LOCK);
}

export function isRunning(row: Pick<ExportRow, 'status'>): boolean {
  return row.status === 'pending' || row.status === 'processing';
}

/** Writes fields of a row that is still there; a dismissed one stays gone. */
export async function updateExport(db: StoryreelDb, id: string, fields: Partial<Omit<ExportRow, 'id'>>): Promise<void> {
  await db.exports.update(id, fields);
}

/**
 * The Web Lock that a tab holds from before the export's row is written until its work has ended, and for as long as the
 * movie lies in the tab's memory.
 */
export function exportLockName(id: string): string {
  return `export:${id}`;
}

/** Exports whose tab is gone can't end any more: says so on their rows. Call it when a page starts. */
export async function failOrphanedExports(db: StoryreelDb, readHeldLocks: ReadHeldLocks, at: number): Promise<void> {
  const needsTab = await db.exports.filter(isTiedToTab).toArray();
  // Asked after the rows were read: a row is written under its lock, so that one that was seen is held unless it is over.
  const held = await readHeldLocks();
  const orphans = needsTab.filter((row) => !held.has(exportLockName(row.id))).map((row) => row.id);
  await db.exports
    .where('id')
    .anyOf(orphans)
    .and(isTiedToTab)
    .modify((row: ExportRow) => {
      Object.assign(row, {
        status: 'failed',
        endedAt: at,
        phase: null,
        secondsLeft: null,
        errorMessage: orphaned(row),
      });
    });
}

/** Whether an export is lost with the tab that made it, and reads clips from this device until then. */
export function isTiedToTab(row: Pick<ExportRow, 'status' | 'keptIn' | 'server'>): boolean {
  if (row.server !== null) return false;
  return isRunning(row) || (row.status === 'complete' && row.keptIn === 'page');
}

function orphaned(row: ExportRow): string {
  return isRunning(row) ? lostExportWords.unfinished : lostExportWords.gone;
}
