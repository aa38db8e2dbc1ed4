/** The video models that the person can choose. */
import { createRoute } from '@hono/zod-openapi';
import { modelsReply } from '#shared/api/models.ts';
import type { Deps } from '#edge-api/deps.ts';
import { countCaller } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { listModels } from '#edge-api/services/models.ts';
import { createRoutes, jsonReply, refuses } from './route-frame.ts';

export const modelRoutes = (deps: Deps) => {
  const getModels = createRoute({
    method: 'get',
    path: '/api/models',
    middleware: requireUser(deps),
    responses: {
      200: jsonReply(modelsReply, 'The catalogue, and which models the person’s key can use'),
      ...refuses('unauthenticated', 'rate_limited', 'provider_failed'),
    },
  });

  return createRoutes().openapi(getModels, async (c) => {
    const readKey = (userId: string): Promise<string | null> => readApiKey(deps, userId);
    const countCheck = (): Promise<void> => countCaller(c, deps, 'keyCheck', c.var.userId);
    return c.json(await listModels({ ...deps, readApiKey: readKey }, c.var.userId, countCheck), 200);
  });
};
