/** The health check. */
import { createRoute } from '@hono/zod-openapi';
import { healthReply, readyReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { recogniseViewer } from '#edge-api/middleware/viewer.ts';
import { readiness, serviceHealth } from '#edge-api/services/health.ts';
import { createRoutes, jsonReply } from './route-frame.ts';

const getReady = createRoute({
  method: 'get',
  path: '/api/health/ready',
  responses: {
    200: jsonReply(readyReply, 'Requests may be sent here'),
    503: jsonReply(readyReply, 'Requests should go elsewhere'),
  },
});

export const healthRoutes = (deps: Deps) => {
  const health = serviceHealth(deps);
  const getHealth = createRoute({
    method: 'get',
    path: '/api/health',
    middleware: recogniseViewer(deps, true),
    responses: { 200: jsonReply(healthReply, 'The state of the service, and what operators alone are told of it') },
  });
  return createRoutes()
    .openapi(getHealth, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await health(c.var.viewerId), 200);
    })
    .openapi(getReady, async (c) => {
      c.header('Cache-Control', 'no-store');
      const state = await readiness(deps);
      return c.json(state, state.ready ? 200 : 503);
    });
};
