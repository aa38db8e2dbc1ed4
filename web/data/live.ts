/**
 * What screens read: live queries over the local database. Undefined means that the first answer is not there yet;
 * null that there is no such row.
 */
import { useLiveQuery, usePacedQuery } from './use-live-query.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { db } from './db.ts';
import { readKeptSpending, type KeptSpending } from './tables/kept-spending.ts';
import { readMissing } from './tables/missing-projects.ts';
import { readReach, type Reach } from './tables/reach.ts';
import { NOBODY } from './tables/opened-file.ts';
import { readOwnDeviceId } from './tables/own-device.ts';
import { isOfProject } from './tables/set-aside.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { readCurrentUser, readCurrentUserId } from './tables/users.ts';
import { restorableTakes } from './document/takes.ts';
import type {
  ExportRow,
  Take,
  HistoryRow,
  OutboxRow,
  ProjectRow,
  PulledHistoryRow,
  QuarantineRow,
  SceneRow,
  VersionRow,
} from './tables/rows.ts';
import { isExpired, versionsOf } from './tables/versions.ts';

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
export function useRestorableTakes(projectId: string): ReadonlyMap<string, Take> | undefined {
  return useLiveQuery(async () => {
    const base = await db.bases.get(projectId);
    // Held against the rows as they are drawn: what was brought back offline is not offered again.
    const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
    return restorableTakes({ ...base, scenes }, Date.now());
  }, [projectId]);
}

/** Changes that have not reached the server, in their order; those of every project when none is named. */
export function useOutbox(projectId: string | null): OutboxRow[] | undefined {
  return usePacedQuery(
    () =>
      (projectId === null ? db.outbox.orderBy('seq') : db.outbox.where('projectId').equals(projectId)).sortBy('seq'),
    [projectId],
  );
}

/** Ids of projects that the server lacks, though nobody is known to have deleted them. */
export function useMissingProjects(): string[] | undefined {
  return useLiveQuery(() => readMissing(db));
}

/** Titles of all projects on this device, by their ids. */
export function useProjectTitles(): ReadonlyMap<string, string> | undefined {
  return useLiveQuery(async () => new Map((await db.projects.toArray()).map(({ id, title }) => [id, title])));
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

/** A value that an edit of this device has put aside. `isUnsent`: that edit has not reached the server. */
export type OverruledValue = { row: HistoryRow; isUnsent: boolean };

/** What happened to a project, the newest first: what the server told, and what only this device knows yet. */
export type ProjectHistory = {
  entries: PulledHistoryRow[];
  /** Values that this device's edits have put aside, as far as the server has not told of them. */
  overruled: OverruledValue[];
  /** Changes that the server doesn't have yet, the oldest first. */
  unsent: OutboxRow[];
  /** As they were when they were deleted. */
  deletedScenes: Scene[];
  /** The server has older entries. */
  hasOlder: boolean;
  /** This browser's id there; null until it has sent a change. */
  ownDeviceId: string | null;
};

export function useProjectHistory(projectId: string): ProjectHistory | undefined {
  return usePacedQuery(async () => {
    const [entries, own, waiting, deleted, pull, ownDeviceId] = await Promise.all([
      db.pulledHistory.where('projectId').equals(projectId).toArray(),
      db.history.where('projectId').equals(projectId).toArray(),
      db.outbox.where('projectId').equals(projectId).sortBy('seq'),
      db.tombstones.where('projectId').equals(projectId).toArray(),
      db.historyPulls.get(projectId),
      readOwnDeviceId(db),
    ]);
    return {
      entries: entries.toSorted((a, b) => b.place - a.place),
      overruled: own
        .filter(({ state }) => state === 'overruled')
        .map((row) => ({ row, isUnsent: waiting.some(({ opId }) => opId === row.opId) })),
      unsent: waiting,
      deletedScenes: deleted.flatMap(({ rows }) => rows),
      hasOlder: (pull?.next ?? null) !== null,
      ownDeviceId,
    };
  }, [projectId]);
}

/** Versions of a project that are kept on this device, the newest first. */
export function useVersions(projectId: string): VersionRow[] | undefined {
  return useLiveQuery(async () => {
    const now = Date.now();
    return (await versionsOf(db, projectId)).filter((row) => !isExpired(row, now));
  }, [projectId]);
}

/** Entries that replaced somebody's value and that nobody was told of yet, of the person's projects on this device. */
export function useUntoldHistory(): PulledHistoryRow[] | undefined {
  return useLiveQuery(async () => {
    const userId = await readCurrentUserId(db);
    return db.pulledHistory.filter((row) => !row.isTold && row.userId === userId).toArray();
  }, []);
}

/** Rows of a project, or of no project, that could not be read and were set aside; the newest first. */
export function useSetAside(projectId: string, userId: string): QuarantineRow[] | undefined {
  return useLiveQuery(async () => {
    const rows = await db.quarantine.toArray();
    return rows.filter((row) => isOfProject(row, projectId, userId)).toReversed();
  }, [projectId, userId]);
}

/** Whether the server can be reached, as far as the last call tells. */
export function useReach(): Reach | undefined {
  return useLiveQuery(() => readReach(db), []);
}

/** Whether whoever is signed in has an API key; the demo studio's counts as one. */
export function useHasKey(): boolean | undefined {
  return useLiveQuery(async () => (await readCurrentUser(db))?.geminiApiKey != null, []);
}

/** Whether the person works with the demo studio, where nothing is charged; undefined while it is being read. */
export function useIsDemoStudio(): boolean | undefined {
  return useLiveQuery(async () => (await readCurrentUser(db))?.geminiApiKey === DEMO_STUDIO_KEY, []);
}

/** What was last known of a person's spending. */
export function useKeptSpending(userId: string): KeptSpending | null | undefined {
  return useLiveQuery(() => readKeptSpending(db, userId), [userId]);
}

/** Exports that whoever is signed in, or nobody, has started in this browser, the newest first. */
export function useExports(): ExportRow[] | undefined {
  return useLiveQuery(async () => {
    const userId = (await readCurrentUserId(db)) ?? NOBODY;
    const rows = await db.exports.filter((row) => row.userId === userId && row.server?.isUnwanted !== true).toArray();
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
