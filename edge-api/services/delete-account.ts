/**
 * Deleting an account. In the first step the person is nobody any more: signed out everywhere, unpublished, their key gone,
 * their generations stopped. Then their rows and files are removed project by project, so that nobody else waits long. A
 * server that stops halfway goes on at its next start.
 */
import type { Deps } from '../deps.ts';
import {
  beginLeaving,
  eraseProject,
  eraseSomeRows,
  eraseUser,
  findAnyProject,
  listLeaving,
  listRunningWork,
} from '#edge-api/repos/leaving.ts';
import type { Spending } from './call-budget.ts';
import { dropFiles } from './dropped-files.ts';
import { readApiKey } from './key-vault.ts';
import { dropUnnamedBlobs } from './held-store.ts';

type EraseDeps = Pick<Deps, 'db' | 'mediaStore' | 'now'>;
type AccountDeps = EraseDeps & Pick<Deps, 'log' | 'keySecrets' | 'config' | 'videoModelFor'>;

/** Telling a model that nobody wants its clip any more is a courtesy that may take so long. */
const CANCEL_TIMEOUT_MS = 10_000;
const ROWS_AT_ONCE = 1_000;

/** Removes a person with everything they have. A file that was put within the hour goes when that hour is over. */
export async function deleteAccount(deps: AccountDeps, userId: string): Promise<void> {
  const [apiKey, running] = [await readApiKey(deps, userId), await listRunningWork(deps.db, userId)];
  await deps.db.batch(beginLeaving(userId, deps.now()), 'write');
  deps.log.info('account_deleted', { userId });
  const told = apiKey === null ? null : tellCancelled(deps, apiKey, running);
  await erase(deps, userId);
  await told;
}

/** Goes on removing people whose removal was interrupted. */
export async function finishDeletions(deps: EraseDeps & Spending): Promise<void> {
  for (const userId of await listLeaving(deps.db)) {
    if (deps.isSpent?.()) return;
    await erase(deps, userId);
  }
}

async function erase(deps: EraseDeps & Spending, userId: string): Promise<void> {
  for (;;) {
    if (deps.isSpent?.()) return;
    const id = await findAnyProject(deps.db, userId);
    if (id === null) break;
    await dropUnnamedBlobs(deps, await eraseProject(deps.db, userId, id));
  }
  while (await eraseSomeRows(deps.db, userId, ROWS_AT_ONCE)) if (deps.isSpent?.()) return;
  await eraseUser(deps.db, userId);
  await dropFiles(deps);
}

async function tellCancelled(deps: AccountDeps, apiKey: string, running: readonly string[]): Promise<void> {
  const model = deps.videoModelFor(apiKey);
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  const told = await Promise.allSettled(running.map((upstreamId) => model.cancel(upstreamId, signal)));
  for (const one of told) if (one.status === 'rejected') deps.log.warn('cancel_not_told', { error: one.reason });
}
