/** From the session cookie to the person's id. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { PERSON_HEADER } from '#shared/api/person.ts';
import { AppError } from '#shared/errors.ts';
import { deviceName } from '#shared/rules/device-name.ts';
import type { Deps } from '../deps.ts';
import { countVisit } from '#edge-api/services/rate-limit.ts';
import { endSession, openSession, resumeSession, resumeSessionAt, type Place } from '#edge-api/services/sessions.ts';
import type { PollEnv, SignedInEnv } from './app-env.ts';
import { SIGNED_IN_COOKIE } from '#shared/rules/signed-in-cookie.ts';
import { writeMark } from './own-cookie.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts';
import { requestWords } from './words.ts';

/** Time enough for a slow page to come. */
const MARK_SECONDS = 600;

const READS = ['GET', 'HEAD'];

/** Refuses a request without a valid session (401), or of somebody who asks too often (429). After it, `c.var.userId` is the person. */
export function requireUser(deps: Deps) {
  return createMiddleware<SignedInEnv>(async (c, next) => {
    const token = tokenOf(c, deps);
    const visit = await resumeSession(deps, token);
    if (visit === null || isAnothers(c, visit.userId)) throw notSignedIn();
    c.set('userId', visit.userId);
    await countVisit(deps, { userId: visit.userId, isWrite: !READS.includes(c.req.method) });
    await inTurn(deps, visit.userId, next);
    if (visit.isRenewed) writeSessionCookie(c, deps.config, token);
  });
}

/**
 * As `requireUser`, for a call whose parts are calls that `requireUser` sees: it waits for no turn, which its parts take,
 * and isn't counted as a change.
 */
export function requireSession(deps: Deps) {
  return createMiddleware(async (c, next) => {
    const token = tokenOf(c, deps);
    const visit = await resumeSession(deps, token);
    if (visit === null || isAnothers(c, visit.userId)) throw notSignedIn();
    await countVisit(deps, { userId: visit.userId, isWrite: false });
    await next();
    if (visit.isRenewed) writeSessionCookie(c, deps.config, token);
  });
}

/**
 * As `requireUser` for polled calls: `c.var.revision` changes with everything visible. Refuses people without such a project
 * (404).
 */
export function requireUserAt(deps: Deps, placeOf: (c: Context) => Place) {
  return createMiddleware<PollEnv>(async (c, next) => {
    const token = tokenOf(c, deps);
    const visit = await resumeSessionAt(deps, token, placeOf(c));
    if (visit === null || isAnothers(c, visit.userId)) throw notSignedIn();
    if (visit.revision === null) throw new AppError('not_found', requestWords.projectNotFound);
    c.set('userId', visit.userId);
    await countVisit(deps, { userId: visit.userId, isWrite: !READS.includes(c.req.method) });
    c.set('revision', visit.revision);
    await inTurn(deps, visit.userId, next);
    if (visit.isRenewed) writeSessionCookie(c, deps.config, token);
  });
}

/** Goes on when it's the person's turn. */
async function inTurn({ personTurns }: Deps, userId: string, next: () => Promise<void>): Promise<void> {
  const end = await personTurns.begin(userId);
  try {
    await next();
  } finally {
    end();
  }
}

/** The project that the path names. */
export function projectOfPath(c: Context): Place {
  return { projectId: c.req.param('id') ?? '' };
}

function tokenOf(c: Context, deps: Deps): string {
  c.header('Cache-Control', 'no-store');
  const token = readSessionCookie(c, deps.config);
  if (token === null) throw notSignedIn();
  return token;
}

/** Whether the call comes from the page of somebody else, who was here before. */
function isAnothers(c: Context, userId: string): boolean {
  return (c.req.header(PERSON_HEADER) ?? userId) !== userId;
}

function notSignedIn(): AppError {
  return new AppError('unauthenticated', requestWords.signIn);
}

/**
 * Signs this browser in and ends its previous session, so that nobody continues under a session id known from before.
 */
export async function startSession(c: Context, deps: Deps, userId: string): Promise<void> {
  await endOwnSession(c, deps);
  const device = deviceName({ userAgent: c.req.header('user-agent') ?? '', maxTouchPoints: 0 });
  writeSessionCookie(c, deps.config, await openSession(deps, userId, device));
  writeMark(c, deps.config, SIGNED_IN_COOKIE, MARK_SECONDS);
}

/** Signs this browser out. */
export async function leaveSession(c: Context, deps: Deps): Promise<void> {
  await endOwnSession(c, deps);
  clearSessionCookie(c, deps.config);
}

async function endOwnSession(c: Context, deps: Deps): Promise<void> {
  const token = readSessionCookie(c, deps.config);
  if (token !== null) await endSession(deps, token);
}
