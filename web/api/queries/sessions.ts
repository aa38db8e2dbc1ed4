/** Where the person is signed in. */
import { useQuery } from '@tanstack/react-query';
import { ownSessionsReply, type OwnSession } from '#shared/api/sessions.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';
import { readReply, rpc, until } from '../rpc.ts';
import { refreshSession } from './session.ts';

export type SessionsState = { sessions: OwnSession[] | undefined; isMissing: boolean };

/** Asked anew whenever it is shown: other browsers come and go. */
export function useSessions(): SessionsState {
  const { data, isError } = useQuery({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) => readReply(await rpc.api.user.sessions.$get({}, until(signal)), ownSessionsReply),
    refetchOnMount: 'always',
  });
  return { sessions: data, isMissing: isError && data === undefined };
}

/** Signs another browser out. Throws ApiError and OfflineError, as the next one does. */
export async function signOutOf(id: string): Promise<void> {
  await rpc.api.user.sessions[':id'].$delete({ param: { id } });
  await queryClient.invalidateQueries({ queryKey: keys.sessions });
}

/** Signs out everywhere, and lets this page notice. */
export async function signOutEverywhere(): Promise<void> {
  await rpc.api.user.sessions.$delete();
  await refreshSession();
}
