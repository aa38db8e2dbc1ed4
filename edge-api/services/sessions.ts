/** Sessions: a random token in the person's cookie, its hash in the database, thirty days from the last visit. */
import type { Deps } from '../deps.ts';
import { deleteSession, findSession, insertSession, renewSession } from '#edge-api/repos/sessions.ts';
import { base64Url, sha256Hex } from './digest.ts';

type SessionDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'>;

export const SESSION_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The end is moved at most once a day, so that reading stays reading. */
const RENEW_AFTER_MS = DAY_MS;
const TOKEN_BYTES = 32;

/** Opens a session and answers its token, which is stored nowhere. */
export async function openSession(deps: SessionDeps, userId: string): Promise<string> {
  const token = base64Url(deps.randomBytes(TOKEN_BYTES));
  const now = deps.now();
  await insertSession(deps.db, {
    tokenHash: await sha256Hex(token),
    userId,
    createdAtMs: now,
    expiresAtMs: now + SESSION_DAYS * DAY_MS,
  });
  return token;
}

/** The session of a token, null when there is none or it has ended. `renewed` says that the cookie should be, too. */
export async function resumeSession(
  deps: SessionDeps,
  token: string,
): Promise<{ userId: string; renewed: boolean } | null> {
  const tokenHash = await sha256Hex(token);
  const now = deps.now();
  const session = await findSession(deps.db, tokenHash, now);
  if (session === null) return null;
  const expiresAtMs = now + SESSION_DAYS * DAY_MS;
  const renewed = expiresAtMs - session.expiresAtMs > RENEW_AFTER_MS;
  if (renewed) await renewSession(deps.db, tokenHash, expiresAtMs);
  return { userId: session.userId, renewed };
}

/** Ends a session; a token without one is no error. */
export async function endSession(deps: SessionDeps, token: string): Promise<void> {
  await deleteSession(deps.db, await sha256Hex(token));
}
