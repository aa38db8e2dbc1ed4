/** Sessions: a random token in the person's cookie, its hash in the database, thirty days from the last visit. */
import { base64UrlOf } from '#shared/bytes.ts';
import type { Deps } from '../deps.ts';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  findSession,
  findSessionAtList,
  findSessionAtProject,
  insertSession,
  listSessions,
  renewSession,
  type OpenSession,
} from '#edge-api/repos/sessions.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { sha256Hex } from './digest.ts';
import { isStillLetIn } from './operators.ts';
import { accountWords } from './words.ts';

type SessionDeps = Pick<Deps, 'db' | 'now' | 'randomBytes'>;
type VisitDeps = SessionDeps & Pick<Deps, 'log' | 'config'>;

export const SESSION_DAYS = 30;
const HOUR_MS = 60 * 60 * 1000;
const SESSION_MS = SESSION_DAYS * 24 * HOUR_MS;
/** Renewed at most once an hour, so that reads stay reads and people see when a session was last used. */
const RENEW_AFTER_MS = HOUR_MS;
const TOKEN_BYTES = 32;

/**
 * Opens a session and returns its token, which is stored nowhere.
 * @param device the browser's name
 */
export async function openSession(deps: SessionDeps, userId: string, device: string): Promise<string> {
  const token = base64UrlOf(deps.randomBytes(TOKEN_BYTES));
  const now = deps.now();
  await insertSession(deps.db, {
    tokenHash: await sha256Hex(token),
    id: uuidv7(now, deps.randomBytes(10)),
    userId,
    device,
    createdAtMs: now,
    expiresAtMs: now + SESSION_MS,
  });
  return token;
}

/** The signed-in person. `isRenewed` says that the cookie should be renewed, too. */
export type Visit = { userId: string; isRenewed: boolean };

/** The session of a token, null when there is none or it has ended. */
export function resumeSession(deps: VisitDeps, token: string): Promise<Visit | null> {
  return resume(deps, token, (tokenHash, nowMs) => findSession(deps.db, tokenHash, nowMs));
}

/** What pages poll: a project, or the list of all. */
export type Place = { projectId: string } | 'list';

/** Like `resumeSession`, with the revision of the place; null when the person has no such project. */
export function resumeSessionAt(
  deps: VisitDeps,
  token: string,
  place: Place,
): Promise<(Visit & { revision: number | null }) | null> {
  return resume(deps, token, (tokenHash, nowMs) =>
    place === 'list'
      ? findSessionAtList(deps.db, { tokenHash, nowMs })
      : findSessionAtProject(deps.db, { tokenHash, nowMs, ...place }),
  );
}

async function resume<Session extends OpenSession>(
  deps: VisitDeps,
  token: string,
  find: (tokenHash: string, nowMs: number) => Promise<Session | null>,
): Promise<(Session & Visit) | null> {
  const tokenHash = await sha256Hex(token);
  const now = deps.now();
  const session = await find(tokenHash, now);
  if (session === null) return null;
  const expiresAtMs = now + SESSION_MS;
  const isDue = expiresAtMs - session.expiresAtMs > RENEW_AFTER_MS;
  // Or whoever is taken off the list would stay for as long as they come back.
  if (isDue && !(await isStillLetIn(deps, session.userId))) return null;
  return { ...session, isRenewed: isDue && (await isLengthened(deps, tokenHash, expiresAtMs)) };
}

/** Tries to lengthen a session. A disk that takes no more writes keeps nobody from reading: it's tried again next time. */
async function isLengthened(deps: VisitDeps, tokenHash: string, expiresAtMs: number): Promise<boolean> {
  try {
    await renewSession(deps.db, tokenHash, expiresAtMs);
    return true;
  } catch (error) {
    deps.log.warn('session_not_renewed', { error });
    return false;
  }
}

/** Ends a session, if the token has one. */
export async function endSession(deps: SessionDeps, token: string): Promise<void> {
  await deleteSession(deps.db, await sha256Hex(token));
}

/** Where a person is signed in. @param token of the session that asks */
export async function ownSessions(deps: SessionDeps, userId: string, token: string): Promise<OwnSession[]> {
  const tokenHash = await sha256Hex(token);
  const sessions = await listSessions(deps.db, userId, deps.now());
  return sessions.map((session) => ({
    id: session.id,
    device: session.device,
    createdAt: session.createdAtMs,
    // A clock that was set back since has nobody here in the future.
    lastSeenAt: Math.min(session.expiresAtMs - SESSION_MS, deps.now()),
    isCurrent: session.tokenHash === tokenHash,
  }));
}

/** Ends one of a person's sessions. @throws AppError `not_found` */
export async function endSessionOf(deps: SessionDeps, userId: string, id: string): Promise<void> {
  if (!(await deleteSessionOf(deps.db, userId, id))) throw new AppError('not_found', accountWords.noSession);
}

/** Signs a person out everywhere. */
export async function endAllSessions(deps: SessionDeps, userId: string): Promise<void> {
  await deps.db.batch([deleteSessionsOf(userId)], 'write');
}
