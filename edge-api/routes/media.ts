/**
 * Clips, their frames, and portraits of characters. An id is the SHA-256 of the bytes; access is checked on each
 * request.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { sha256Schema } from '#shared/entities/id.ts';
import type { Deps } from '#edge-api/deps.ts';
import { limitRate, limitVisitors } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { recogniseViewer } from '#edge-api/middleware/viewer.ts';
import { keepFrame, readStored, sceneDownload, visibleFile, visibleFrame } from '#edge-api/services/media.ts';
import { notModified } from './entity-tag.ts';
import { createRoutes, emptyReply, fileReply, idParam, refuses } from './route-frame.ts';
import { sendBlob, type BlobReader } from './send-blob.ts';

const mediaParam = z.object({ id: sha256Schema });
const frameParam = mediaParam.extend({ place: z.enum(['first', 'last']) });
const rangeHeader = z.object({ range: z.string().optional(), 'if-none-match': z.string().optional() });

/** Checked by its first bytes, whatever type it's sent as. */
const picture = { schema: z.string().openapi({ format: 'binary' }) };
const pictureBody = { 'image/jpeg': picture, 'image/webp': picture };

export const mediaRoutes = (deps: Deps) => {
  const getMedia = createRoute({
    method: 'get',
    path: '/api/media/{id}',
    middleware: [recogniseViewer(deps), limitVisitors(deps)] as const,
    request: { params: mediaParam, headers: rangeHeader },
    responses: {
      200: fileReply('The clip, portrait, or own file', 'video/*', 'image/*', 'audio/*'),
      206: fileReply('A part of it', 'video/*', 'image/*', 'audio/*'),
      ...notModified,
      ...refuses('not_found', 'range_not_satisfiable', 'rate_limited'),
    },
  });

  const getFrame = createRoute({
    method: 'get',
    path: '/api/media/{id}/frames/{place}',
    middleware: [recogniseViewer(deps), limitVisitors(deps)] as const,
    request: { params: frameParam, headers: rangeHeader },
    responses: {
      200: fileReply('The picture', 'image/jpeg', 'image/webp'),
      206: fileReply('A part of it', 'image/jpeg', 'image/webp'),
      ...notModified,
      ...refuses('not_found', 'range_not_satisfiable', 'rate_limited'),
    },
  });

  const putFrame = createRoute({
    method: 'put',
    path: '/api/media/{id}/frames/{place}',
    // In memory, as two come with each clip: rows of their own would be more than what is counted.
    middleware: [requireUser(deps), limitRate({ ...deps, rateBuckets: deps.visitBuckets }, 'frameUpload')] as const,
    request: { params: frameParam, body: { required: true, content: pictureBody } },
    responses: {
      204: emptyReply('Saved'),
      ...refuses(
        'unauthenticated',
        'foreign_origin',
        'not_found',
        'too_large',
        'invalid_input',
        'quota_reached',
        'rate_limited',
      ),
    },
  });

  const downloadScene = createRoute({
    method: 'get',
    path: '/api/download/scene/{id}',
    middleware: requireUser(deps),
    request: { params: idParam, headers: rangeHeader },
    responses: {
      200: fileReply('The clip as a download', 'video/mp4'),
      206: fileReply('A part of it', 'video/mp4'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found', 'range_not_satisfiable'),
    },
  });

  const store: BlobReader = { read: (sha256, range) => readStored(deps, sha256, range) };

  return createRoutes()
    .openapi(getMedia, async (c) => {
      const { fileName, ...file } = await visibleFile(deps, c.var.viewerId, c.req.valid('param').id);
      return sendBlob(c, store, file, fileName);
    })
    .openapi(getFrame, async (c) => {
      const { id, place } = c.req.valid('param');
      const { blobSha256, ...picture } = await visibleFrame(deps, c.var.viewerId, id, place);
      return sendBlob(c, store, { ...picture, sha256: blobSha256 });
    })
    .openapi(putFrame, async (c) => {
      const { id, place } = c.req.valid('param');
      await keepFrame(deps, c.var.userId, id, place, new Uint8Array(await c.req.arrayBuffer()));
      return c.body(null, 204);
    })
    .openapi(downloadScene, async (c) => {
      const { media, fileName } = await sceneDownload(deps, c.var.userId, c.req.valid('param').id);
      return sendBlob(c, store, media, fileName);
    });
};
