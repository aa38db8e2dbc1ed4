/** A project with its scenes as the server has them. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import type { SyncDeps } from './sync-deps.ts';

/**
 * The project first: where it says that a breakdown has ended, the scenes asked for afterwards are all of them. Asked for
 * together, an ended breakdown could come with the scenes from before it, and nobody would look again.
 * @throws ApiError (404 when the project is not this person's), OfflineError, ZodError, AbortError
 */
export async function fetchDocument(
  deps: Pick<SyncDeps, 'call'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<{ project: Project; scenes: Scene[] }> {
  const get = (path: string): Promise<unknown> => deps.call({ method: 'GET', path, body: null, headers: {} }, signal);
  const project = projectReply.parse(await get(`/api/projects/${projectId}`));
  const scenes = sceneListReply.parse(await get(`/api/projects/${projectId}/scenes`));
  return { project, scenes };
}
