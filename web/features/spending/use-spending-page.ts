/** Brings the person's spending into the local database, and reads it from there. */
import { useQuery } from '@tanstack/react-query';
import { keys } from '#api/keys.ts';
import type { Pulled } from '#api/queries/pulls.ts';
import { readLedger, readMonth, readSpendingDays } from '#api/queries/spending.ts';
import { db } from '#data/db.ts';
import { useKeptSpending } from '#data/live.ts';
import { keepSpending, type KeptSpending } from '#data/tables/kept-spending.ts';
import { dayOf } from './spending-plot.ts';

/** Enough for every period that the page offers. */
const DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

export type SpendingPageState = {
  /** What is known; null when that is nothing, undefined while it is being read. */
  kept: KeptSpending | null | undefined;
  isPulling: boolean;
  hasFailed: boolean;
  retry: () => void;
};

export function useSpendingPage(userId: string): SpendingPageState {
  const kept = useKeptSpending(userId);
  const { isFetching, isError, refetch } = useQuery<Pulled>({
    queryKey: keys.pullSpending,
    queryFn: ({ signal }) => pullSpending(userId, signal),
    refetchOnMount: 'always',
  });
  return { kept, isPulling: isFetching, hasFailed: isError, retry: () => void refetch() };
}

async function pullSpending(userId: string, signal: AbortSignal): Promise<Pulled> {
  const at = Date.now();
  const range = { from: dayOf(at - (DAYS - 1) * DAY_MS), until: dayOf(at) };
  const [month, days, ledger] = await Promise.all([
    readMonth(signal),
    readSpendingDays(range, signal),
    readLedger(null, signal),
  ]);
  await keepSpending(db, userId, { at, month, ...range, days, ...ledger });
  return { pulledAt: at };
}
