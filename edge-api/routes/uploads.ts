/** Own material: sending it in parts, what a person has, and removing it. */
import { createRoute, z } from '@hono/zod-openapi';
import { ownFileReply, ownFilesReply, startUploadReply, startUploadRequest } from '#shared/api/uploads.ts';
import { idSchema, sha256Schema } from '#shared/entities/id.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownFiles, removeOwnFile } from '#edge-api/services/own-files.ts';
import { cancelUpload, completeUpload, startUpload, storePart } from '#edge-api/services/uploads.ts';
import { createRoutes, emptyReply, idParam, inTurn, jsonBody, jsonReply, refuses } from './route-frame.ts';

const bytes = { schema: z.string().openapi({ format: 'binary' }) };
const partParam = z.object({ id: idSchema, n: z.string().regex(/^[1-9]\d{0,3}$/) });

export const uploadRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);
  // In memory: a file of 2 GB would write to the database some hundred times only to be counted.
  const limited = inTurn(middleware, limitRate({ ...deps, rateBuckets: deps.visitBuckets }, 'upload'));
  const request = { params: idParam };

  const start = createRoute({
    method: 'post',
    path: '/api/uploads',
    middleware: limited,
    request: { body: jsonBody(startUploadRequest) },
    responses: {
      200: jsonReply(startUploadReply, 'The file, if the person has it, or which parts are there'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input', 'quota_reached', 'rate_limited'),
    },
  });
  const put = createRoute({
    method: 'put',
    path: '/api/uploads/{id}/parts/{n}',
    middleware: limited,
    request: { params: partParam, body: { required: true, content: { 'application/octet-stream': bytes } } },
    responses: {
      204: emptyReply('Saved'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'invalid_input', 'rate_limited'),
    },
  });
  const complete = createRoute({
    method: 'post',
    path: '/api/uploads/{id}/complete',
    middleware: limited,
    request,
    responses: {
      200: jsonReply(ownFileReply, 'The file'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'invalid_input', 'rate_limited'),
    },
  });
  const cancel = createRoute({
    method: 'delete',
    path: '/api/uploads/{id}',
    middleware,
    request,
    responses: { 204: emptyReply('Given up'), ...refuses('unauthenticated', 'foreign_origin', 'not_found') },
  });
  const list = createRoute({
    method: 'get',
    path: '/api/own-files',
    middleware,
    responses: { 200: jsonReply(ownFilesReply, 'The files, the oldest first'), ...refuses('unauthenticated') },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/own-files/{sha256}',
    middleware,
    request: { params: z.object({ sha256: sha256Schema }) },
    responses: {
      204: emptyReply('Removed'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'invalid_input'),
    },
  });

  return createRoutes()
    .openapi(start, async (c) => c.json(await startUpload(deps, c.var.userId, c.req.valid('json')), 200))
    .openapi(put, async (c) => {
      const { id, n } = c.req.valid('param');
      await storePart(deps, c.var.userId, id, Number(n), c.req.raw.body ?? new Blob([]).stream());
      return c.body(null, 204);
    })
    .openapi(complete, async (c) => c.json(await completeUpload(deps, c.var.userId, c.req.valid('param').id), 200))
    .openapi(cancel, async (c) => {
      await cancelUpload(deps, c.var.userId, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(list, async (c) => c.json(await ownFiles(deps, c.var.userId), 200))
    .openapi(remove, async (c) => {
      await removeOwnFile(deps, c.var.userId, c.req.valid('param').sha256);
      return c.body(null, 204);
    });
};
