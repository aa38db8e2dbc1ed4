/**
 * Sends versions of projects to the server, one after the other. Each brings its own document, so none has to wait for the
 * edits before it, nor they for it.
 */
import { ApiError, OfflineError } from '#api/errors.ts';
import { planCall } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import { follow } from '#data/follow.ts';
import type { VersionRow } from '#data/tables/rows.ts';
import { versionsToSend } from '#data/tables/versions.ts';
import { limits } from '#shared/limits.ts';
import { createRetries, type Retries } from './retries.ts';
import type { SyncDeps } from './sync-deps.ts';
import { SEND_LIMIT_MS, withinTime } from './timer.ts';

const { versions } = rpc.api.projects[':id'];

/** What no repeat would change: the project is gone, or its version can't be read. The version stays on this device. */
const FOR_GOOD = new Set([404, 409, 413, 422]);

/**
 * Runs until the signal is aborted. What fails is tried again by time, and others go by it meanwhile. Without a session it
 * stops; whoever runs it begins it again when somebody is signed in.
 */
export function sendVersions(
  deps: SyncDeps,
  userId: string,
  onFailed: (error: unknown) => void,
  signal: AbortSignal,
): void {
  let isBusy = false;
  const see = async (): Promise<void> => {
    if (isBusy || signal.aborted) return;
    isBusy = true;
    try {
      await sendDue(deps, userId, { retries, onFailed }, signal);
    } finally {
      isBusy = false;
    }
  };
  const look = (): void => void see().catch(onFailed);
  const retries = createRetries(deps, look, signal);
  follow(() => versionsToSend(deps.db, userId), look, onFailed, signal);
}

/** Until none is due. */
async function sendDue(
  deps: SyncDeps,
  userId: string,
  { retries, onFailed }: { retries: Retries; onFailed: (error: unknown) => void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const id = (await versionsToSend(deps.db, userId)).find((one) => retries.isDue(one));
    if (id === undefined) return;
    try {
      await sendVersion(deps, id, signal);
      retries.forget(id);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) return;
      // A server that was away for seconds is not always told of.
      if (!(error instanceof OfflineError)) onFailed(error);
      retries.failed(id, error);
    }
  }
}

/** Sends one, whose id is also the key of the call. @throws OfflineError, ApiError for what may pass, AbortError */
export async function sendVersion(deps: SyncDeps, id: string, signal?: AbortSignal): Promise<void> {
  const { db, call, timer } = deps;
  const row = await db.versions.get(id);
  if (row?.state !== 'waiting') return;
  const { method, path, body } = requestOf(row);
  const bodyBytes = new Blob([body ?? '']).size;
  if (bodyBytes > limits.versionBytes) return settle(deps, id, 'local');
  const headers = { 'Idempotency-Key': id, 'Content-Type': 'application/json' };
  try {
    await withinTime(timer, sendLimitMs(bodyBytes), (limit) => call({ method, path, body, headers }, limit), signal);
    await settle(deps, id, 'sent');
  } catch (error) {
    // What something in between says is no answer of the server.
    if (!(error instanceof ApiError) || error.body === null || !FOR_GOOD.has(error.status)) throw error;
    await settle(deps, id, 'local');
  }
}

function requestOf({ id, projectId, at, reason, name, project, scenes, characters }: VersionRow) {
  const json = { id, at, reason, name, document: { project, scenes, ...(characters && { characters }) } };
  return planCall('POST', versions, { param: { id: projectId }, json });
}

async function settle({ db }: SyncDeps, id: string, state: VersionRow['state']): Promise<void> {
  await db.versions.update(id, { state });
}

/** For a body of this many bytes: even a line of 16 kB a second is in time. */
function sendLimitMs(bodyBytes: number): number {
  return SEND_LIMIT_MS + Math.ceil(bodyBytes / 16);
}
