/** Databases as earlier releases left them. Their stores are written out here: they don't follow the code. */
import { Dexie } from 'dexie';

/** What each version added, as it was released. */
const ADDED = [
  {
    users: 'id',
    projects: 'id, userId',
    scenes: 'id, projectId',
    buried: 'sceneId, projectId',
    bases: 'projectId, userId',
    outbox: '++seq, &opId, projectId, userId',
    history: '++seq, projectId',
    clips: 'sha256',
    exports: 'id, projectId',
    meta: 'key',
    quarantine: '++id',
  },
  { clipFacts: 'sha256' },
  { pulledHistory: 'id, projectId', historyPulls: 'projectId' },
  {},
  { clipFacts: null },
  { buried: null, tombstones: 'sceneId, projectId' },
  {},
  {},
  {},
  {},
  {},
  {},
  { ownFiles: '[userId+sha256], userId' },
  {},
  {},
  { versions: 'id, [projectId+at], userId' },
  { versions: 'id, [projectId+at], userId, [userId+state]' },
  {},
];

/** A database of an earlier version with these rows in its tables. */
export async function leaveDatabase(
  name: string,
  version: number,
  tables: Record<string, readonly object[]>,
): Promise<void> {
  const db = new Dexie(name);
  for (const [place, stores] of ADDED.slice(0, version).entries()) db.version(place + 1).stores(stores);
  for (const [table, rows] of Object.entries(tables)) await db.table(table).bulkPut(rows);
  db.close();
}
