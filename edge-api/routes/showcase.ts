/** The public gallery. No sign-in needed. */
import { createRoute } from '@hono/zod-openapi';
import { showcaseProjectReply, showcaseQuery, showcaseReply } from '#shared/api/showcase.ts';
import type { Deps } from '../deps.ts';
import { keepShowcasePages, publicRecord, showcaseMark, showcaseProject } from '#edge-api/services/showcase.ts';
import { countCaller } from '#edge-api/middleware/rate-limit.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import { createRoutes, idParam, jsonReply, linkNext, refuses } from './route-frame.ts';

const list = createRoute({
  method: 'get',
  path: '/api/showcase/projects',
  request: { query: showcaseQuery },
  responses: {
    200: jsonReply(showcaseReply, 'A page of public projects, the newest first'),
    ...notModified,
    ...refuses('invalid_input', 'rate_limited'),
  },
});

const read = createRoute({
  method: 'get',
  path: '/api/showcase/projects/{id}',
  request: { params: idParam },
  responses: {
    200: jsonReply(showcaseProjectReply, 'The project with its scenes'),
    ...notModified,
    ...refuses('not_found', 'private', 'rate_limited'),
  },
});

export const showcaseRoutes = (deps: Deps) => {
  const pages = keepShowcasePages(deps);
  // Who only reads writes nothing, not even that they were here.
  const counting = { ...deps, rateBuckets: deps.visitBuckets };
  return createRoutes()
    .openapi(list, async (c) => {
      const { after = null } = c.req.valid('query');
      c.header('Cache-Control', 'no-cache');
      const mark = await showcaseMark(deps);
      if (await hasCurrent(c, ['showcase', after, mark])) return c.body(null, 304);
      const { projects, nextAfter } = await pages({ afterId: after, mark }, () => countCaller(c, counting, 'showcase'));
      if (nextAfter !== null) linkNext(c, { after: nextAfter });
      return c.json(projects, 200);
    })
    .openapi(read, async (c) => {
      const { id } = c.req.valid('param');
      const record = await publicRecord(deps, id);
      c.header('Cache-Control', 'no-cache');
      const { revision, firstName, lastName, pictureUrl } = record;
      const mark = ['showcase', id, revision, firstName, lastName, pictureUrl];
      if (await hasCurrent(c, mark)) return c.body(null, 304);
      await countCaller(c, counting, 'showcase');
      return c.json(await showcaseProject(deps, record), 200);
    });
};
