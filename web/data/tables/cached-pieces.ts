/** Which kept pieces of movies belong to which project: their names say only what they were made from. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const KEY = 'cachedPieces';
/** Of a project: older ones have been swept by then. */
const MOST = 4_000;
const piecesSchema = z.record(z.string(), z.array(z.string()));

/** Names of pieces, by the id of the project whose exports read or wrote them; some are gone by now. */
export async function readPieces(db: StoryreelDb): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const pieces = await readMeta(db, KEY, piecesSchema, {});
  return new Map(Object.entries(pieces).map(([projectId, names]) => [projectId, new Set(names)]));
}

/** @param names of the pieces that an export read or wrote */
export async function notePieces(db: StoryreelDb, projectId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.transaction('rw', [db.meta, db.projects], async () => {
    const [before, present] = await Promise.all([
      readMeta(db, KEY, piecesSchema, {}),
      db.projects.toCollection().primaryKeys(),
    ]);
    const kept = Object.entries(before).filter(([id]) => present.includes(id) && id !== projectId);
    const own = [...new Set([...(before[projectId] ?? []), ...names])].slice(-MOST);
    await writeMeta(db, KEY, Object.fromEntries([...kept, [projectId, own]]));
  });
}
