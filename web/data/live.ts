/**
 * What screens read: live queries over the local database. Undefined means that the first answer is not there yet;
 * null that there is no such row.
 */
import { useLiveQuery } from 'dexie-react-hooks';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { db } from './db.ts';
import { readReach, type Reach } from './tables/reach.ts';
import { readCurrentUser, readCurrentUserId } from './tables/users.ts';
import { restorableTakes } from './document/former-takes.ts';
import type { ExportRow, FormerTake, OutboxRow, ProjectRow, SceneRow } from './tables/rows.ts';

/** The person's projects, the newest first. */
export function useProjects(userId: string | null): ProjectRow[] | undefined {
  return useLiveQuery(async () => {
    const rows = await db.projects
      .where('userId')
      .equals(userId ?? '')
      .toArray();
    return rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }, [userId]);
}

export function useProject(projectId: string): ProjectRow | null | undefined {
  return useLiveQuery(async () => (await db.projects.get(projectId)) ?? null, [projectId]);
}

/** A project's scenes in play order, extension segments after their scene. */
export function useScenes(projectId: string): SceneRow[] | undefined {
  return useLiveQuery(
    async () => inPlayOrder(await db.scenes.where('projectId').equals(projectId).toArray()),
    [projectId],
  );
}

/** Whether a project's scenes were ever brought here; until then an empty list means nothing. */
export function useHasScenes(projectId: string): boolean | undefined {
  return useLiveQuery(async () => (await db.bases.get(projectId))?.hasScenes ?? false, [projectId]);
}

/** What the project's scenes had before their present clips and can have again, by the scenes' ids. */
export function useRestorableTakes(projectId: string): ReadonlyMap<string, FormerTake> | undefined {
  return useLiveQuery(async () => {
    const base = await db.bases.get(projectId);
    // Held against the rows as they are drawn: what was brought back offline is not offered again.
    const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
    return restorableTakes({ ...base, scenes }, Date.now());
  }, [projectId]);
}

/** Changes that have not reached the server, in their order; those of every project when none is named. */
export function useOutbox(projectId: string | null): OutboxRow[] | undefined {
  return useLiveQuery(
    () =>
      (projectId === null ? db.outbox.orderBy('seq') : db.outbox.where('projectId').equals(projectId)).sortBy('seq'),
    [projectId],
  );
}

/** What undo would take back and redo would do again, by what the edits are called; null where there is nothing. */
export function useHistoryEnds(projectId: string): { undo: string | null; redo: string | null } | undefined {
  return useLiveQuery(async () => {
    const rows = await db.history.where('projectId').equals(projectId).sortBy('seq');
    const done = rows.findLast((row) => row.state === 'done');
    const undone = rows.find((row) => row.state === 'undone');
    return { undo: done?.label ?? null, redo: undone?.label ?? null };
  }, [projectId]);
}

/** Whether the server can be reached, as far as the last call tells. */
export function useReach(): Reach | undefined {
  return useLiveQuery(() => readReach(db), []);
}

/** Whether whoever is signed in has an API key; the demo studio's counts as one. */
export function useHasKey(): boolean | undefined {
  return useLiveQuery(async () => (await readCurrentUser(db))?.geminiApiKey != null, []);
}

/** Exports that whoever is signed in has made in this browser, the newest first. */
export function useExports(): ExportRow[] | undefined {
  return useLiveQuery(async () => {
    const userId = await readCurrentUserId(db);
    const rows = await db.exports.filter((row) => row.userId === userId).toArray();
    return rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }, []);
}

/** How many of these clips are on this device. */
export function useStoredClipCount(sha256s: readonly string[]): number | undefined {
  return useLiveQuery(() => db.clips.where('sha256').anyOf(sha256s).count(), [sha256s.join()]);
}

/** Which of these clips are on this device. */
export function useStoredClips(sha256s: readonly string[]): ReadonlySet<string> | undefined {
  return useLiveQuery(
    async () => new Set(await db.clips.where('sha256').anyOf(sha256s).primaryKeys()),
    [sha256s.join()],
  );
}
