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
import { backoffMs } from './backoff.ts';
import type { SyncDeps } from './sync-deps.ts';
import { SEND_LIMIT_MS, withinTime } from './timer.ts';

const { versions } = rpc.api.projects[':id'];

/** What no repeat would change: the project is gone, or its version can't be read. The version stays on this device. */
const FOR_GOOD = new Set([404, 409, 413, 422]);

/**
 * Runs until the signal is aborted. Without the network or a session it stops; whoever runs it begins it again when the
 * server is back.
 */
export function sendVersions(
  deps: SyncDeps,
  userId: string,
  onFailed: (error: unknown) => void,
  signal: AbortSignal,
): void {
  let isBusy = false;
  const see = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0 || isBusy || signal.aborted) return;
    isBusy = true;
    try {
      await sendAll(deps, userId, onFailed, signal);
    } finally {
      isBusy = false;
    }
  };
  follow(
    () => versionsToSend(deps.db, userId),
    (ids) => void see(ids).catch(onFailed),
    onFailed,
    signal,
  );
}

/** Until none waits. What fails is tried again by time. */
async function sendAll(
  deps: SyncDeps,
  userId: string,
  onFailed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const [id] = await versionsToSend(deps.db, userId);
    if (id === undefined) return;
    try {
      await sendVersion(deps, id, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) return;
      failures += 1;
      // A server that was away for seconds is not always told of.
      if (!(error instanceof OfflineError)) onFailed(error);
      const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : null;
      await pause(deps, backoffMs(failures, deps.dice(), retryAfter), signal);
    }
  }
}

/** Sends one, whose id is also the key of the call. @throws OfflineError, ApiError for what may pass, AbortError */
export async function sendVersion(deps: SyncDeps, id: string, signal?: AbortSignal): Promise<void> {
  const { db, call, timer } = deps;
  const row = await db.versions.get(id);
  if (row?.state !== 'waiting') return;
  const { method, path, body } = requestOf(row);
  if (new Blob([body ?? '']).size > limits.versionBytes) return settle(deps, id, 'local');
  const headers = { 'Idempotency-Key': id, 'Content-Type': 'application/json' };
  try {
    await withinTime(timer, SEND_LIMIT_MS, (limit) => call({ method, path, body, headers }, limit), signal);
    await settle(deps, id, 'sent');
  } catch (error) {
    if (!(error instanceof ApiError) || !FOR_GOOD.has(error.status)) throw error;
    await settle(deps, id, 'local');
  }
}

function requestOf({ id, projectId, at, reason, name, project, scenes }: VersionRow) {
  const json = { id, at, reason, name, document: { project, scenes } };
  return planCall('POST', versions, { param: { id: projectId }, json });
}

async function settle({ db }: SyncDeps, id: string, state: VersionRow['state']): Promise<void> {
  await db.versions.update(id, { state });
}

function pause({ timer }: SyncDeps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const callOff = timer.after(ms, resolve);
    signal.addEventListener('abort', () => (callOff(), resolve()), { once: true });
  });
}
