/** Who asks: the session cookie in, the person's id out. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { endSession, openSession, resumeSession } from '#edge-api/services/sessions.ts';
import type { SignedInEnv } from './app-env.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts';

/** Refuses a request without a living session (401); behind it `c.var.userId` is the person who asks. */
export function requireUser(deps: Deps) {
  return createMiddleware<SignedInEnv>(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    const token = readSessionCookie(c, deps.config);
    const session = token === null ? null : await resumeSession(deps, token);
    if (token === null || session === null) throw new AppError('unauthenticated', 'Please sign in.');
    c.set('userId', session.userId);
    await next();
    if (session.renewed) writeSessionCookie(c, deps.config, token);
  });
}

/** Signs this browser in. A session that it came with ends, so that nobody goes on under an id that was known before. */
export async function startSession(c: Context, deps: Deps, userId: string): Promise<void> {
  await endOwnSession(c, deps);
  writeSessionCookie(c, deps.config, await openSession(deps, userId));
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
