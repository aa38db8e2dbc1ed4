/** One character of a project. Every call answers the whole project. */
import { createRoute, z } from '@hono/zod-openapi';
import { addCharacterRequest, characterParam, patchCharacterRequest } from '#shared/api/characters.ts';
import { emptyRequest, projectReply } from '#shared/api/projects.ts';
import type { Deps } from '../deps.ts';
import { limitRate } from '#edge-api/middleware/rate-limit.ts';
import { requireUser } from '#edge-api/middleware/session.ts';
import {
  addCharacter,
  deleteCharacter,
  drawCharacter,
  patchCharacter,
  restoreCharacter,
  setCharacterPicture,
  type CharacterPlace,
} from '#edge-api/services/characters.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { changeCall } from './change-call.ts';
import {
  changeHeaders,
  createRoutes,
  idParam,
  inTurn,
  jsonBody,
  jsonReply,
  optionalBody,
  refuses,
} from './route-frame.ts';

const refusesChange = [
  'unauthenticated',
  'foreign_origin',
  'not_found',
  'version_conflict',
  'idempotency_mismatch',
  'rate_limited',
] as const;

/** Checked by its first bytes, whatever type it's sent as. */
const picture = { schema: z.string().openapi({ format: 'binary' }) };
const pictureBody = { 'image/jpeg': picture, 'image/png': picture, 'image/webp': picture };

export const characterRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);

  const add = createRoute({
    method: 'post',
    path: '/api/projects/{id}/characters',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(addCharacterRequest) },
    responses: {
      201: jsonReply(projectReply, 'The project with the character, which has no picture yet unless it had one before'),
      ...refuses(...refusesChange, 'invalid_input'),
    },
  });
  const patch = createRoute({
    method: 'patch',
    path: '/api/projects/{id}/characters/{characterId}',
    middleware,
    request: { params: characterParam, headers: changeHeaders, body: jsonBody(patchCharacterRequest) },
    responses: {
      200: jsonReply(projectReply, 'The project with the changed character'),
      ...refuses(...refusesChange, 'invalid_input'),
    },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/projects/{id}/characters/{characterId}',
    middleware,
    request: { params: characterParam, headers: changeHeaders },
    responses: {
      200: jsonReply(projectReply, 'The project without the character'),
      ...refuses(...refusesChange, 'invalid_input'),
    },
  });
  const restore = createRoute({
    method: 'post',
    path: '/api/projects/{id}/characters/{characterId}/restore',
    middleware,
    request: { params: characterParam, headers: changeHeaders },
    responses: {
      200: jsonReply(projectReply, 'The project with the restored character'),
      ...refuses(...refusesChange, 'invalid_input'),
    },
  });
  const putPicture = createRoute({
    method: 'put',
    path: '/api/projects/{id}/characters/{characterId}/picture',
    middleware: inTurn(middleware, limitRate(deps, 'frameUpload')),
    request: { params: characterParam, headers: changeHeaders, body: { required: true, content: pictureBody } },
    responses: {
      200: jsonReply(projectReply, 'The project with the character’s own picture'),
      ...refuses(...refusesChange, 'too_large', 'invalid_input'),
    },
  });
  const draw = createRoute({
    method: 'post',
    path: '/api/projects/{id}/characters/{characterId}/generate',
    middleware: inTurn(middleware, limitRate(deps, 'aiCall')),
    request: { params: characterParam, headers: changeHeaders, body: optionalBody(emptyRequest) },
    responses: {
      200: jsonReply(projectReply, 'The project with the character’s new portrait'),
      ...refuses(
        ...refusesChange,
        'invalid_input',
        'already_generating',
        'no_api_key',
        'api_key_rejected',
        'model_unreachable',
        'refused_by_model',
        'spending_cap',
        'provider_failed',
      ),
    },
  });

  return createRoutes()
    .openapi(add, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await addCharacter(deps, call, c.req.valid('param').id, body), 201);
    })
    .openapi(patch, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await patchCharacter(deps, call, placeOf(c.req.valid('param')), body), 200);
    })
    .openapi(remove, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await deleteCharacter(deps, call, placeOf(c.req.valid('param'))), 200);
    })
    .openapi(restore, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await restoreCharacter(deps, call, placeOf(c.req.valid('param'))), 200);
    })
    .openapi(putPicture, async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      const call = changeCall(c, c.req.valid('header'), await sha256Hex(bytes));
      return c.json(await setCharacterPicture(deps, call, placeOf(c.req.valid('param')), bytes), 200);
    })
    .openapi(draw, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      return c.json(await drawCharacter(deps, call, placeOf(c.req.valid('param'))), 200);
    });
};

function placeOf({ id, characterId }: z.infer<typeof characterParam>): CharacterPlace {
  return { projectId: id, characterId };
}
