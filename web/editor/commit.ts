/** The one way a person's edit reaches the document: rows, history and outbox in a single transaction. */
import { scenesOfChange } from '#data/scene-of-change.ts';
import { documentTables, readDocument } from '#data/tables/documents.ts';
import { isVersionDue, keepVersion } from '#data/tables/versions.ts';
import { enact, pageDeps, type CommitDeps } from './enact.ts';
import { recordDone } from './history.ts';
import type { CommandPlan } from './plan.ts';
import { revsOf, type Written } from './read-again.ts';

const NOTHING: Written = new Map();

/**
 * Carries a plan out. Resolves when the browser says that it is on the disk, which `kept` makes sure of; the network is told
 * afterwards.
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

/** Before what changes much, and every so often while somebody edits. */
async function keepBefore({ projectId, keeps }: CommandPlan, { db, device, isShortOfRoom }: CommitDeps): Promise<void> {
  const at = device.now();
  // A copy of the whole document must not be what a small edit fails for. Before a risky step, it is what was promised.
  if (keeps === undefined && (isShortOfRoom === true || !(await isVersionDue(db, projectId, at)))) return;
  const document = await readDocument(db, projectId);
  await keepVersion(db, document, { id: device.newId(), at, reason: keeps ?? 'editing', name: null });
}
