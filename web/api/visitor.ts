/**
 * Whether anybody is signed in, asked with nothing but `fetch`: the landing page has to be there before the libraries
 * that know who it is.
 */
import { addresses } from './addresses.ts';
import { settleOwedSignOut } from './owed-sign-out.ts';
import { ANSWER_MS, PATIENCE_MS } from './patience.ts';

const ask = (limitMs: number): Promise<Response> =>
  fetch(addresses.session, {
    credentials: 'include',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(limitMs),
  });

/**
 * Leaves for the sign-in page, which only the server has: where it doesn't answer, the browser would show a page of its own in
 * place of what is on the screen.
 * @param next the page to come back to; left out for the first one
 * @returns false where the server can't be reached: then nothing has happened
 */
export async function goToSignIn(next?: string): Promise<boolean> {
  const isThere = await ask(ANSWER_MS).then(
    // What stands before a server answers in its place.
    ({ status }) => status < 500,
    () => false,
  );
  if (isThere) location.assign(next === undefined ? addresses.signIn : `${addresses.signIn}?next=${next}`);
  return isThere;
}

/** False only when the server says that nobody is. Without a reply the last known person may still be signed in. */
export async function mayBeSignedIn(): Promise<boolean> {
  if ((await settleOwedSignOut()) === 'refused') return false;
  try {
    const reply = await ask(PATIENCE_MS);
    await reply.body?.cancel();
    return reply.ok;
  } catch (error) {
    // `fetch` fails with nothing else when no reply comes, or none in time.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return true;
    throw error;
  }
}
