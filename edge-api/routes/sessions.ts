/** Where the person is signed in, and signing out there. */
import { createRoute } from '@hono/zod-openapi';
import { ownSessionsReply } from '#shared/api/sessions.ts';
import type { Deps } from '../deps.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { clearSessionCookie, readSessionCookie } from '#edge-api/middleware/session-cookie.ts';
import { endAllSessions, endSessionOf, ownSessions } from '#edge-api/services/sessions.ts';
import { createRoutes, emptyReply, idParam, jsonReply, refuses } from './route-frame.ts';

export const sessionRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const getSessions = createRoute({
    method: 'get',
    path: '/api/user/sessions',
    middleware,
    responses: {
      200: jsonReply(ownSessionsReply, 'Where the person is signed in, the session used last first'),
      ...refuses('unauthenticated'),
    },
  });

  const deleteSessions = createRoute({
    method: 'delete',
    path: '/api/user/sessions',
    middleware,
    responses: { 204: emptyReply('Signed out everywhere'), ...refuses('unauthenticated', 'foreign_origin') },
  });

  const deleteSession = createRoute({
    method: 'delete',
    path: '/api/user/sessions/{id}',
    middleware,
    request: { params: idParam },
    responses: { 204: emptyReply('Signed out there'), ...refuses('unauthenticated', 'foreign_origin', 'not_found') },
  });

  return createRoutes()
    .openapi(getSessions, async (c) =>
      c.json(await ownSessions(deps, c.var.userId, readSessionCookie(c, deps.config) ?? ''), 200),
    )
    .openapi(deleteSessions, async (c) => {
      await endAllSessions(deps, c.var.userId);
      clearSessionCookie(c, deps.config);
      return c.body(null, 204);
    })
    .openapi(deleteSession, async (c) => {
      await endSessionOf(deps, c.var.userId, c.req.valid('param').id);
      return c.body(null, 204);
    });
};
