/** Stores the server's rows as the new base and replays all unsent changes over them. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import type { Pulled } from '#api/queries/pulls.ts';
import { rpc } from '#api/rpc.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { documentTables, readBase, showDocument } from '#data/tables/documents.ts';
import { noteMissing, readMissing } from '#data/tables/missing-projects.ts';
import type { BaseRow } from '#data/tables/rows.ts';
import { writeReach } from '#data/tables/reach.ts';
import { projectListReply } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import { fetchIfNew, readNew, type FetchedDocument } from './fetch-document.ts';
import { baseAfterPull } from './base-after-pull.ts';
import { holdProject } from './locks.ts';
import type { settleMissing } from './missing-projects.ts';
import type { Reading, SyncDeps } from './sync-deps.ts';
import { PULL_LIMIT_MS, withinTime } from './timer.ts';

const ownProjects = rpc.api.user.projects;
const listSchema = replyTo('GET', ownProjects, projectListReply);

/** `isNew`: the server had something new. */
export type PulledProject = Pulled & { isNew: boolean };

/**
 * Pulls a project with its scenes. Skips one whose creation hasn't been sent, and forgets one that the person deleted
 * elsewhere, unless it has unsent changes.
 * @throws ApiError (404 too), OfflineError, ZodError, AbortError
 */
export function pullProject(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<PulledProject> {
  const { device, timer } = deps;
  const work = async (): Promise<PulledProject> => {
    if (await isUnsentCreation(deps, projectId)) return { pulledAt: device.now(), isNew: false };
    try {
      const known = await knownTag(deps, projectId, userId);
      const fetching = withinTime(timer, PULL_LIMIT_MS, (limit) => fetchIfNew(deps, projectId, known, limit), signal);
      const fetched = await noteReach(deps, fetching);
      const pulledAt = device.now();
      if (fetched !== null) await writePulled(deps, fetched, { projectId, userId, pulledAt });
      return { pulledAt, isNew: fetched !== null };
    } catch (error) {
      const isMissing = error instanceof ApiError && error.isNotFound;
      // Of what was never here there is nothing to settle.
      if (isMissing && (await deps.db.bases.get(projectId))) await settle(deps, userId, [projectId], signal);
      throw error;
    }
  };
  return holdProject(deps, projectId, work, signal);
}

/**
 * The tag of the last pull, null when the stored rows are no longer that state: another tab has pulled since, the rows
 * were forgotten, or a scene is kept that the next pull may remove.
 */
async function knownTag({ db, pulled }: SyncDeps, projectId: string, userId: string): Promise<string | null> {
  const state = pulled.get(projectId);
  if (state?.userId !== userId) return null;
  const base = await db.bases.get(projectId);
  const isHere = base?.userId === userId && base.pulledAt === state.pulledAt && base.orphanIds.length === 0;
  return isHere ? state.tag : null;
}

async function writePulled(
  { db, pulled }: SyncDeps,
  { tag, ...rows }: FetchedDocument,
  { projectId, userId, pulledAt }: { projectId: string; userId: string; pulledAt: number },
): Promise<void> {
  await db.transaction('rw', documentTables(db), async () => {
    const unsent = await db.outbox.where('projectId').equals(projectId).toArray();
    const base = baseAfterPull(await readBase(db, projectId, userId), rows, unsent, pulledAt);
    await db.bases.put(base);
    await showDocument(db, base);
  });
  await noteFound({ db }, new Set([projectId]));
  if (tag === null) pulled.delete(projectId);
  else pulled.set(projectId, { tag, userId, pulledAt });
}

/**
 * Pulls the list of a person's projects, without their scenes.
 * @throws ApiError, OfflineError, ZodError, AbortError
 */
export async function pullProjects(deps: SyncDeps, userId: string, signal?: AbortSignal): Promise<Pulled> {
  const { db, device } = deps;
  const before = await db.bases.where('userId').equals(userId).toArray();
  const projects = await noteReach(deps, fetchList(deps, signal));
  await db.transaction('rw', documentTables(db), async () => {
    const known = new Set(before.map((base) => base.projectId));
    const stored = await db.bases.bulkGet(projects.map((project) => project.id));
    for (const [index, project] of projects.entries())
      await storeListed(deps, { project, userId, stored: stored[index], wasKnown: known.has(project.id) });
  });
  const listed = new Set(projects.map((project) => project.id));
  await noteFound(deps, listed);
  // A project created during the request wasn't known before, so nobody asks for it.
  const unlisted = before.filter((base) => base.project !== null && !listed.has(base.projectId));
  if (unlisted.length > 0)
    await settle(
      deps,
      userId,
      unlisted.map(({ projectId }) => projectId),
      signal,
    );
  return { pulledAt: device.now() };
}

/** Every page of the list. A project that moves between pages meanwhile may appear twice: the later one counts. */
async function fetchList(deps: SyncDeps, signal?: AbortSignal): Promise<Project[]> {
  const projects = new Map<string, Project>();
  let path: string | null = planCall('GET', ownProjects, { query: {} }).path;
  while (path !== null) {
    const asked = path;
    const page: Reading = await withinTime(deps.timer, PULL_LIMIT_MS, (limit) => readNew(deps, asked, limit), signal);
    for (const project of listSchema.parse(page.body)) projects.set(project.id, project);
    path = page.next;
  }
  return [...projects.values()];
}

type Listed = { project: Project; userId: string; stored: BaseRow | undefined; wasKnown: boolean };

/** A list takes no locks, so it must not undo what a drain has learned since the request. */
async function storeListed({ db }: SyncDeps, { project, userId, stored, wasKnown }: Listed): Promise<void> {
  if (!stored && wasKnown) return;
  if (stored?.project && (stored.project.version > project.version || stored.project.updatedAt > project.updatedAt))
    return;
  if (stored && sameValue(stored.project, project)) return;
  const fresh: BaseRow = {
    projectId: project.id,
    userId,
    project,
    scenes: [],
    tombstones: [],
    hasScenes: false,
    orphanIds: [],
    pulledAt: null,
  };
  const base = stored ? { ...stored, project } : fresh;
  await db.bases.put(base);
  await showDocument(db, base);
}

async function isUnsentCreation({ db }: SyncDeps, projectId: string): Promise<boolean> {
  const creations = await db.outbox
    .where('projectId')
    .equals(projectId)
    .filter((row) => row.change.kind === 'create-project')
    .count();
  return creations > 0;
}

/** Loaded when it is needed: mostly the server has what is here. */
async function settle(...asked: Parameters<typeof settleMissing>): Promise<void> {
  const { settleMissing: ask } = await import('./missing-projects.ts');
  await noteReach(asked[0], ask(...asked));
}

/** The server has them again. */
async function noteFound({ db }: Pick<SyncDeps, 'db'>, found: ReadonlySet<string>): Promise<void> {
  const missing = await readMissing(db);
  if (missing.some((id) => found.has(id))) await noteMissing(db, { found: [...found] });
}

async function noteReach<T>({ db }: SyncDeps, reply: Promise<T>): Promise<T> {
  try {
    const value = await reply;
    await writeReach(db, 'online');
    return value;
  } catch (error) {
    if (error instanceof OfflineError) await writeReach(db, 'offline');
    throw error;
  }
}
