/** What the person's clips really cost this month, and the cap on it. */
import { useQuery } from '@tanstack/react-query';
import { spendingReply, type Spending } from '#shared/api/spending.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';
import { readReply, rpc, until } from '../rpc.ts';

export type SpendingState = { spending: Spending | undefined; isMissing: boolean };

/** Asked anew whenever it is shown: clips that were made meanwhile have changed it. */
export function useSpending(): SpendingState {
  const { data, isError } = useQuery({
    queryKey: keys.spending,
    queryFn: async ({ signal }) => readReply(await rpc.api.user.spending.$get({}, until(signal)), spendingReply),
    refetchOnMount: 'always',
  });
  return { spending: data, isMissing: isError && data === undefined };
}

/** Sets the cap; null takes it away. Throws ApiError and OfflineError. */
export async function setMonthlyCap(monthlyCapUsd: number | null): Promise<void> {
  const reply = await rpc.api.user.spending.$patch({ json: { monthlyCapUsd } });
  queryClient.setQueryData(keys.spending, await readReply(reply, spendingReply));
}
