/** The scenes of a person's projects. */
import { createRoute } from '@hono/zod-openapi';
import {
  createSceneRequest,
  duplicateSceneRequest,
  patchSceneRequest,
  projectScenesReply,
  restoreClipRequest,
  sceneListReply,
  sceneReply,
  splitSceneRequest,
} from '#shared/api/scenes.ts';
import type { Deps } from '../deps.ts';
import { projectOfPath, requireUser, requireUserAt } from '#edge-api/middleware/session.ts';
import { restoreTake } from '#edge-api/services/restore-take.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { addScene, deleteScene, listOwnScenes, patchScene, restoreScene } from '#edge-api/services/scenes.ts';
import { duplicateScene, splitScene } from '#edge-api/services/split-scene.ts';
import { changeCall } from './change-call.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import { changeHeaders, createRoutes, idParam, jsonBody, jsonReply, refuses } from './route-frame.ts';

const always = [
  'unauthenticated',
  'foreign_origin',
  'not_found',
  'version_conflict',
  'idempotency_mismatch',
  'invalid_input',
  'rate_limited',
] as const;
const refusesChange = refuses(...always);

export const sceneRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);
  const choosing = { ...deps, readApiKey: (userId: string) => readApiKey(deps, userId) };

  const list = createRoute({
    method: 'get',
    path: '/api/projects/{id}/scenes',
    middleware: requireUserAt(deps, projectOfPath),
    request: { params: idParam },
    responses: {
      200: jsonReply(sceneListReply, 'The scenes in play order'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const add = createRoute({
    method: 'post',
    path: '/api/projects/{id}/scenes',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(createSceneRequest) },
    responses: { 201: jsonReply(projectScenesReply, 'The project with the new scene at its end'), ...refusesChange },
  });
  const patch = createRoute({
    method: 'patch',
    path: '/api/scenes/{id}',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(patchSceneRequest) },
    responses: { 200: jsonReply(sceneReply, 'The changed scene'), ...refuses(...always, 'model_unreachable') },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/scenes/{id}',
    middleware,
    request: { params: idParam, headers: changeHeaders },
    responses: { 200: jsonReply(projectScenesReply, 'The project without the scene'), ...refusesChange },
  });
  const restore = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/restore',
    middleware,
    request: { params: idParam, headers: changeHeaders },
    responses: { 200: jsonReply(projectScenesReply, 'The project with the scene restored'), ...refusesChange },
  });

  const split = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/split',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(splitSceneRequest) },
    responses: {
      201: jsonReply(projectScenesReply, 'The project, in which two scenes play parts of one clip'),
      ...refuses(...always, 'quota_reached'),
    },
  });
  const duplicate = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/duplicate',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(duplicateSceneRequest) },
    responses: {
      201: jsonReply(projectScenesReply, 'The project that the copy is in'),
      ...refuses(...always, 'quota_reached'),
    },
  });

  const restoreTakeRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/restore-clip',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(restoreClipRequest) },
    responses: {
      200: jsonReply(projectScenesReply, 'The project, and its scene with the previous clip restored'),
      ...refuses(...always, 'already_generating'),
    },
  });

  return createRoutes()
    .openapi(list, async (c) => {
      const { id } = c.req.valid('param');
      // The project's tag: a client with both in one state only has to ask for one.
      if (await hasCurrent(c, [id, c.var.revision])) return c.body(null, 304);
      return c.json(await listOwnScenes(deps, c.var.userId, id), 200);
    })
    .openapi(add, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await addScene(deps, call, c.req.valid('param').id, body), 201);
    })
    .openapi(patch, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await patchScene(choosing, call, c.req.valid('param').id, body), 200);
    })
    .openapi(remove, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await deleteScene(deps, call, c.req.valid('param').id), 200);
    })
    .openapi(restore, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await restoreScene(deps, call, c.req.valid('param').id), 200);
    })
    .openapi(split, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await splitScene(deps, call, c.req.valid('param').id, body), 201);
    })
    .openapi(duplicate, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await duplicateScene(deps, call, c.req.valid('param').id, body), 201);
    })
    .openapi(restoreTakeRoute, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await restoreTake(deps, call, c.req.valid('param').id, body.sha256), 200);
    });
};
