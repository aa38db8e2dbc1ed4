/** The health check. */
import { createRoute } from '@hono/zod-openapi';
import { healthReply, readyReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { readiness, serviceHealth } from '#edge-api/services/health.ts';
import { createRoutes, jsonReply } from './route-frame.ts';

const getHealth = createRoute({
  method: 'get',
  path: '/api/health',
  responses: { 200: jsonReply(healthReply, 'The state of the service') },
});

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
  return createRoutes()
    .openapi(getHealth, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await health(), 200);
    })
    .openapi(getReady, async (c) => {
      c.header('Cache-Control', 'no-store');
      const state = await readiness(deps);
      return c.json(state, state.ready ? 200 : 503);
    });
};
