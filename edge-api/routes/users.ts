/** The person's API key, and how much they have here. */
import { createRoute } from '@hono/zod-openapi';
import { apiKeyRequest, saveApiKeyReply, storageReply, validateApiKeyReply } from '#shared/api/users.ts';
import { userSchema } from '#shared/entities/user.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownProfile } from '#edge-api/services/accounts.ts';
import { forgetKey, keepKey, validateKey } from '#edge-api/services/key-vault.ts';
import { storageOf } from '#edge-api/services/quotas.ts';
import { createRoutes, jsonBody, jsonReply, refuses } from './route-frame.ts';
import { routeWords } from './words.ts';

export const userRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const validateApiKey = createRoute({
    method: 'post',
    path: '/api/validate-api-key',
    middleware: [middleware, limitRate(deps, 'keyCheck')] as const,
    request: { body: jsonBody(apiKeyRequest) },
    responses: {
      200: jsonReply(validateApiKeyReply, 'Whether the provider accepts the key'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input', 'rate_limited', 'provider_failed'),
    },
  });

  const saveApiKey = createRoute({
    method: 'post',
    path: '/api/user/save-api-key',
    middleware,
    request: { body: jsonBody(apiKeyRequest) },
    responses: {
      200: jsonReply(saveApiKeyReply, 'Saved'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input', 'api_key_rejected'),
    },
  });

  const deleteApiKey = createRoute({
    method: 'delete',
    path: '/api/user/api-key',
    middleware,
    responses: {
      200: jsonReply(userSchema, 'The person, without a key'),
      ...refuses('unauthenticated', 'foreign_origin'),
    },
  });

  const storage = createRoute({
    method: 'get',
    path: '/api/user/storage',
    middleware,
    responses: {
      200: jsonReply(storageReply, 'What the person has here, and may have'),
      ...refuses('unauthenticated'),
    },
  });

  return createRoutes()
    .openapi(storage, async (c) => c.json(await storageOf(deps, c.var.userId), 200))
    .openapi(validateApiKey, async (c) => c.json(await validateKey(deps, c.req.valid('json').apiKey), 200))
    .openapi(saveApiKey, async (c) => {
      await keepKey(deps, c.var.userId, c.req.valid('json').apiKey);
      return c.json({ success: true, message: routeWords.keySaved }, 200);
    })
    .openapi(deleteApiKey, async (c) => {
      await forgetKey(deps, c.var.userId);
      return c.json(await ownProfile(deps, c.var.userId), 200);
    });
};
