/**
 * A sign-out that the server hasn't heard of yet: its session would go on as soon as the network is back. It is sent
 * before anything asks who is signed in. Kept outside the database, because the landing page asks before that is loaded.
 */
import { SIGNED_IN_COOKIE } from '#shared/rules/signed-in-cookie.ts';
import { addresses } from './addresses.ts';
import { PATIENCE_MS } from './patience.ts';

const OWED = 'storyreel.owed-sign-out';
/** `settled`: nothing is owed any more. `refused`: the server is in trouble. `offline`: no answer came. */
export type OwedSignOut = 'settled' | 'refused' | 'offline';

export function oweSignOut(): void {
  // The mark of the sign-in that is now to end.
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`;
  withStorage((storage) => storage.setItem(OWED, 'owed'));
}

/** Sends what is owed, unless somebody has signed in anew meanwhile: that ended the former session, too. */
export async function settleOwedSignOut(): Promise<OwedSignOut> {
  if (!withStorage((storage) => storage.getItem(OWED) !== null)) return 'settled';
  if (!document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)) {
    const sent = await sendSignOut();
    if (sent !== 'settled') return sent;
  }
  withStorage((storage) => storage.removeItem(OWED));
  return 'settled';
}

async function sendSignOut(): Promise<OwedSignOut> {
  try {
    const reply = await fetch(addresses.signOut, {
      method: 'POST',
      credentials: 'include',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await reply.body?.cancel();
    return reply.ok ? 'settled' : 'refused';
  } catch (error) {
    console.warn('The server hasn’t heard of the sign-out yet.', error);
    return 'offline';
  }
}

/** Undefined where the browser allows no storage. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
