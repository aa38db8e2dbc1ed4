/**
 * What becomes of projects that the server doesn't have. Those that the person has deleted go from here as well. Of others
 * the server never heard, or no longer knows: it may have been restored from a backup. They stay, and the person is asked.
 */
import { ApiError } from '#api/errors.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import { documentTables, forgetDocument } from '#data/tables/documents.ts';
import { noteMissing } from '#data/tables/missing-projects.ts';
import { DELETED_ASKED_AT_ONCE, deletedProjectsReply } from '#shared/api/deleted-projects.ts';
import { fetchDocument, readNew } from './fetch-document.ts';
import type { SyncDeps } from './sync-deps.ts';
import { PULL_LIMIT_MS, SEND_LIMIT_MS, withinTime } from './timer.ts';

const deleted = rpc.api.user['deleted-projects'];
const deletedSchema = replyTo('GET', deleted, deletedProjectsReply);

/**
 * Another person's rows of a project on this device are theirs: what the server lacks for this person says nothing about
 * them. What has unsent changes stays in any case: the server refuses them, and the person decides.
 * @throws ApiError, OfflineError, ZodError, AbortError: then nothing has changed here
 */
export async function settleMissing(
  deps: SyncDeps,
  userId: string,
  projectIds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const gone = await deletedAmong(deps, projectIds, signal);
  await db.transaction('rw', [...documentTables(db), db.meta], async () => {
    const bases = await db.bases.bulkGet([...projectIds]);
    const own = bases.flatMap((base) => (base?.userId === userId ? [base.projectId] : []));
    for (const projectId of own) if (gone.has(projectId)) await forgetUnlessEdited(deps, projectId);
    await noteMissing(db, { missing: own.filter((id) => !gone.has(id)), found: [...gone] });
  });
}

/**
 * Whether the server has no such project. If so, that is settled.
 * @throws as `settleMissing`
 */
export async function isProjectGone(
  deps: SyncDeps,
  { projectId, userId }: { projectId: string; userId: string },
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await withinTime(deps.timer, SEND_LIMIT_MS, (limit) => fetchDocument(deps, projectId, limit), signal);
    return false;
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.isNotFound)) throw failure;
    await settleMissing(deps, userId, [projectId], signal);
    return true;
  }
}

async function forgetUnlessEdited({ db }: SyncDeps, projectId: string): Promise<void> {
  const unsent = await db.outbox.where('projectId').equals(projectId).count();
  if (unsent === 0) await forgetDocument(db, projectId);
}

async function deletedAmong(
  deps: SyncDeps,
  projectIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (let from = 0; from < projectIds.length; from += DELETED_ASKED_AT_ONCE) {
    const ids = projectIds.slice(from, from + DELETED_ASKED_AT_ONCE).join(',');
    const { path } = planCall('GET', deleted, { query: { ids } });
    const reply = await withinTime(deps.timer, PULL_LIMIT_MS, (limit) => readNew(deps, path, limit), signal);
    for (const { id } of deletedSchema.parse(reply.body)) gone.add(id);
  }
  return gone;
}
