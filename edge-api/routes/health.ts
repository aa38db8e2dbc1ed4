/** The health check. */
import { createRoute } from '@hono/zod-openapi';
import { healthReply } from '#shared/api/health.ts';
import type { Deps } from '../deps.ts';
import { serviceHealth } from '#edge-api/services/health.ts';
import { createRoutes, jsonReply } from './route-frame.ts';

const getHealth = createRoute({
  method: 'get',
  path: '/api/health',
  responses: { 200: jsonReply(healthReply, 'The state of the service') },
});

export const healthRoutes = (deps: Deps) => {
  const health = serviceHealth(deps);
  return createRoutes().openapi(getHealth, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await health(), 200);
  });
};
