/** A person's spending. */
import { createRoute } from '@hono/zod-openapi';
import { patchSpendingRequest, spendingReply } from '#shared/api/spending.ts';
import type { Deps } from '../deps.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownSpending, setMonthlyCap } from '#edge-api/services/spending.ts';
import { createRoutes, jsonBody, jsonReply, refuses } from './route-frame.ts';

export const spendingRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const read = createRoute({
    method: 'get',
    path: '/api/user/spending',
    middleware,
    responses: { 200: jsonReply(spendingReply, 'The current month'), ...refuses('unauthenticated') },
  });
  const patch = createRoute({
    method: 'patch',
    path: '/api/user/spending',
    middleware,
    request: { body: jsonBody(patchSpendingRequest) },
    responses: {
      200: jsonReply(spendingReply, 'The current month under the new cap'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input'),
    },
  });

  return createRoutes()
    .openapi(read, async (c) => c.json(await ownSpending(deps, c.var.userId), 200))
    .openapi(patch, async (c) =>
      c.json(await setMonthlyCap(deps, c.var.userId, c.req.valid('json').monthlyCapUsd), 200),
    );
};
