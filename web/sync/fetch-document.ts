/** A project with its scenes as the server has them. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import type { Reading, SyncDeps } from './sync-deps.ts';

type Reader = Pick<SyncDeps, 'read'>;

/** `tag` stands for the state of both; null when they may be of two. */
export type FetchedDocument = { project: Project; scenes: Scene[]; tag: string | null };

/**
 * A project with its scenes. The two have one tag. Scenes that were read before the project may lack what the project
 * speaks of (a breakdown that has ended): where the tags differ they are read once more, because nobody would look again.
 * @throws ApiError (404 when the project is not this person's), OfflineError, ZodError, AbortError
 */
export async function fetchDocument(deps: Reader, projectId: string, signal?: AbortSignal): Promise<FetchedDocument> {
  return complete(deps, projectId, await readNew(deps, scenesPath(projectId), signal), signal);
}

/**
 * The same, or null when the server still has what `known` is the tag of: then that is all that was asked.
 * @throws as `fetchDocument`
 */
export async function fetchIfNew(
  deps: Reader,
  projectId: string,
  known: string | null,
  signal?: AbortSignal,
): Promise<FetchedDocument | null> {
  const early = await deps.read(scenesPath(projectId), known, signal);
  return early && complete(deps, projectId, early, signal);
}

/** Reads what nothing is known of. @throws what `SyncDeps.read` throws */
export async function readNew(deps: Reader, path: string, signal?: AbortSignal): Promise<Reading> {
  const reading = await deps.read(path, null, signal);
  if (reading === null) throw new Error(`Nothing was known of ${path}, and the server says that it is unchanged.`);
  return reading;
}

async function complete(
  deps: Reader,
  projectId: string,
  early: Reading,
  signal?: AbortSignal,
): Promise<FetchedDocument> {
  const project = await readNew(deps, `/api/projects/${projectId}`, signal);
  const isOneState = project.tag !== null && project.tag === early.tag;
  const scenes = isOneState ? early : await readNew(deps, scenesPath(projectId), signal);
  return {
    project: projectReply.parse(project.body),
    scenes: sceneListReply.parse(scenes.body),
    tag: project.tag === scenes.tag ? project.tag : null,
  };
}

function scenesPath(projectId: string): string {
  return `/api/projects/${projectId}/scenes`;
}
