/** Reading a person's ledger: what was spent on a project, by day, and attempt by attempt. */
import type { LedgerAttempt, ProjectSums, SpendingDay } from '#shared/api/spending.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#edge-api/db/client.ts';
import { listAttempts, readProjectSpending, readSpendingByDay, type AttemptPlace } from '#edge-api/repos/spent.ts';
import { ownProject } from './project-view.ts';

/** The start of a page: after this attempt. */
export type { AttemptPlace };

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** What each of these days cost. @param days the first and the last one (UTC), both included, such as 2026-11-22 */
export function spendingByDay(
  deps: { db: Db },
  userId: string,
  days: { from: string; until: string },
): Promise<SpendingDay[]> {
  const stretch = { fromMs: Date.parse(days.from), untilMs: Date.parse(days.until) + DAY_MS };
  return readSpendingByDay(deps.db, userId, stretch);
}

/** `next` is where the next page starts, null on the last one. */
export type LedgerPage = { attempts: LedgerAttempt[]; next: AttemptPlace | null };

/** A page of the ledger, the newest attempt first. @param before the last attempt of the previous page; null for the first */
export async function listLedger(deps: { db: Db }, userId: string, before: AttemptPlace | null): Promise<LedgerPage> {
  const found = await listAttempts(deps.db, { userId, before, limit: limits.ledgerPage + 1 });
  const attempts = found.slice(0, limits.ledgerPage);
  return { attempts, next: found.length > attempts.length ? (attempts.at(-1) ?? null) : null };
}
