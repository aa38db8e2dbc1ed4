/** What operators watch, in the text that Prometheus reads. */
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { gauge } from '../meters.ts';
import { countDeadTurns } from '#edge-api/repos/dead-turns.ts';
import { countLiveExports } from '#edge-api/repos/export-jobs.ts';
import { readSystemState } from '#edge-api/repos/metrics.ts';
import { readWaiting } from '#edge-api/jobs/take-turns.ts';
import { sha256Hex } from './digest.ts';
import { metricsWords } from '../operator-words.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type MetricsDeps = Pick<Deps, 'atOncePerPerson' | 'config' | 'db' | 'meterLines' | 'now'>;

/**
 * The state of the rows, which is that of all processes, and what was counted.
 * @param authorization the header of whoever asks
 * @throws AppError `not_found` where no token is set, `unauthenticated` without it
 */
export async function readMetrics(deps: MetricsDeps, authorization: string | undefined): Promise<string> {
  const { metricsToken } = deps.config;
  if (metricsToken === null) throw new AppError('not_found', metricsWords.noToken);
  // Hashes of one length: how long the comparison takes tells nothing of the token.
  if ((await sha256Hex(authorization ?? '')) !== (await sha256Hex(`Bearer ${metricsToken}`)))
    throw new AppError('unauthenticated', metricsWords.sendToken);
  const nowMs = deps.now();
  const [state, { sinceMs, lines, watched }, exports, deadTurns, counted] = await Promise.all([
    readSystemState(deps.db, nowMs - HOUR_MS),
    readWaiting(deps),
    countLiveExports(deps.db),
    countDeadTurns(deps.db, nowMs - DAY_MS),
    deps.meterLines(),
  ]);
  const waitedMs = sinceMs === null ? 0 : Math.max(nowMs - sinceMs, 0);
  return [
    ...gauge(
      'storyreel_jobs',
      metricsWords.jobs,
      state.jobs.map(({ state: name, count }) => [{ state: name }, count]),
    ),
    ...gauge('storyreel_jobs_due', metricsWords.due, [[{}, lines.length + watched.length]]),
    ...gauge('storyreel_jobs_waited_seconds', metricsWords.waited, [[{}, waitedMs / 1000]]),
    ...gauge('storyreel_dead_turns', metricsWords.deadTurns, [[{}, deadTurns]]),
    ...gauge('storyreel_exports', metricsWords.exports, [[{}, exports]]),
    ...gauge('storyreel_spent_usd', metricsWords.spent, [[{}, state.spentUsd]]),
    ...counted,
    '',
  ].join('\n');
}
