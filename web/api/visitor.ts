/**
 * Whether anybody is signed in, asked with nothing but `fetch`: the landing page has to be there before the libraries
 * that know who it is.
 */
import { addresses } from './addresses.ts';
import { settleOwedSignOut } from './owed-sign-out.ts';

const ask = (signal?: AbortSignal): Promise<Response> =>
  fetch(addresses.session, { credentials: 'include', headers: { Accept: 'application/json' }, signal: signal ?? null });

/** A server that takes longer counts as gone. */
const ANSWER_MS = 10_000;

/** Whether the server is there, and not only what stands before it. */
export async function isAnswering(): Promise<boolean> {
  return ask(AbortSignal.timeout(ANSWER_MS)).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** False only when the server says that nobody is. Without a reply the last known person may still be signed in. */
export async function mayBeSignedIn(): Promise<boolean> {
  if ((await settleOwedSignOut()) === 'refused') return false;
  try {
    const reply = await ask();
    await reply.body?.cancel();
    return reply.ok;
  } catch (error) {
    // `fetch` fails with nothing else when no reply comes.
    if (error instanceof TypeError) return true;
    throw error;
  }
}
