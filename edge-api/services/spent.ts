/** Reading a person's ledger: what was spent on a project, by day, and attempt by attempt. */
import type { LedgerAttempt, ProjectSums, SpendingDay, SpendingDaysQuery } from '#shared/api/spending.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#edge-api/db/client.ts';
import { listAttempts, readProjectSpending, readSpendingByDay, type AttemptPlace } from '#edge-api/repos/spent.ts';
import { ownProject } from './project-view.ts';
import { spendingWords } from './words.ts';

/** The start of a page: after this attempt. */
export type { AttemptPlace };

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_UNASKED = 30;

/**
 * What a project cost, of attempts that began at `sinceMs` or later.
 * @throws AppError `not_found`
 */
export async function projectSpending(
  deps: { db: Db },
  userId: string,
  of: { projectId: string; sinceMs: number },
): Promise<ProjectSums> {
  await ownProject(deps, userId, of.projectId);
  return readProjectSpending(deps.db, userId, of);
}

/**
 * What each of these days cost.
 * @throws AppError `invalid_input` for days that are too many, or the last one first
 */
export function spendingByDay(
  deps: { db: Db; now(): number },
  userId: string,
  { from, until }: SpendingDaysQuery,
): Promise<SpendingDay[]> {
  const lastMs = until === undefined ? startOfDay(deps.now()) : Date.parse(until);
  const fromMs = from === undefined ? lastMs - (DAYS_UNASKED - 1) * DAY_MS : Date.parse(from);
  const untilMs = lastMs + DAY_MS;
  if (fromMs > lastMs || untilMs - fromMs > limits.spendingDays * DAY_MS)
    throw new AppError('invalid_input', spendingWords.dayRange);
  return readSpendingByDay(deps.db, userId, { fromMs, untilMs });
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** `next` is where the next page starts, null on the last one. */
export type LedgerPage = { attempts: LedgerAttempt[]; next: AttemptPlace | null };

/**
 * A page of the ledger, the newest attempt first.
 * @param of the project, null for all; `before` is the last attempt of the previous page, null for the first
 */
export async function listLedger(
  deps: { db: Db },
  userId: string,
  of: { projectId: string | null; before: AttemptPlace | null },
): Promise<LedgerPage> {
  const found = await listAttempts(deps.db, { userId, ...of, limit: limits.ledgerPage + 1 });
  const attempts = found.slice(0, limits.ledgerPage);
  return { attempts, next: found.length > attempts.length ? (attempts.at(-1) ?? null) : null };
}
