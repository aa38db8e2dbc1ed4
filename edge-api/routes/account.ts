/** Leaving: a copy of everything that a person has here, and its removal. */
import { createRoute } from '@hono/zod-openapi';
import { deleteAccountRequest } from '#shared/api/users.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { clearSessionCookie } from '#edge-api/middleware/session-cookie.ts';
import { deleteAccount } from '#edge-api/services/delete-account.ts';
import { ownDataFileName, ownDataZip } from '#edge-api/services/own-data.ts';
import { createRoutes, emptyReply, fileReply, jsonBody, refuses } from './route-frame.ts';
import { attachment } from './send-blob.ts';

export const accountRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const getData = createRoute({
    method: 'get',
    path: '/api/user/data',
    middleware: [middleware, limitRate(deps, 'dataDownload')] as const,
    responses: {
      200: fileReply('Everything that the person has here, but for API keys', 'application/zip'),
      ...refuses('unauthenticated', 'rate_limited'),
    },
  });

  const deleteUser = createRoute({
    method: 'delete',
    path: '/api/user',
    middleware,
    request: { body: jsonBody(deleteAccountRequest) },
    responses: {
      204: emptyReply('The account and everything in it is gone'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input'),
    },
  });

  return createRoutes()
    .openapi(getData, (c) => {
      const headers = {
        'Cache-Control': 'no-store',
        'Content-Type': 'application/zip',
        'Content-Disposition': attachment(ownDataFileName(deps.now())),
      };
      return new Response(c.req.method === 'HEAD' ? null : ownDataZip(deps, c.var.userId), { headers });
    })
    .openapi(deleteUser, async (c) => {
      await deleteAccount(deps, c.var.userId);
      clearSessionCookie(c, deps.config);
      return c.body(null, 204);
    });
};
