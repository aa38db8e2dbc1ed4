/** Exports that the server writes, for browsers that can't write a movie and for whoever chooses it. */
import { createRoute, z } from '@hono/zod-openapi';
import {
  checkFfmpegReply,
  exportJobReply,
  exportJobsReply,
  missingPicturesReply,
  missingPicturesRequest,
  startExportReply,
  startExportRequest,
} from '#shared/api/export.ts';
import { sha256Schema } from '#shared/entities/id.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { exportAvailability } from '#edge-api/services/export-check.ts';
import { keepPicture, missingPictures } from '#edge-api/services/export-pictures.ts';
import {
  exportFile,
  exportsOfProject,
  ownExport,
  ownExports,
  removeExport,
  startExport,
} from '#edge-api/services/exports.ts';
import { readStored } from '#edge-api/services/media.ts';
import { changeCall } from './change-call.ts';
import { notModified } from './entity-tag.ts';
import {
  createRoutes,
  emptyReply,
  fileReply,
  idParam,
  inTurn,
  jsonBody,
  jsonReply,
  onceHeaders,
  refuses,
} from './route-frame.ts';
import { sendBlob, type BlobReader } from './send-blob.ts';

const checkFfmpeg = createRoute({
  method: 'get',
  path: '/api/check-ffmpeg',
  responses: { 200: jsonReply(checkFfmpegReply, 'Whether the server can export, and why it can’t') },
});

const rangeHeader = z.object({ range: z.string().optional(), 'if-none-match': z.string().optional() });
const picture = { schema: z.string().openapi({ format: 'binary' }) };

export const exportRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);
  const request = { params: idParam };

  const start = createRoute({
    method: 'post',
    path: '/api/projects/{id}/export',
    middleware: inTurn(middleware, limitRate(deps, 'exportStart')),
    request: { ...request, headers: onceHeaders, body: jsonBody(startExportRequest) },
    responses: {
      202: jsonReply(startExportReply, 'The export is in the queue'),
      ...refuses(
        ...(['unauthenticated', 'foreign_origin', 'not_found', 'invalid_input'] as const),
        ...(['idempotency_mismatch', 'quota_reached', 'rate_limited', 'ffmpeg_unavailable'] as const),
      ),
    },
  });
  const ofProject = createRoute({
    method: 'get',
    path: '/api/projects/{id}/export-jobs',
    middleware,
    request,
    responses: {
      200: jsonReply(exportJobsReply, 'Its exports, the newest first'),
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const list = createRoute({
    method: 'get',
    path: '/api/export-jobs',
    middleware,
    responses: { 200: jsonReply(exportJobsReply, 'All exports, the newest first'), ...refuses('unauthenticated') },
  });
  const read = createRoute({
    method: 'get',
    path: '/api/export-jobs/{id}',
    middleware,
    request,
    responses: {
      200: jsonReply(exportJobReply, 'The state of the export'),
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const download = createRoute({
    method: 'get',
    path: '/api/export-jobs/{id}/download',
    middleware,
    request: { ...request, headers: rangeHeader },
    responses: {
      200: fileReply('The movie as a download', 'video/mp4', 'video/webm'),
      206: fileReply('A part of it', 'video/mp4', 'video/webm'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found', 'range_not_satisfiable'),
    },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/export-jobs/{id}',
    middleware,
    request,
    responses: { 204: emptyReply('Stopped and removed'), ...refuses('unauthenticated', 'foreign_origin', 'not_found') },
  });

  const store: BlobReader = { read: (sha256, range) => readStored(deps, sha256, range) };

  return createRoutes()
    .openapi(checkFfmpeg, async (c) => c.json(await exportAvailability(deps), 200))
    .openapi(start, async (c) => {
      const [headers, body] = [c.req.valid('header'), c.req.valid('json')];
      const reply = await startExport(deps, changeCall(c, headers, body), c.req.valid('param').id, body);
      return c.json(reply, 202);
    })
    .openapi(ofProject, async (c) => c.json(await exportsOfProject(deps, c.var.userId, c.req.valid('param').id), 200))
    .openapi(list, async (c) => c.json(await ownExports(deps, c.var.userId), 200))
    .openapi(read, async (c) => c.json(await ownExport(deps, c.var.userId, c.req.valid('param').id), 200))
    .openapi(download, async (c) => {
      const { fileName, ...file } = await exportFile(deps, c.var.userId, c.req.valid('param').id);
      return sendBlob(c, store, file, fileName);
    })
    .openapi(remove, async (c) => {
      await removeExport(deps, c.var.userId, c.req.valid('param').id);
      return c.body(null, 204);
    });
};

/** Pictures of texts that a page drew. */
export const exportPictureRoutes = (deps: Deps) => {
  const missing = createRoute({
    method: 'post',
    path: '/api/export-pictures/missing',
    middleware: requireUser(deps),
    request: { body: jsonBody(missingPicturesRequest) },
    responses: {
      200: jsonReply(missingPicturesReply, 'Those of the pictures that are still to be sent'),
      ...refuses('unauthenticated', 'foreign_origin', 'invalid_input'),
    },
  });
  const put = createRoute({
    method: 'put',
    path: '/api/export-pictures/{sha256}',
    middleware: inTurn(requireUser(deps), limitRate(deps, 'exportPicture')),
    request: {
      params: z.object({ sha256: sha256Schema }),
      body: { required: true, content: { 'image/png': picture } },
    },
    responses: {
      204: emptyReply('Saved'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'too_large', 'invalid_input', 'rate_limited'),
    },
  });
  return createRoutes()
    .openapi(missing, async (c) => {
      const { hashes } = c.req.valid('json');
      return c.json({ missing: await missingPictures(deps, c.var.userId, hashes) }, 200);
    })
    .openapi(put, async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      await keepPicture(deps, c.var.userId, c.req.valid('param').sha256, bytes);
      return c.body(null, 204);
    });
};
