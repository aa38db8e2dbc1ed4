/** A person's spending. */
import { createRoute } from '@hono/zod-openapi';
import {
  ledgerQuery,
  ledgerReply,
  patchSpendingRequest,
  projectSpendingQuery,
  projectSpendingReply,
  spendingDaysQuery,
  spendingDaysReply,
  spendingReply,
} from '#shared/api/spending.ts';
import type { Deps } from '../deps.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownSpending, setMonthlyCap } from '#edge-api/services/spending.ts';
import { listLedger, projectSpending, spendingByDay, type AttemptPlace } from '#edge-api/services/spent.ts';
import { createRoutes, idParam, jsonBody, jsonReply, linkNext, refuses } from './route-frame.ts';

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
  const days = createRoute({
    method: 'get',
    path: '/api/user/spending/days',
    middleware,
    request: { query: spendingDaysQuery },
    responses: {
      200: jsonReply(spendingDaysReply, 'What each day cost by project and model, the earliest first'),
      ...refuses('unauthenticated', 'invalid_input'),
    },
  });
  const ledger = createRoute({
    method: 'get',
    path: '/api/user/spending/ledger',
    middleware,
    request: { query: ledgerQuery },
    responses: {
      200: jsonReply(ledgerReply, 'A page of the requests to models that were reserved for, the newest first'),
      ...refuses('unauthenticated', 'invalid_input'),
    },
  });
  const ofProject = createRoute({
    method: 'get',
    path: '/api/projects/{id}/spending',
    middleware,
    request: { params: idParam, query: projectSpendingQuery },
    responses: {
      200: jsonReply(projectSpendingReply, 'What the project cost'),
      ...refuses('unauthenticated', 'not_found', 'invalid_input'),
    },
  });

  return createRoutes()
    .openapi(read, async (c) => c.json(await ownSpending(deps, c.var.userId), 200))
    .openapi(patch, async (c) =>
      c.json(await setMonthlyCap(deps, c.var.userId, c.req.valid('json').monthlyCapUsd), 200),
    )
    .openapi(days, async (c) => c.json(await spendingByDay(deps, c.var.userId, c.req.valid('query')), 200))
    .openapi(ledger, async (c) => {
      const { before, projectId } = c.req.valid('query');
      const of = { projectId: projectId ?? null, before: before === undefined ? null : placeOf(before) };
      const { attempts, next } = await listLedger(deps, c.var.userId, of);
      if (next !== null) linkNext(c, { ...(projectId && { projectId }), before: `${next.at}_${next.id}` });
      return c.json(attempts, 200);
    })
    .openapi(ofProject, async (c) => {
      const { since = '0' } = c.req.valid('query');
      const of = { projectId: c.req.valid('param').id, sinceMs: Number(since) };
      return c.json(await projectSpending(deps, c.var.userId, of), 200);
    });
};

/** The cursor of `ledgerQuery`. */
function placeOf(before: string): AttemptPlace {
  const [at, id = ''] = before.split('_');
  return { at: Number(at), id };
}
