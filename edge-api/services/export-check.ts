/** Whether this server can write movies: by itself, or by a worker elsewhere on the same database. */
import type { Db } from '#edge-api/db/client.ts';
import type { MovieWriter, WriterCheck } from '#edge-api/providers/movie-writer/port.ts';
import { listExportWorkers, WORKER_SEEN_MS } from '#edge-api/repos/export-jobs.ts';
import { exportWords } from './words.ts';

/** As specified. */
const CACHED_MS = 60_000;
const LONGEST_CHECK_MS = 20_000;
/** On a machine too busy to answer, nothing is known: it's asked again before somebody has given up. */
const UNKNOWN_MS = 5_000;

/** A check that runs at most once a minute once it has an answer, and once for all who wait for it. */
export type CachedCheck = () => Promise<WriterCheck>;

export function cachedCheck(writer: Pick<MovieWriter, 'check'>, now: () => number): CachedCheck {
  let last: { untilMs: number; answer: Promise<WriterCheck> } | null = null;
  return () => {
    if (last !== null && now() < last.untilMs) return last.answer;
    const answer = writer.check(AbortSignal.timeout(LONGEST_CHECK_MS)).catch((): WriterCheck => {
      asked.untilMs = now() + UNKNOWN_MS;
      return { available: false, version: null, error: exportWords.checkFailed };
    });
    const asked = { untilMs: now() + CACHED_MS, answer };
    last = asked;
    return answer;
  };
}

export type ExportCheckDeps = {
  db: Db;
  /** Null where this process writes no movies. */
  checkWriter: CachedCheck | null;
  /** Why there are none on this host, whoever else is there; null where workers are looked for. */
  noExports: string | null;
  /** What is said where nobody writes movies. */
  noWorker: string;
  now(): number;
};

/**
 * Whether movies can be encoded here, and if not, a sentence that says why and what to do. One that is there beside `true`
 * says what of the formats can't be.
 */
export async function exportAvailability(
  deps: ExportCheckDeps,
): Promise<{ available: true; error: string | null } | { available: false; error: string }> {
  if (deps.noExports !== null) return { available: false, error: deps.noExports };
  const own = await deps.checkWriter?.();
  if (own?.available === true) return { available: true, error: own.error };
  const nowMs = deps.now();
  const workers = await listExportWorkers(deps.db, {
    sinceMs: nowMs - WORKER_SEEN_MS,
    untilMs: nowMs + WORKER_SEEN_MS,
  });
  if (workers.some(({ error }) => error === null)) return { available: true, error: null };
  const error = own?.error ?? workers.find((worker) => worker.error !== null)?.error ?? deps.noWorker;
  return { available: false, error };
}
