/** Queues changes for the server and shows them: the part that every edit, undo and redo have in common. */
import type { Change } from '#data/change.ts';
import { db as pageDb, type StoryreelDb } from '#data/db.ts';
import { browserDevice, type Device } from '#data/device.ts';
import { forgetIfNeverSent } from '#data/tables/deleted-projects.ts';
import { readBase, showDocument } from '#data/tables/documents.ts';
import { isSceneEdit } from '#data/scene-of-change.ts';
import type { BaseRow } from '#data/tables/rows.ts';
import type { CommandPlan } from './plan.ts';

export type CommitDeps = {
  db: StoryreelDb;
  device: Device;
  /** Removes files that can be made again, for an edit that has no room. */
  makeRoom?: () => Promise<void>;
  /** There was still none: what nobody asked for isn’t written. */
  isShortOfRoom?: boolean;
};
export const pageDeps: CommitDeps = {
  db: pageDb,
  device: browserDevice,
  makeRoom: async () => (await import('#data/free-remade.ts')).freeRemade(pageDb),
};

/** Part of a transaction of the caller over `documentTables`. */
export async function enact(
  plan: Pick<CommandPlan, 'userId' | 'projectId' | 'label'>,
  changes: readonly Change[],
  deps: CommitDeps,
): Promise<void> {
  const { db, device } = deps;
  const at = device.now();
  const base = await readBase(db, plan.projectId, plan.userId);
  await db.outbox.bulkAdd(
    changes.map((change) => ({
      opId: device.newId(),
      userId: plan.userId,
      projectId: plan.projectId,
      label: plan.label,
      change,
      madeOn: versionOf(change, base),
      at,
      request: null,
      attempts: 0,
      unanswered: 0,
      conflicts: 0,
      nextAt: 0,
      state: 'waiting' as const,
      refusal: null,
    })),
  );
  await db.bases.put(base);
  await showDocument(db, base, changes);
  if (changes.some(({ kind }) => kind === 'delete-project')) await forgetIfNeverSent(db, plan);
}

/** The version of the row that a patch is made on. Other changes replace nobody's values. */
function versionOf(change: Change, base: BaseRow): number | null {
  const isOfProject = /^(patch-project|patch-character|edit-audio)$/.test(change.kind);
  if (isOfProject) return base.project?.version ?? null;
  if (!isSceneEdit(change)) return null;
  return base.scenes.find(({ id }) => id === change.sceneId)?.version ?? null;
}
