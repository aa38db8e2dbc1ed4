/** The public gallery. No sign-in needed. */
import { createRoute } from '@hono/zod-openapi';
import { showcaseProjectReply, showcaseQuery, showcaseReply } from '#shared/api/showcase.ts';
import type { Deps } from '../deps.ts';
import { listShowcase, publicRecord, showcaseMark, showcaseProject } from '#edge-api/services/showcase.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import { createRoutes, idParam, jsonReply, linkNext, refuses } from './route-frame.ts';

const list = createRoute({
  method: 'get',
  path: '/api/showcase/projects',
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
      const { after = null } = c.req.valid('query');
      c.header('Cache-Control', 'no-cache');
      if (await hasCurrent(c, ['showcase', after, await showcaseMark(deps)])) return c.body(null, 304);
      const { projects, nextAfter } = await listShowcase(deps, after);
      if (nextAfter !== null) linkNext(c, { after: nextAfter });
      return c.json(projects, 200);
    })
    .openapi(read, async (c) => {
      const { id } = c.req.valid('param');
      const record = await publicRecord(deps, id);
      c.header('Cache-Control', 'no-cache');
      const { revision, firstName, lastName, pictureUrl } = record;
      const mark = ['showcase', id, revision, firstName, lastName, pictureUrl];
      return (await hasCurrent(c, mark)) ? c.body(null, 304) : c.json(await showcaseProject(deps, record), 200);
    });
