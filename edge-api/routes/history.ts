/** A project's history. */
import { createRoute } from '@hono/zod-openapi';
import { historyQuery, historyReply } from '#shared/api/history.ts';
import type { Deps } from '../deps.ts';
import { projectOfPath, requireUserAt } from '#edge-api/middleware/session.ts';
import { historyMark, listHistory } from '#edge-api/services/history.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import { createRoutes, idParam, jsonReply, linkNext, refuses } from './route-frame.ts';

export const historyRoutes = (deps: Deps) => {
  const list = createRoute({
    method: 'get',
    path: '/api/projects/{id}/history',
    middleware: requireUserAt(deps, projectOfPath),
    request: { params: idParam, query: historyQuery },
    responses: {
      200: jsonReply(historyReply, 'A page of what happened to the project, the newest first'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found', 'invalid_input'),
    },
  });

  return createRoutes().openapi(list, async (c) => {
    const { id } = c.req.valid('param');
    const { before = null } = c.req.valid('query');
    // Not the revision, which changes with every step of a generating clip.
    if (await hasCurrent(c, ['history', id, before, await historyMark(deps, id)])) return c.body(null, 304);
    const { entries, next } = await listHistory(deps, id, before === null ? null : Number(before));
    if (next !== null) linkNext(c, { before: `${next}` });
    return c.json(entries, 200);
  });
};
