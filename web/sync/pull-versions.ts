/** Brings versions of a project that other devices have kept, so that they can be looked at and restored here, offline too. */
import { ApiError } from '#api/errors.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import type { Pulled } from '#api/queries/pulls.ts';
import { rpc } from '#api/rpc.ts';
import { readOwnDeviceId } from '#data/tables/own-device.ts';
import { leavingVersions, versionsOf } from '#data/tables/versions.ts';
import { versionListReply, wholeVersionReply, type WholeVersion } from '#shared/api/versions.ts';
import type { VersionSummary } from '#shared/entities/version.ts';
import type { SyncDeps } from './sync-deps.ts';
import { PULL_LIMIT_MS, withinTime } from './timer.ts';
import { versionSyncWords as words } from './words.ts';

const { versions } = rpc.api.projects[':id'];
const listSchema = replyTo('GET', versions, versionListReply);
const wholeSchema = replyTo('GET', versions[':versionId'], wholeVersionReply);

/** One after the other, the newest first: what was brought stays if the rest fails. @throws ApiError, OfflineError, ZodError, AbortError */
export async function pullVersions(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<Pulled> {
  const { device } = deps;
  for (const summary of await missing(deps, projectId, signal)) {
    const whole = await readVersion(deps, summary, signal);
    if (whole !== null) await store(deps, whole, userId);
  }
  return { pulledAt: device.now() };
}

/** What the server has and this device doesn't, as far as it would stay. */
async function missing(
  { db, device, read, timer }: SyncDeps,
  projectId: string,
  signal?: AbortSignal,
): Promise<VersionSummary[]> {
  const { path } = planCall('GET', versions, { param: { id: projectId } });
  const reply = await withinTime(timer, PULL_LIMIT_MS, (limit) => read(path, null, limit), signal);
  const told = listSchema.parse(reply?.body ?? []);
  const here = await versionsOf(db, projectId);
  const known = new Set(here.map(({ id }) => id));
  const others = told.filter(({ id }) => !known.has(id));
  const leaving = new Set(leavingVersions([...here, ...others], device.now()).map(({ id }) => id));
  return others.filter(({ id }) => !leaving.has(id));
}

/** Null for one that has gone meanwhile. */
async function readVersion(
  { read, timer }: SyncDeps,
  { projectId, id }: VersionSummary,
  signal?: AbortSignal,
): Promise<WholeVersion | null> {
  const { path } = planCall('GET', versions[':versionId'], { param: { id: projectId, versionId: id } });
  try {
    const reply = await withinTime(timer, PULL_LIMIT_MS, (limit) => read(path, null, limit), signal);
    return wholeSchema.parse(reply?.body);
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return null;
    throw error;
  }
}

async function store({ db }: SyncDeps, whole: WholeVersion, userId: string): Promise<void> {
  const { id, projectId, at, reason, name, device, document } = whole;
  await db.transaction('rw', [db.projects, db.versions, db.meta], async () => {
    // Deleted here during the request.
    if ((await db.projects.get(projectId))?.userId !== userId) return;
    const isOwn = device !== null && device.id === (await readOwnDeviceId(db));
    const by = isOwn ? null : (device?.name ?? words.anotherDevice);
    await db.versions.put({ id, projectId, userId, at, reason, name, device: by, state: 'sent', ...document });
  });
}
