/** Fetches a project and its scenes from the server. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import type { Reading, SyncDeps } from './sync-deps.ts';

const project = rpc.api.projects[':id'];
const projectSchema = replyTo('GET', project, projectReply);
const scenesSchema = replyTo('GET', project.scenes, sceneListReply);

type Reader = Pick<SyncDeps, 'read'>;

/** `tag` identifies the state of both; null when they may be from different states. */
export type FetchedDocument = { project: Project; scenes: Scene[]; tag: string | null };

/**
 * Fetches a project and its scenes, which share a tag. If the tags differ, the scenes are older than the project and
 * are read once more: nothing else would fetch, say, the last scenes of a finished breakdown.
 * @throws ApiError (404 when the project is not this person's), OfflineError, ZodError, AbortError
 */
export async function fetchDocument(deps: Reader, projectId: string, signal?: AbortSignal): Promise<FetchedDocument> {
  return complete(deps, projectId, await readNew(deps, scenesPath(projectId), signal), signal);
}

/**
 * The same, or null when nothing has changed since `known`.
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

/** Reads without a known tag. @throws what `SyncDeps.read` throws */
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
  const { path } = planCall('GET', project, { param: { id: projectId } });
  const late = await readNew(deps, path, signal);
  const isOneState = late.tag !== null && late.tag === early.tag;
  const scenes = isOneState ? early : await readNew(deps, scenesPath(projectId), signal);
  return {
    project: projectSchema.parse(late.body),
    scenes: scenesSchema.parse(scenes.body),
    tag: late.tag === scenes.tag ? late.tag : null,
  };
}

function scenesPath(projectId: string): string {
  return planCall('GET', project.scenes, { param: { id: projectId } }).path;
}
