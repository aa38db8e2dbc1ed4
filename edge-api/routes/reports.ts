/** Reports about public projects, and unpublishing by operators. */
import { createRoute } from '@hono/zod-openapi';
import { reportRequest, reportsReply } from '#shared/api/reports.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { dismissReport, ownReports, reportProject, unpublish } from '#edge-api/services/reports.ts';
import { createRoutes, emptyReply, idParam, jsonBody, jsonReply, refuses } from './route-frame.ts';

export const reportRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const report = createRoute({
    method: 'post',
    path: '/api/showcase/projects/{id}/report',
    middleware: limitRate(deps, 'report'),
    request: { params: idParam, body: jsonBody(reportRequest) },
    responses: {
      204: emptyReply('Reported to the operators'),
      ...refuses('foreign_origin', 'not_found', 'private', 'invalid_input', 'rate_limited'),
    },
  });

  const unpublishProject = createRoute({
    method: 'post',
    path: '/api/showcase/projects/{id}/unpublish',
    middleware,
    request: { params: idParam },
    responses: {
      204: emptyReply('No longer public'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'private'),
    },
  });

  const list = createRoute({
    method: 'get',
    path: '/api/reports',
    middleware,
    responses: {
      200: jsonReply(reportsReply, 'The newest reports, for operators'),
      ...refuses('unauthenticated', 'not_found'),
    },
  });

  const dismiss = createRoute({
    method: 'delete',
    path: '/api/reports/{id}',
    middleware,
    request: { params: idParam },
    responses: { 204: emptyReply('Dismissed'), ...refuses('unauthenticated', 'foreign_origin', 'not_found') },
  });

  return createRoutes()
    .openapi(report, async (c) => {
      await reportProject(deps, c.req.valid('param').id, c.req.valid('json'));
      return c.body(null, 204);
    })
    .openapi(unpublishProject, async (c) => {
      await unpublish(deps, c.var.userId, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(list, async (c) => c.json(await ownReports(deps, c.var.userId), 200))
    .openapi(dismiss, async (c) => {
      await dismissReport(deps, c.var.userId, c.req.valid('param').id);
      return c.body(null, 204);
    });
};
