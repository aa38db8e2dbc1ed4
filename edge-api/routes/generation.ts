/** Starts and stops generation. Each call replies at once with the current rows; a job does the work. */
import { createRoute } from '@hono/zod-openapi';
import {
  emptyRequest,
  generateVideosRequest,
  projectAndScenesReply,
  type ProjectAndScenes,
} from '#shared/api/projects.ts';
import { generateSceneRequest, sceneExtensionReply } from '#shared/api/scenes.ts';
import type { Deps } from '#edge-api/deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import {
  generateScene,
  generateVideos,
  startBreakdown,
  type Caller,
  type GenerationDeps,
} from '#edge-api/services/generation.ts';
import { extendScene, extensionOffer, removeExtension } from '#edge-api/services/extend-scene.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { ownProject } from '#edge-api/services/project-view.ts';
import { cancelGeneration, cancelScene, dismissFailure } from '#edge-api/services/stop-generation.ts';
import { createRoutes, idParam, inTurn, jsonReply, onceHeaders, optionalBody, refuses } from './route-frame.ts';

export const generationRoutes = (deps: Deps) => {
  const generation: GenerationDeps = { ...deps, readApiKey: (userId) => readApiKey(deps, userId) };
  const middleware = requireUser(deps);
  const asksModel = inTurn(middleware, limitRate(deps, 'aiCall'));
  const request = { params: idParam, headers: onceHeaders, body: optionalBody(emptyRequest) };
  const begins = (description: string) => ({ 202: jsonReply(projectAndScenesReply, description) });
  const always = [
    'unauthenticated',
    'foreign_origin',
    'not_found',
    'invalid_input',
    'idempotency_mismatch',
    'rate_limited',
  ] as const;
  const costly = [
    ...always,
    'no_api_key',
    'quota_reached',
    'model_unreachable',
    'already_generating',
    'spending_cap',
    'provider_failed',
  ] as const;

  const generateScenesRoute = createRoute({
    method: 'post',
    path: '/api/projects/{id}/generate-scenes',
    middleware: asksModel,
    request,
    responses: {
      ...begins('The breakdown has started'),
      ...refuses(...always, 'no_api_key', 'already_generating', 'scenes_exist', 'quota_reached'),
    },
  });
  const generateVideosRoute = createRoute({
    method: 'post',
    path: '/api/projects/{id}/generate-videos',
    middleware: asksModel,
    request: { ...request, body: optionalBody(generateVideosRequest) },
    responses: { ...begins('The clips are generating'), ...refuses(...costly, 'needs_second_charge_consent') },
  });
  const generateSceneRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/generate',
    middleware: asksModel,
    request: { ...request, body: optionalBody(generateSceneRequest) },
    responses: { ...begins('The clip is generating'), ...refuses(...costly, 'needs_second_charge_consent') },
  });
  const extensionRoute = createRoute({
    method: 'get',
    path: '/api/scenes/{id}/extend',
    middleware,
    request: { params: idParam },
    responses: {
      200: jsonReply(sceneExtensionReply, 'Whether the clip can be extended'),
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const extendRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/extend',
    middleware: asksModel,
    request: { ...request, body: optionalBody(generateSceneRequest) },
    responses: { ...begins('The extension is generating'), ...refuses(...costly, 'needs_second_charge_consent') },
  });
  const removeExtensionRoute = createRoute({
    method: 'delete',
    path: '/api/scenes/{id}/extend',
    middleware,
    request: { params: idParam, headers: onceHeaders },
    responses: {
      200: jsonReply(projectAndScenesReply, 'Extensions without a clip were removed'),
      ...refuses(...always, 'already_generating'),
    },
  });
  const cancelRoute = createRoute({
    method: 'post',
    path: '/api/projects/{id}/cancel-generation',
    middleware,
    request,
    responses: { 200: jsonReply(projectAndScenesReply, 'Generation was stopped'), ...refuses(...always) },
  });
  const cancelSceneRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/cancel',
    middleware,
    request,
    responses: { 200: jsonReply(projectAndScenesReply, 'The clip isn’t generated'), ...refuses(...always) },
  });
  const dismissRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/dismiss-failure',
    middleware,
    request,
    responses: { 200: jsonReply(projectAndScenesReply, 'The failure was dismissed'), ...refuses(...always) },
  });

  const rows = async (userId: string, projectId: string): Promise<ProjectAndScenes> => {
    const { project, scenes } = await ownProject(deps, userId, projectId);
    return { project, scenes };
  };

  return createRoutes()
    .openapi(generateScenesRoute, async (c) => {
      const { id } = c.req.valid('param');
      await startBreakdown(generation, callerOf(c.var.userId, c.req.valid('header')), id);
      return c.json(await rows(c.var.userId, id), 202);
    })
    .openapi(generateVideosRoute, async (c) => {
      const { id } = c.req.valid('param');
      const sceneIds = c.req.valid('json')?.sceneIds ?? null;
      await generateVideos(generation, callerOf(c.var.userId, c.req.valid('header')), id, sceneIds);
      return c.json(await rows(c.var.userId, id), 202);
    })
    .openapi(generateSceneRoute, async (c) => {
      const consent = { acceptSecondCharge: c.req.valid('json')?.acceptSecondCharge === true };
      const projectId = await generateScene(
        generation,
        callerOf(c.var.userId, c.req.valid('header')),
        c.req.valid('param').id,
        consent,
      );
      return c.json(await rows(c.var.userId, projectId), 202);
    })
    .openapi(extensionRoute, async (c) =>
      c.json(await extensionOffer(generation, c.var.userId, c.req.valid('param').id), 200),
    )
    .openapi(extendRoute, async (c) => {
      const consent = { acceptSecondCharge: c.req.valid('json')?.acceptSecondCharge === true };
      const caller = callerOf(c.var.userId, c.req.valid('header'));
      const projectId = await extendScene(generation, caller, c.req.valid('param').id, consent);
      return c.json(await rows(c.var.userId, projectId), 202);
    })
    .openapi(removeExtensionRoute, async (c) => {
      const caller = callerOf(c.var.userId, c.req.valid('header'));
      const projectId = await removeExtension(generation, caller, c.req.valid('param').id);
      return c.json(await rows(c.var.userId, projectId), 200);
    })
    .openapi(cancelRoute, async (c) => {
      const { id } = c.req.valid('param');
      await cancelGeneration(generation, callerOf(c.var.userId, c.req.valid('header')), id);
      return c.json(await rows(c.var.userId, id), 200);
    })
    .openapi(cancelSceneRoute, async (c) => {
      const caller = callerOf(c.var.userId, c.req.valid('header'));
      const projectId = await cancelScene(generation, caller, c.req.valid('param').id);
      return c.json(await rows(c.var.userId, projectId), 200);
    })
    .openapi(dismissRoute, async (c) => {
      const projectId = await dismissFailure(
        generation,
        callerOf(c.var.userId, c.req.valid('header')),
        c.req.valid('param').id,
      );
      return c.json(await rows(c.var.userId, projectId), 200);
    });
};

function callerOf(userId: string, headers: { 'idempotency-key'?: string | undefined }): Caller {
  return { userId, idempotencyKey: headers['idempotency-key'] ?? null };
}
