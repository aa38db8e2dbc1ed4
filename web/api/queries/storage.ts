/** How much the person has on the server. */
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { storageReply } from '#shared/api/users.ts';
import { keys } from '../keys.ts';
import { readReply, rpc, until } from '../rpc.ts';

export type OwnStorage = z.infer<typeof storageReply>;

/** Undefined until it is known. Asked anew whenever it is shown: clips come and go. */
export function useStorage(): OwnStorage | undefined {
  const { data } = useQuery({
    queryKey: keys.storage,
    queryFn: async ({ signal }) => readReply(await rpc.api.user.storage.$get({}, until(signal)), storageReply),
    refetchOnMount: 'always',
  });
  return data;
}
