/** A person's projects. */
import { createRoute } from '@hono/zod-openapi';
import {
  createProjectRequest,
  openSampleRequest,
  patchProjectRequest,
  projectAndScenesReply,
  projectListQuery,
  projectListReply,
  projectReply,
  reorderScenesRequest,
} from '#shared/api/projects.ts';
import { deletedProjectsQuery, deletedProjectsReply } from '#shared/api/deleted-projects.ts';
import type { Deps } from '../deps.ts';
import { projectOfPath, requireUser, requireUserAt } from '#edge-api/middleware/session.ts';
import { rememberDigests } from '#edge-api/services/project-digests.ts';
import { openSample } from '#edge-api/services/open-sample.ts';
import { ownProjectView } from '#edge-api/services/project-view.ts';
import {
  createProject,
  deleteProject,
  listDeleted,
  listProjects,
  patchProject,
  reorderScenes,
  type ListPlace,
} from '#edge-api/services/projects.ts';
import { changeCall } from './change-call.ts';
import { hasCurrent, notModified } from './entity-tag.ts';
import {
  changeHeaders,
  createRoutes,
  emptyReply,
  idParam,
  jsonBody,
  jsonReply,
  linkNext,
  onceHeaders,
  refuses,
} from './route-frame.ts';

const refusesNew = [
  'unauthenticated',
  'foreign_origin',
  'idempotency_mismatch',
  'invalid_input',
  'rate_limited',
] as const;
const refusesChange = refuses(...refusesNew, 'not_found', 'version_conflict');

export const projectRoutes = (deps: Deps) => {
  const middleware = requireUser(deps);
  const digestsOf = rememberDigests();

  const list = createRoute({
    method: 'get',
    path: '/api/user/projects',
    middleware: requireUserAt(deps, () => 'list'),
    request: { query: projectListQuery },
    responses: {
      200: jsonReply(projectListReply, 'A page of the person’s projects, the newest first'),
      ...notModified,
      ...refuses('unauthenticated', 'invalid_input'),
    },
  });
  const deleted = createRoute({
    method: 'get',
    path: '/api/user/deleted-projects',
    middleware,
    request: { query: deletedProjectsQuery },
    responses: {
      200: jsonReply(deletedProjectsReply, 'Those of the named projects that the person has deleted'),
      ...refuses('unauthenticated', 'invalid_input', 'rate_limited'),
    },
  });
  const create = createRoute({
    method: 'post',
    path: '/api/projects',
    middleware,
    request: { headers: onceHeaders, body: jsonBody(createProjectRequest) },
    responses: { 201: jsonReply(projectReply, 'The new project'), ...refuses(...refusesNew, 'quota_reached') },
  });
  const sample = createRoute({
    method: 'post',
    path: '/api/sample-project',
    middleware,
    request: { headers: onceHeaders, body: jsonBody(openSampleRequest) },
    responses: {
      201: jsonReply(projectAndScenesReply, 'A copy of the sample project'),
      ...refuses(...refusesNew, 'quota_reached'),
    },
  });
  const read = createRoute({
    method: 'get',
    path: '/api/projects/{id}',
    middleware: requireUserAt(deps, projectOfPath),
    request: { params: idParam },
    responses: {
      200: jsonReply(projectReply, 'The project'),
      ...notModified,
      ...refuses('unauthenticated', 'not_found'),
    },
  });
  const patch = createRoute({
    method: 'patch',
    path: '/api/projects/{id}',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(patchProjectRequest) },
    responses: { 200: jsonReply(projectReply, 'The changed project'), ...refusesChange },
  });
  const remove = createRoute({
    method: 'delete',
    path: '/api/projects/{id}',
    middleware,
    request: { params: idParam, headers: changeHeaders },
    responses: { 204: emptyReply('Deleted'), ...refusesChange },
  });
  const reorder = createRoute({
    method: 'post',
    path: '/api/projects/{id}/reorder-scenes',
    middleware,
    request: { params: idParam, headers: changeHeaders, body: jsonBody(reorderScenesRequest) },
    responses: {
      200: jsonReply(projectAndScenesReply, 'The project and its scenes in their new order'),
      ...refusesChange,
    },
  });

  return createRoutes()
    .openapi(list, async (c) => {
      const { after = null } = c.req.valid('query');
      if (await hasCurrent(c, [c.var.userId, after, c.var.revision])) return c.body(null, 304);
      const { projects, next } = await listProjects(deps, digestsOf, {
        userId: c.var.userId,
        after: after === null ? null : placeOf(after),
      });
      if (next !== null) linkNext(c, { after: `${next.createdAt}_${next.id}` });
      return c.json(projects, 200);
    })
    .openapi(deleted, async (c) => {
      const ids = c.req.valid('query').ids.split(',');
      return c.json(await listDeleted(deps, c.var.userId, ids), 200);
    })
    .openapi(create, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await createProject(deps, call, body), 201);
    })
    .openapi(sample, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await openSample(deps, call, body), 201);
    })
    .openapi(read, async (c) => {
      const { id } = c.req.valid('param');
      if (await hasCurrent(c, [id, c.var.revision])) return c.body(null, 304);
      return c.json(await ownProjectView(deps, c.var.userId, id), 200);
    })
    .openapi(patch, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await patchProject(deps, call, c.req.valid('param').id, body), 200);
    })
    .openapi(remove, async (c) => {
      const call = changeCall(c, c.req.valid('header'), null);
      await deleteProject(deps, call, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(reorder, async (c) => {
      const body = c.req.valid('json');
      const call = changeCall(c, c.req.valid('header'), body);
      return c.json(await reorderScenes(deps, call, c.req.valid('param').id, body), 200);
    });
};

/** The cursor of `projectListQuery`. */
function placeOf(after: string): ListPlace {
  const [createdAt, id = ''] = after.split('_');
  return { createdAt: Number(createdAt), id };
}
