/** The state of the service and its dependencies. */
import type { z } from 'zod';
import type { healthReply, readyReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { tryDatabaseWrite } from '#edge-api/repos/write-test.ts';
import { exportAvailability, type ExportCheckDeps } from './export-check.ts';
import { version } from '../version.ts';

export type Health = z.infer<typeof healthReply>;
type HealthDeps = Pick<Deps, 'db' | 'disk' | 'now' | 'log'> & ExportCheckDeps;

/** However many ask: whoever asks anonymously must not have the disk written to again and again. */
const TRY_WRITE_EVERY_MS = 30_000;

/** Answers how the service is. Never throws: an unreachable database is a result. */
export function serviceHealth(deps: HealthDeps): () => Promise<Health> {
  const canWrite = oncePer(TRY_WRITE_EVERY_MS, deps.now, () => triedWrite(deps));
  return async () => {
    const database = await databaseState(deps);
    const isWell = database === 'ok' && (await canWrite());
    return { status: isWell ? 'ok' : 'degraded', version, database, ffmpeg: await canExport(deps) };
  };
}

/** Whether requests may be sent here: the database answers, and jobs are worked on. A full disk still reads. */
export async function readiness(
  deps: Pick<Deps, 'db' | 'log' | 'areJobsRunning'>,
): Promise<z.infer<typeof readyReply>> {
  const database = await databaseState(deps);
  const jobs = deps.areJobsRunning() ? 'running' : 'stopped';
  return { ready: database === 'ok' && jobs === 'running', database, jobs };
}

/** The last answer, as long as it is no older than that. */
function oncePer<Answer>(ms: number, now: () => number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { atMs: number; answer: Promise<Answer> } | null = null;
  return () => {
    const nowMs = now();
    // A clock that was set back makes nobody wait.
    if (last === null || Math.abs(nowMs - last.atMs) >= ms) last = { atMs: nowMs, answer: ask() };
    return last.answer;
  };
}

async function triedWrite({ db, disk, now, log }: HealthDeps): Promise<boolean> {
  try {
    await tryDatabaseWrite(db, now());
    await disk?.tryWrite();
    return true;
  } catch (error) {
    log.error('storage_not_writable', { freeBytes: await disk?.freeBytes().catch(() => null), error });
    return false;
  }
}

/** The same answer as `/api/check-ffmpeg`. */
async function canExport(deps: Pick<Deps, 'log'> & ExportCheckDeps): Promise<boolean> {
  try {
    return (await exportAvailability(deps)).available;
  } catch (error) {
    deps.log.error('export_not_checked', { error });
    return false;
  }
}

async function databaseState(deps: Pick<Deps, 'db' | 'log'>): Promise<'ok' | 'unreachable'> {
  try {
    await deps.db.execute('select 1');
    return 'ok';
  } catch (error) {
    deps.log.error('database_unreachable', { error });
    return 'unreachable';
  }
}
