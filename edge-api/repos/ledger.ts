/**
 * What attempts cost. Reserved before the model is called; settled or released after. A reservation that stays open
 * belongs to a clip whose answer was lost, or to a process that died: it counts as spent.
 */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

export type LedgerEntry = {
  id: string;
  userId: string;
  /** null: for an idea that is no project yet. */
  projectId: string | null;
  /** A job, or the name of work that is none. */
  jobId: string;
  attempt: number;
  entry: 'reserve' | 'settle' | 'release';
  amountUsd: number;
  /** Upstream's name of the model; null with what ends an attempt. */
  model: string | null;
  /** Day of the price list by which the amount was reckoned. */
  priceListDate: string;
  nowMs: number;
};

const MICRO = 1_000_000;

/** Writes an entry; the same one a second time changes nothing. Part of a batch with the job's change. */
export function insertLedgerEntry({ amountUsd, ...entry }: LedgerEntry): Statement {
  return {
    sql: `insert into ledger (id, user_id, project_id, job_id, attempt, entry, amount_micro_usd, model, price_list_date, created_at_ms)
      values (:id, :userId, :projectId, :jobId, :attempt, :entry, :amount, :model, :priceListDate, :nowMs) on conflict do nothing`,
    args: { ...entry, amount: Math.round(amountUsd * MICRO) },
  };
}

const attemptsSchema = z.object({ last: z.number().int(), openSinceMs: z.number().int().nullable() });
/** The number of the last attempt (0 when there was none), and since when one waits for its end (null when none does). */
export type Attempts = z.infer<typeof attemptsSchema>;

/** How the attempts at some work stand. */
export async function readAttempts(db: Db, jobId: string): Promise<Attempts> {
  const result = await db.execute({
    sql: `select coalesce(max(l.attempt), 0) as last,
        max(case when e.id is null then l.created_at_ms end) as openSinceMs
      from ledger l left join ledger e on e.job_id = l.job_id and e.attempt = l.attempt and e.entry in ('settle', 'release')
      where l.job_id = :jobId and l.entry = 'reserve'`,
    args: { jobId },
  });
  return parseFirst(attemptsSchema, result) ?? { last: 0, openSinceMs: null };
}

/** Holds while nobody has begun another attempt. */
export function expectLastAttempt(jobId: string, last: number): Statement {
  return {
    sql: 'insert into expectation (holds) select (select coalesce(max(attempt), 0) from ledger where job_id = :jobId) = :last',
    args: { jobId, last },
  };
}
