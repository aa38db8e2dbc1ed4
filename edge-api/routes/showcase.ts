/** The public gallery. Nobody has to be signed in. */
import { createRoute } from '@hono/zod-openapi';
import { showcaseProjectReply, showcaseQuery, showcaseReply } from '#shared/api/showcase.ts';
import type { Deps } from '../deps.ts';
import { listShowcase, showcaseProject } from '#edge-api/services/showcase.ts';
import { notModified, tagReplies } from './entity-tag.ts';
import { createRoutes, idParam, jsonReply, refuses } from './route-frame.ts';

const list = createRoute({
  method: 'get',
  path: '/api/showcase/projects',
  middleware: tagReplies,
  request: { query: showcaseQuery },
  responses: {
    200: jsonReply(showcaseReply, 'A page of public projects, the newest first'),
    ...notModified,
    ...refuses('invalid_input'),
  },
});

const read = createRoute({
  method: 'get',
  path: '/api/showcase/projects/{id}',
  middleware: tagReplies,
  request: { params: idParam },
  responses: {
    200: jsonReply(showcaseProjectReply, 'The project with its scenes'),
    ...notModified,
    ...refuses('not_found', 'private'),
  },
});

export const showcaseRoutes = (deps: Deps) =>
  createRoutes()
    .openapi(list, async (c) => {
      c.header('Cache-Control', 'no-cache');
      return c.json(await listShowcase(deps, c.req.valid('query').after ?? null), 200);
    })
    .openapi(read, async (c) => {
      c.header('Cache-Control', 'no-cache');
      return c.json(await showcaseProject(deps, c.req.valid('param').id), 200);
    });
