/** A project with its scenes as the server has them. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import type { SyncDeps } from './sync-deps.ts';

/** @throws ApiError (404 when the project is not this person's), OfflineError, ZodError, AbortError */
export async function fetchDocument(deps: Pick<SyncDeps, 'call'>, projectId: string, signal?: AbortSignal): Promise<{ project: Project; scenes: Scene[] }> {
  const get = (path: string): Promise<unknown> => deps.call({ method: 'GET', path, body: null, headers: {} }, signal);
  const [project, scenes] = await Promise.all([get(`/api/projects/${projectId}`), get(`/api/projects/${projectId}/scenes`)]);
  return { project: projectReply.parse(project), scenes: sceneListReply.parse(scenes) };
}
