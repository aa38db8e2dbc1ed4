/** Stores a project's history in the local database, so that it can be read offline. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import type { Pulled } from '#api/queries/pulls.ts';
import { rpc } from '#api/rpc.ts';
import type { HistoryPullRow } from '#data/tables/rows.ts';
import { historyReply } from '#shared/api/history.ts';
import { replacedFields, type HistoryEntry } from '#shared/entities/history.ts';
import { pullProject, type PulledProject } from './pull.ts';
import type { Reading, SyncDeps } from './sync-deps.ts';
import { PULL_LIMIT_MS, withinTime } from './timer.ts';

const { history } = rpc.api.projects[':id'];
const pageSchema = replyTo('GET', history, historyReply);

/** `pullProject`, then the history if something was new. If the history can't be loaded, the project is unaffected. */
export async function pullProjectWithHistory(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<PulledProject> {
  const pulled = await pullProject(deps, projectId, userId, signal);
  try {
    if (pulled.isNew) await pullHistory(deps, projectId, userId, signal);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
  }
  return pulled;
}

/**
 * Pulls the newest page of a project's history. New entries that replaced somebody's value are announced, unless this
 * device sees the history for the first time: then nothing in it is news.
 * @throws ApiError, OfflineError, ZodError, AbortError
 */
export async function pullHistory(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<PulledProject> {
  const { db, device } = deps;
  const before = await db.historyPulls.get(projectId);
  const page = await readInTime(deps, pathOf(projectId), before?.tag ?? null, signal);
  if (page !== null) {
    const entries = pageSchema.parse(page.body);
    await writeNewest(deps, userId, entries, { projectId, tag: page.tag, next: page.next });
  }
  return { pulledAt: device.now(), isNew: page !== null };
}

/** Pulls the page before the oldest stored entry. Does nothing when there is none. @throws as `pullHistory` */
export async function pullOlderHistory(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<Pulled> {
  const { db, device } = deps;
  const before = await db.historyPulls.get(projectId);
  if (before?.next) {
    const page = await readInTime(deps, before.next, null, signal);
    const entries = pageSchema.parse(page?.body ?? []);
    await db.transaction('rw', [db.projects, db.pulledHistory, db.historyPulls], async () => {
      const now = await db.historyPulls.get(projectId);
      if (now?.next !== before.next || !(await db.projects.get(projectId))) return;
      await db.pulledHistory.bulkPut(entries.map((entry) => ({ ...entry, userId, isTold: true })));
      await db.historyPulls.put({ ...now, next: page?.next ?? null });
    });
  }
  return { pulledAt: device.now() };
}

async function writeNewest(
  { db }: SyncDeps,
  userId: string,
  entries: readonly HistoryEntry[],
  pull: HistoryPullRow,
): Promise<void> {
  const { projectId } = pull;
  await db.transaction('rw', [db.projects, db.history, db.pulledHistory, db.historyPulls], async () => {
    // Deleted here during the request.
    if (!(await db.projects.get(projectId))) return;
    const before = await db.historyPulls.get(projectId);
    const known = await db.pulledHistory.where('projectId').equals(projectId).toArray();
    const told = new Map(known.map(({ id, isTold }) => [id, isTold]));
    const isJoined = entries.some(({ id }) => told.has(id)) || known.length === 0;
    // There may be a gap between the stored entries and the new ones, so older entries are dropped and fetched again.
    if (!isJoined) await db.pulledHistory.bulkDelete(known.map(({ id }) => id));
    const isOldNews = (entry: HistoryEntry): boolean => !before || replacedFields(entry).length === 0;
    await db.pulledHistory.bulkPut(
      entries.map((entry) => ({ ...entry, userId, isTold: told.get(entry.id) ?? isOldNews(entry) })),
    );
    const keepsOlder = isJoined && before && known.length > 0;
    await db.historyPulls.put(keepsOlder ? { ...pull, next: before.next } : pull);
    await forgetKnown(db, projectId, entries);
  });
}

/** Once the server has an entry that this device noted as replaced, the device's own note is dropped. */
async function forgetKnown(db: SyncDeps['db'], projectId: string, entries: readonly HistoryEntry[]): Promise<void> {
  const keys = new Set(entries.filter((entry) => replacedFields(entry).length > 0).map(({ opKey }) => opKey));
  await db.history
    .where('projectId')
    .equals(projectId)
    .filter(({ state, opId }) => state === 'overruled' && opId !== undefined && keys.has(opId))
    .delete();
}

/** Calls wait for the pull after them, so it must not hang. */
function readInTime(deps: SyncDeps, path: string, known: string | null, signal?: AbortSignal): Promise<Reading | null> {
  return withinTime(deps.timer, PULL_LIMIT_MS, (limit) => deps.read(path, known, limit), signal);
}

function pathOf(projectId: string): string {
  return planCall('GET', history, { param: { id: projectId }, query: {} }).path;
}
