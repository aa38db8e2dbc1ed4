/** Who is signed in. A reply that is not OK means nobody; no reply means offline, with the last known user. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { userSchema, type User } from '#shared/entities/user.ts';
import { OfflineError, onSessionEnd, reachRequest } from '../client.ts';
import { keys } from '../keys.ts';
import { settleOwedSignOut } from '../owed-sign-out.ts';
import { PATIENCE_MS } from '../patience.ts';
import { queryClient } from '../query-client.ts';
import { createRpc, readReply, until } from '../rpc.ts';

export type Session = {
  /** Nothing is known yet. */
  isLoading: boolean;
  isAuthenticated: boolean;
  hasApiKey: boolean;
  user: User | null;
  /** The server did not answer; the user is the last known one. */
  isOffline: boolean;
};

/** Where the last known user is kept. Handed in, because this folder does not know the database. */
export type SessionMemory = {
  /** Whether anybody is known here, whose work can be shown without an answer. */
  knows(): Promise<boolean>;
  read(): Promise<User | null>;
  remember(user: User): Promise<void>;
  /** When it resolves, nobody's data is on the page any more. */
  forget(): Promise<void>;
  /** The server can't say who is signed in. */
  doubt(): Promise<void>;
};

type SessionFact = { user: User | null; isOffline: boolean };

const nothing = async (): Promise<void> => {};
let memory: SessionMemory = {
  knows: async () => false,
  read: async () => null,
  remember: nothing,
  forget: nothing,
  doubt: nothing,
};

/** Call it before the first `useSession` is drawn. */
export function installSessionMemory(installed: SessionMemory): void {
  memory = installed;
}

/** Here a refusal is an answer: nobody is signed in. Whoever is, is told, even if this page is another person's. */
const asking = createRpc('/', (path, init) => reachRequest(path, init, async () => ({})));

const sessionQuery = queryOptions({ queryKey: keys.user, queryFn: ({ signal }) => loadSession(signal) });

/** Asks who is signed in before anything is drawn that wants to know. Resolves to whether somebody is. */
export async function preloadSession(client: QueryClient = queryClient): Promise<boolean> {
  await client.prefetchQuery(sessionQuery);
  return (client.getQueryData<SessionFact>(keys.user)?.user ?? null) !== null;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  const user = data?.user ?? null;
  return {
    isLoading: isPending,
    isAuthenticated: user !== null,
    hasApiKey: user?.geminiApiKey != null,
    user,
    isOffline: data?.isOffline ?? false,
  };
}

/** Asks anew who is signed in: after a key was saved, and when the network is back. */
export async function refreshSession(client: QueryClient = queryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.user });
}

/**
 * From now on the first call that finds nobody signed in ends the session on this page, once the server has said so again:
 * the call may have been sent before the same person signed in anew. Answers how to stop.
 */
export function endSessionOn401(client: QueryClient = queryClient): () => void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      await client.invalidateQueries({ queryKey: keys.user, refetchType: 'all' });
    } finally {
      isAsking = false;
    }
  };
  return onSessionEnd(() => void ask());
}

/** Nobody is known here, so there is nothing to show before the server answers. */
const LONGEST_MS = 30_000;

/** Waits for the server, but not for long where what is on this device can be opened without it. */
async function inTime<T>(signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const giveUp = async (): Promise<void> => {
    if (await memory.knows().catch(() => false)) patience.abort(new DOMException('No answer came.', 'TimeoutError'));
  };
  const timer = setTimeout(() => void giveUp(), PATIENCE_MS);
  try {
    return await work(AbortSignal.any([signal, patience.signal, AbortSignal.timeout(LONGEST_MS)]));
  } finally {
    clearTimeout(timer);
  }
}

async function loadSession(signal: AbortSignal): Promise<SessionFact> {
  try {
    const owed = await settleOwedSignOut();
    if (owed === 'offline') throw new OfflineError(null);
    if (owed === 'refused') {
      await memory.doubt();
      return { user: null, isOffline: false };
    }
    const { status, user } = await inTime(signal, async (limit) => {
      const reply = await asking.api.auth.user.$get({}, until(limit));
      if (!reply.ok) await reply.body?.cancel();
      return { status: reply.status, user: reply.ok ? await readReply(reply, userSchema) : null };
    });
    // A server in trouble (502) means anonymous too, but only a 401 says that the person really is signed out.
    if (user !== null) await memory.remember(user);
    else await (status === 401 ? memory.forget() : memory.doubt());
    return { user, isOffline: false };
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
    return { user: await memory.read(), isOffline: true };
  }
}
