/** What the person's clips really cost this month, and the cap on it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  ledgerReply,
  projectSpendingReply,
  spendingDaysReply,
  spendingReply,
  type LedgerAttempt,
  type ProjectSums,
  type Spending,
  type SpendingDay,
} from '#shared/api/spending.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';
import { readReply, rpc, until } from '../rpc.ts';

export type SpendingState = { spending: Spending | undefined; isMissing: boolean };

/** Asked anew whenever it is shown: clips that were made meanwhile have changed it. */
export function useSpending(): SpendingState {
  const { data, isError } = useQuery({
    queryKey: keys.spending,
    queryFn: ({ signal }) => readMonth(signal),
    refetchOnMount: 'always',
  });
  return { spending: data, isMissing: isError && data === undefined };
}

export type ProjectSpendingState = { sums: ProjectSums | undefined; isMissing: boolean };

/**
 * What the ledger says a project cost, of requests that began at `sinceMs` or later.
 * @param mark changes when the sums may have: then they are asked for anew, and the former ones stay until the answer
 */
export function useProjectSpending(projectId: string, sinceMs: number, mark: string): ProjectSpendingState {
  const { data, isError } = useQuery({
    queryKey: keys.projectSpending(projectId, sinceMs, mark),
    queryFn: async ({ signal }) => {
      const input = { param: { id: projectId }, query: { since: String(Math.floor(sinceMs)) } };
      return readReply(await rpc.api.projects[':id'].spending.$get(input, until(signal)), projectSpendingReply);
    },
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  return { sums: data, isMissing: isError && data === undefined };
}

/** The month and its cap. Throws ApiError and OfflineError, as the next two do. */
export async function readMonth(signal?: AbortSignal): Promise<Spending> {
  return readReply(await rpc.api.user.spending.$get({}, until(signal)), spendingReply);
}

/** What each of these days cost, both included. */
export async function readSpendingDays(
  query: { from: string; until: string },
  signal?: AbortSignal,
): Promise<SpendingDay[]> {
  return readReply(await rpc.api.user.spending.days.$get({ query }, until(signal)), spendingDaysReply);
}

/** A page of the ledger. `next` is where the next one begins; null on the last page. */
export type LedgerPage = { attempts: LedgerAttempt[]; next: string | null };

export async function readLedger(before: string | null, signal?: AbortSignal, projectId?: string): Promise<LedgerPage> {
  const query = { ...(before !== null && { before }), ...(projectId !== undefined && { projectId }) };
  const reply = await rpc.api.user.spending.ledger.$get({ query }, until(signal));
  const link = reply.headers.get('link') ?? '';
  const next = /[?&]before=([^&>]+)[^>]*>; rel="next"/.exec(link)?.[1] ?? null;
  return { attempts: await readReply(reply, ledgerReply), next: next === null ? null : decodeURIComponent(next) };
}

/** Every attempt of a project, the newest first. Throws ApiError and OfflineError. */
export async function readProjectLedger(projectId: string, most: number): Promise<LedgerAttempt[]> {
  const attempts: LedgerAttempt[] = [];
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: LedgerPage = await readLedger(before, undefined, projectId);
    attempts.push(...page.attempts);
    before = attempts.length < most ? page.next : null;
  }
  return attempts.slice(0, most);
}

/** Sets the cap; null takes it away. Throws ApiError and OfflineError. */
export async function setMonthlyCap(monthlyCapUsd: number | null): Promise<void> {
  const reply = await rpc.api.user.spending.$patch({ json: { monthlyCapUsd } });
  queryClient.setQueryData(keys.spending, await readReply(reply, spendingReply));
}
