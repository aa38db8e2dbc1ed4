/** The one way a person's edit reaches the document: rows, history and outbox in a single transaction, read again after it. */
import type { StoryreelDb } from '#data/db.ts';
import { scenesOfChange } from '#data/scene-of-change.ts';
import { documentTables, readDocument } from '#data/tables/documents.ts';
import { isVersionDue, keepVersion } from '#data/tables/versions.ts';
import { enact, pageDeps, type CommitDeps } from './enact.ts';
import { recordDone } from './history.ts';
import type { CommandPlan } from './plan.ts';
import { AppError } from '#shared/errors.ts';
import { refusedEditWords } from './words.ts';

/** The revs of rows as an edit left them, by the rows' ids; one that was removed has none. */
type Written = ReadonlyMap<string, number>;

const NOTHING: Written = new Map();

/**
 * Carries a plan out. Resolves when it is safely on the disk; the network is told afterwards.
 * @throws the database's error (a full disk, for one), in which case nothing of the plan has happened
 */
export async function commit(plan: CommandPlan, deps: CommitDeps = pageDeps): Promise<Written> {
  if (plan.changes.length === 0) return NOTHING;
  return deps.db.transaction('rw', documentTables(deps.db), async () => {
    await keepBefore(plan, deps);
    await enact(plan, plan.changes, deps);
    if (plan.inverse) await recordDone(deps.db, { ...plan, inverse: plan.inverse }, deps.device.now());
    return revsOf(deps.db, [plan.projectId], [...new Set(plan.changes.flatMap(scenesOfChange))]);
  });
}

/**
 * Waits for an edit and reads again what it wrote. A browser that evicts data, or is about to, may say that a write went well.
 * @throws AppError `storage_full` when it is not there
 */
export async function kept(db: StoryreelDb, edit: Promise<Written>): Promise<void> {
  const written = await edit;
  const ids = [...written.keys()];
  const now = await revsOf(db, ids, ids);
  const isOlder = ids.some((id) => (now.get(id) ?? Infinity) < (written.get(id) ?? 0));
  // Rows that have gone while the person is still known here were deleted by somebody.
  const isGone = written.size > 0 && now.size === 0 && (await db.users.count()) === 0;
  if (isOlder || isGone) throw new AppError('storage_full', refusedEditWords.notKept);
}

async function revsOf(db: StoryreelDb, projectIds: readonly string[], sceneIds: readonly string[]): Promise<Written> {
  const [projects, scenes] = await Promise.all([
    db.projects.bulkGet([...projectIds]),
    db.scenes.bulkGet([...sceneIds]),
  ]);
  return new Map([...projects, ...scenes].flatMap((row) => (row ? [[row.id, row.rev] as const] : [])));
}

/** Before what changes much, and every so often while somebody edits. */
async function keepBefore({ projectId, keeps }: CommandPlan, { db, device }: CommitDeps): Promise<void> {
  const at = device.now();
  if (keeps === undefined && !(await isVersionDue(db, projectId, at))) return;
  const document = await readDocument(db, projectId);
  await keepVersion(db, document, { id: device.newId(), at, reason: keeps ?? 'editing', name: null });
}
