/** What generation costs a person, and their cap, which blocks any call that would exceed it. */
import type { Spending } from '#shared/api/spending.ts';
import { PRICE_LIST_DATE } from '#shared/catalogue/prices.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { isConflict } from '#edge-api/repos/conflict.ts';
import { expectNotApplied } from '#edge-api/repos/idempotency.ts';
import { expectLastAttempt, insertLedgerEntry, readAttempts } from '#edge-api/repos/ledger.ts';
import {
  expectWithinCap,
  readSpending,
  readSpendingByProject,
  writeCap,
  type Stretch,
} from '#edge-api/repos/spending.ts';
import { formatUsd } from '#shared/words/format.ts';
import { generationWords, spendingWords } from './words.ts';

type SpendingDeps = { db: Db; now(): number };

/** What a person spent this month. */
export async function ownSpending(deps: SpendingDeps, userId: string): Promise<Spending> {
  const nowMs = deps.now();
  const stretch = monthOf(nowMs);
  const { settledUsd, openUsd, monthlyCapUsd } = await readSpending(deps.db, userId, stretch);
  const { projects, withoutProject } = await readSpendingByProject(deps.db, userId, stretch);
  return {
    month: new Date(nowMs).toISOString().slice(0, 7),
    spentUsd: settledUsd,
    openUsd,
    monthlyCapUsd,
    projects: projects.map(({ settledUsd: spentUsd, ...project }) => ({ ...project, spentUsd })),
    withoutProject: { spentUsd: withoutProject.settledUsd, openUsd: withoutProject.openUsd },
  };
}

/** Sets a person's cap; null removes it. Earlier spending counts. */
export async function setMonthlyCap(
  deps: SpendingDeps,
  userId: string,
  monthlyCapUsd: number | null,
): Promise<Spending> {
  await deps.db.batch([writeCap(userId, monthlyCapUsd, deps.now())], 'write');
  return ownSpending(deps, userId);
}

/**
 * Refuses what would exceed the person's cap.
 * @throws AppError `spending_cap`, with the amounts in its sentence
 */
export async function requireWithinCap(deps: SpendingDeps, userId: string, priceUsd: number): Promise<void> {
  const problem = await capProblem(deps, userId, priceUsd);
  if (problem !== null) throw new AppError('spending_cap', problem);
}

/** Why an amount can't be spent, as a sentence; null when it can. */
export async function capProblem(deps: SpendingDeps, userId: string, priceUsd: number): Promise<string | null> {
  if (priceUsd === 0) return null;
  const { settledUsd, openUsd, monthlyCapUsd } = await readSpending(deps.db, userId, monthOf(deps.now()));
  const usedUsd = settledUsd + openUsd;
  if (monthlyCapUsd === null || usedUsd + priceUsd <= monthlyCapUsd) return null;
  return spendingWords.overCap({
    price: formatSpentUsd(priceUsd),
    cap: formatUsd(monthlyCapUsd),
    used: formatSpentUsd(usedUsd),
  });
}

/**
 * A condition that holds while an amount stays within the person's cap, so that two simultaneous requests can't exceed
 * it together.
 */
export function expectWithinMonthlyCap(userId: string, nowMs: number, priceUsd: number): Statement {
  return expectWithinCap(userId, monthOf(nowMs), priceUsd);
}

/** Money reserved before a request that completes within its call. */
export type Reservation = { userId: string; projectId: string | null; work: string; attempt: number };

export type LedgerDeps = SpendingDeps & { randomBytes(count: number): Uint8Array };

/** Longer than any call: an older reservation was left by a process that died. */
const CALL_MS = 5 * 60_000;

/**
 * Reserves money. Of several simultaneous calls for the same work, only one succeeds, so nothing is paid twice.
 * @param wanted `work` names what is paid for, `model` is upstream's name; nothing is reserved under a `callKey` that was already served
 * @throws AppError `already_generating`, `spending_cap`
 */
export async function reserve(
  deps: LedgerDeps,
  wanted: {
    userId: string;
    projectId: string | null;
    work: string;
    model: string;
    priceUsd: number;
    callKey: string | null;
  },
): Promise<Reservation> {
  const { userId, projectId, work, model, priceUsd, callKey } = wanted;
  const nowMs = deps.now();
  const { last, openSinceMs } = await readAttempts(deps.db, work);
  if (openSinceMs !== null && Math.abs(nowMs - openSinceMs) < CALL_MS) throw isUnderWay();
  await requireWithinCap(deps, userId, priceUsd);
  const reservation = { userId, projectId, work, attempt: last + 1 };
  try {
    await deps.db.batch(
      [
        ...(callKey === null ? [] : [expectNotApplied(userId, callKey)]),
        expectLastAttempt(work, last),
        expectWithinMonthlyCap(userId, nowMs, priceUsd),
        entry(deps, reservation, 'reserve', priceUsd, model),
      ],
      'write',
    );
  } catch (error) {
    if (!isConflict(error)) throw error;
    await requireWithinCap(deps, userId, priceUsd);
    // No one else has started, so it was the cap, which has room again.
    if (callKey === null && (await readAttempts(deps.db, work)).last === last) return reserve(deps, wanted);
    throw isUnderWay();
  }
  return reservation;
}

/** Settles a reservation at its actual cost; 0 refunds it. Settling twice changes nothing. */
export function settlement(deps: LedgerDeps, reservation: Reservation, amountUsd: number): Statement {
  return entry(deps, reservation, amountUsd === 0 ? 'release' : 'settle', amountUsd);
}

function entry(
  deps: LedgerDeps,
  { userId, projectId, work, attempt }: Reservation,
  kind: 'reserve' | 'settle' | 'release',
  amountUsd: number,
  model: string | null = null,
): Statement {
  const nowMs = deps.now();
  return insertLedgerEntry({
    id: uuidv7(nowMs, deps.randomBytes(10)),
    userId,
    projectId,
    jobId: work,
    attempt,
    entry: kind,
    amountUsd,
    model,
    priceListDate: PRICE_LIST_DATE,
    nowMs,
  });
}

function isUnderWay(): AppError {
  return new AppError('already_generating', generationWords.requestRunning);
}

function monthOf(nowMs: number): Stretch {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { fromMs: Date.UTC(year, month), untilMs: Date.UTC(year, month + 1) };
}
