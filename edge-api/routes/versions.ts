/** Versions of a project. */
import { createRoute } from '@hono/zod-openapi';
import { createVersionRequest, versionListReply, versionReply, wholeVersionReply } from '#shared/api/versions.ts';
import { idSchema } from '#shared/entities/id.ts';
import type { Deps } from '../deps.ts';
import { projectOfPath, requireUser, requireUserAt } from '#edge-api/middleware/session.ts';
import { keepVersion, markOfVersions, projectVersions, wholeVersion } from '#edge-api/services/versions.ts';
import { changeCall } from './change-call.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import { createRoutes, idParam, jsonBody, jsonReply, onceHeaders, refuses } from './route-frame.ts';

export const versionRoutes = (deps: Deps) => {
  const middleware = requireUserAt(deps, projectOfPath);

  const list = createRoute({
    method: 'get',
    path: '/api/projects/{id}/versions',
    middleware,
    request: { params: idParam },
    responses: {
      200: jsonReply(versionListReply, 'The versions of the project, the newest first, without their documents'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const keep = createRoute({
    method: 'post',
    path: '/api/projects/{id}/versions',
    middleware: requireUser(deps),
    request: { params: idParam, headers: onceHeaders, body: jsonBody(createVersionRequest) },
    responses: {
      201: jsonReply(versionReply, 'The version; the oldest go where a project has too many'),
      ...refuses(
        ...(['unauthenticated', 'foreign_origin', 'idempotency_mismatch', 'invalid_input', 'not_found'] as const),
        ...(['too_large', 'rate_limited'] as const),
      ),
    },
  });
  const read = createRoute({
    method: 'get',
    path: '/api/projects/{id}/versions/{versionId}',
    middleware,
    request: { params: idParam.extend({ versionId: idSchema }) },
    responses: {
      200: jsonReply(wholeVersionReply, 'A version with its document'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found'),
    },
  });

  return createRoutes()
    .openapi(list, async (c) => {
      const { id } = c.req.valid('param');
      // Not the revision, which changes with every edit.
      if (await hasCurrent(c, ['versions', id, await markOfVersions(deps, id)])) return c.body(null, 304);
      return c.json(await projectVersions(deps, id), 200);
    })
    .openapi(keep, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await keepVersion(deps, call, c.req.valid('param').id, body), 201);
    })
    .openapi(read, async (c) => {
      const { id, versionId } = c.req.valid('param');
      const version = await wholeVersion(deps, id, versionId);
      if (await hasCurrent(c, ['version', id, versionId])) return c.body(null, 304);
      return c.json(version, 200);
    });
};
