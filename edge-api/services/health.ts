/** The state of the service and its dependencies. */
import type { z } from 'zod';
import type { healthReply, OperatorHealth, readyReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { countDeadTurns } from '#edge-api/repos/dead-turns.ts';
import { countLiveExports } from '#edge-api/repos/export-jobs.ts';
import { countLiveJobs } from '#edge-api/repos/jobs.ts';
import { tryDatabaseWrite } from '#edge-api/repos/write-test.ts';
import { exportAvailability, type ExportCheckDeps } from './export-check.ts';
import { isOperator } from './operators.ts';
import { shareWork } from './share-work.ts';
import { version } from '../version.ts';

export type Health = z.infer<typeof healthReply>;
export type Readiness = z.infer<typeof readyReply>;
type HealthDeps = Pick<Deps, 'config' | 'db' | 'disk' | 'now' | 'log' | 'quotas' | 'atOncePerPerson' | 'rateLimits'> &
  ExportCheckDeps;

/** However many ask: whoever asks anonymously must not have the disk written to again and again. */
const TRY_WRITE_EVERY_MS = 30_000;
const LONGEST_TRY_MS = 5_000;
const DEAD_TURNS_SHOWN_MS = 24 * 60 * 60 * 1000;

/** Answers how the service is, and operators more of it. Never throws: an unreachable database is a result. */
export function serviceHealth(deps: HealthDeps): (viewerId: string | null) => Promise<Health> {
  const canWrite = oncePer(TRY_WRITE_EVERY_MS, deps.now, () => triedWrite(deps));
  return async (viewerId) => {
    const database = await databaseState(deps);
    const isWell = database === 'ok' && (await canWrite());
    const health = { status: isWell ? 'ok' : 'degraded', version, database, ffmpeg: await canExport(deps) } as const;
    const isForOperator = database === 'ok' && viewerId !== null && (await isOperator(deps, viewerId));
    return isForOperator ? { ...health, operator: await operatorHealth(deps) } : health;
  };
}

async function operatorHealth(deps: HealthDeps): Promise<OperatorHealth> {
  const { db, disk, quotas, rateLimits, log } = deps;
  const unknown = (error: unknown): null => {
    log.error('operator_health_incomplete', { error });
    return null;
  };
  const sinceMs = deps.now() - DEAD_TURNS_SHOWN_MS;
  const queue = Promise.all([countLiveJobs(db), countLiveExports(db), countDeadTurns(db, sinceMs)]);
  return {
    freeBytes: (await disk?.freeBytes().catch(unknown)) ?? null,
    limits: quotas,
    atOnce: { ...deps.atOncePerPerson, requests: deps.config.requestsAtOnce },
    perMinute: rateLimits,
    queue: await queue.then(([generations, exports, deadTurns]) => ({ generations, exports, deadTurns }), unknown),
  };
}

/** Whether requests may be sent here: the database answers, and jobs are worked on. A full disk still reads. */
export async function readiness(deps: Pick<Deps, 'db' | 'log' | 'areJobsRunning'>): Promise<Readiness> {
  const database = await databaseState(deps);
  const jobs = deps.areJobsRunning() ? 'running' : 'stopped';
  return { ready: database === 'ok' && jobs === 'running', database, jobs };
}

/** The last answer, as long as it is no older than that. */
function oncePer<Answer>(ms: number, now: () => number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { atMs: number; answer: Answer } | null = null;
  const share = shareWork<Answer>(LONGEST_TRY_MS);
  return async () => {
    const nowMs = now();
    // A clock that was set back makes nobody wait.
    if (last !== null && Math.abs(nowMs - last.atMs) < ms) return last.answer;
    return share('', async () => {
      const answer = await ask();
      last = { atMs: nowMs, answer };
      return answer;
    });
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
