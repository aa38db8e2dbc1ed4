/** Who asks: the session cookie in, the person's id out. */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { resumeSession } from '#edge-api/services/sessions.ts';
import type { SignedInEnv } from './app-env.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

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
