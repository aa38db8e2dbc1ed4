/** The viewer of something public: the signed-in person, or a visitor. */
import { createMiddleware } from 'hono/factory';
import type { Deps } from '#edge-api/deps.ts';
import { resumeSession } from '#edge-api/services/sessions.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

export type ViewerEnv = { Variables: { requestId: string; viewerId: string | null } };

/**
 * After it, `c.var.viewerId` is the person, null for a visitor. Refuses no one.
 * @param orVisitor whoever can't be recognized because the database is away is a visitor
 */
export function recogniseViewer(deps: Deps, orVisitor = false) {
  return createMiddleware<ViewerEnv>(async (c, next) => {
    const token = readSessionCookie(c, deps.config);
    const session =
      token === null
        ? null
        : await resumeSession(deps, token).catch((error: unknown) => {
            if (orVisitor) return null;
            throw error;
          });
    c.set('viewerId', session?.userId ?? null);
    await next();
    if (token !== null && session?.isRenewed) writeSessionCookie(c, deps.config, token);
  });
}
