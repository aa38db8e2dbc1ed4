/** The server's own export, for browsers that can't write a movie. This server can't encode yet, and says so. */
import { createRoute } from '@hono/zod-openapi';
import { checkFfmpegReply, exportJobReply, startExportReply, startExportRequest } from '#shared/api/export.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownProject } from '#edge-api/services/project-view.ts';
import { createRoutes, emptyReply, fileReply, idParam, jsonBody, jsonReply, refuses } from './route-frame.ts';
import { routeWords } from './words.ts';

const checkFfmpeg = createRoute({
  method: 'get',
  path: '/api/check-ffmpeg',
  responses: { 200: jsonReply(checkFfmpegReply, 'Whether the server can export, and why it can’t') },
});

export const exportRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);
  const request = { params: idParam };

  const start = createRoute({
    method: 'post',
    path: '/api/projects/{id}/export',
    middleware,
    request: { ...request, body: jsonBody(startExportRequest) },
    responses: {
      202: jsonReply(startExportReply, 'The export has started'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'invalid_input', 'ffmpeg_unavailable'),
    },
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
    request,
    responses: { 200: fileReply('The movie', 'video/*'), ...refuses('unauthenticated', 'not_found') },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/export-jobs/{id}',
    middleware,
    request,
    responses: { 204: emptyReply('Deleted'), ...refuses('unauthenticated', 'foreign_origin', 'not_found') },
  });

  return createRoutes()
    .openapi(checkFfmpeg, (c) => c.json({ available: false, error: routeWords.noServerExport }, 200))
    .openapi(start, async (c) => {
      await ownProject(deps, c.var.userId, c.req.valid('param').id);
      throw new AppError('ffmpeg_unavailable', routeWords.noServerExport);
    })
    .openapi(read, noSuchExport)
    .openapi(download, noSuchExport)
    .openapi(remove, noSuchExport);
};

/** A server that can't export has no exports. */
function noSuchExport(): never {
  throw new AppError('not_found', routeWords.noSuchExport);
}
