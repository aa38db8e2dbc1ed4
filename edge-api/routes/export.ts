/** The server's own export, for browsers that can't write a movie. This server has no encoder yet, and says so. */
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { checkFfmpegReply } from '#shared/api/health.ts';
import { exportFormatSchema, exportResolutionSchema } from '#shared/entities/export-job.ts';
import { idSchema } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { ownProject } from '#edge-api/services/project-view.ts';
import { createRoutes, idParam, jsonBody, jsonReply, refuses } from './route-frame.ts';

const UNAVAILABLE = 'The server cannot export yet.';

const checkFfmpeg = createRoute({
  method: 'get',
  path: '/api/check-ffmpeg',
  responses: { 200: jsonReply(checkFfmpegReply, 'Whether the server can export, and why not') },
});

export const exportRoutes = (deps: Deps) => {
  const start = createRoute({
    method: 'post',
    path: '/api/projects/{id}/export',
    middleware: requireUser(deps),
    request: {
      params: idParam,
      body: jsonBody(z.strictObject({ resolution: exportResolutionSchema, format: exportFormatSchema })),
    },
    responses: {
      202: jsonReply(z.object({ id: idSchema }), 'The export has begun'),
      ...refuses('unauthenticated', 'foreign_origin', 'not_found', 'invalid_input', 'ffmpeg_unavailable'),
    },
  });

  return createRoutes()
    .openapi(checkFfmpeg, (c) => c.json({ available: false, error: UNAVAILABLE }, 200))
    .openapi(start, async (c) => {
      await ownProject(deps, c.var.userId, c.req.valid('param').id);
      throw new AppError('ffmpeg_unavailable', UNAVAILABLE);
    });
};
