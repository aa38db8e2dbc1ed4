/**
 * What attempts cost. Reserved before the model is called; settled or released after. A reservation that stays open
 * belongs to a request whose answer was lost: it counts as spent.
 */
import type { Statement } from '#edge-api/db/client.ts';

export type LedgerEntry = {
  id: string;
  userId: string;
  jobId: string;
  attempt: number;
  entry: 'reserve' | 'settle' | 'release';
  amountUsd: number;
  /** Day of the price list by which the amount was reckoned. */
  priceListDate: string;
  nowMs: number;
};

const MICRO = 1_000_000;

/** Writes an entry; the same one a second time changes nothing. Part of a batch with the job's change. */
export function insertLedgerEntry({ amountUsd, ...entry }: LedgerEntry): Statement {
  return {
    sql: `insert into ledger (id, user_id, job_id, attempt, entry, amount_micro_usd, price_list_date, created_at_ms)
      values (:id, :userId, :jobId, :attempt, :entry, :amount, :priceListDate, :nowMs) on conflict do nothing`,
    args: { ...entry, amount: Math.round(amountUsd * MICRO) },
  };
}
