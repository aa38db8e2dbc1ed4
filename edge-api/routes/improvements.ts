/** The AI's help with an idea and its scenes. Each call replies when the AI has. */
import { createRoute } from '@hono/zod-openapi';
import {
  characterReferencesRequest,
  detectGenresReply,
  detectGenresRequest,
  improveDescriptionReply,
  improveDescriptionRequest,
  improveSceneRequest,
} from '#shared/api/ai-help.ts';
import { emptyRequest, projectReply } from '#shared/api/projects.ts';
import { sceneReply } from '#shared/api/scenes.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import { generateCharacters } from '#edge-api/services/character-references.ts';
import { detectGenres, improveProject, improveScene, improveText } from '#edge-api/services/improve.ts';
import { changeCall } from './change-call.ts';
import {
  changeHeaders,
  createRoutes,
  idParam,
  inTurn,
  jsonBody,
  jsonReply,
  onceHeaders,
  optionalBody,
  refuses,
} from './route-frame.ts';

const refusesAsking = [
  'unauthenticated',
  'foreign_origin',
  'idempotency_mismatch',
  'invalid_input',
  'no_api_key',
  'api_key_rejected',
  'model_unreachable',
  'refused_by_model',
  'rate_limited',
  'spending_cap',
  'provider_failed',
] as const;
const refusesChanging = [...refusesAsking, 'not_found', 'version_conflict'] as const;

export const improvementRoutes = (deps: Deps) => {
  const middleware = inTurn(requireUser(deps), limitRate(deps, 'aiCall'));

  const improveTextRoute = createRoute({
    method: 'post',
    path: '/api/improve-description',
    middleware,
    request: { headers: onceHeaders, body: jsonBody(improveDescriptionRequest) },
    responses: { 200: jsonReply(improveDescriptionReply, 'The improved description'), ...refuses(...refusesAsking) },
  });
  const detectGenresRoute = createRoute({
    method: 'post',
    path: '/api/detect-genres',
    middleware,
    request: { headers: onceHeaders, body: jsonBody(detectGenresRequest) },
    responses: {
      200: jsonReply(detectGenresReply, 'One to three genres, the best first'),
      ...refuses(...refusesAsking),
    },
  });
  const improveProjectRoute = createRoute({
    method: 'post',
    path: '/api/projects/{id}/improve-description',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: optionalBody(emptyRequest) },
    responses: {
      200: jsonReply(projectReply, 'The project with its improved description'),
      ...refuses(...refusesChanging),
    },
  });
  const improveSceneRoute = createRoute({
    method: 'post',
    path: '/api/scenes/{id}/improve-description',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: optionalBody(improveSceneRequest) },
    responses: {
      200: jsonReply(sceneReply, 'The scene with its improved description and prompt'),
      ...refuses(...refusesChanging),
    },
  });
  const charactersRoute = createRoute({
    method: 'post',
    path: '/api/projects/{id}/generate-character-references',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(characterReferencesRequest) },
    responses: {
      200: jsonReply(projectReply, 'The project with its new characters'),
      ...refuses(...refusesChanging, 'already_generating'),
    },
  });

  return createRoutes()
    .openapi(improveTextRoute, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await improveText(deps, call, body.description), 200);
    })
    .openapi(detectGenresRoute, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await detectGenres(deps, call, body.description), 200);
    })
    .openapi(improveProjectRoute, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await improveProject(deps, call, c.req.valid('param').id), 200);
    })
    .openapi(improveSceneRoute, async (c) => {
      // The key isn't part of the request's identity, and nothing derived from it is stored.
      const call = changeCall(c, c.req.valid('header'), null);
      const ownKey = c.req.valid('json')?.apiKey ?? null;
      return c.json(await improveScene(deps, call, c.req.valid('param').id, ownKey), 200);
    })
    .openapi(charactersRoute, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await generateCharacters(deps, call, c.req.valid('param').id, body), 200);
    });
};
