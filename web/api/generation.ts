/**
 * Starting and stopping AI work. Each call waits for the project's unsent edits, and brings what it changed into the
 * local database before it resolves.
 * All throw ApiError (its `sentence` is for the person), OfflineError, AbortError.
 */
import { send } from './client.ts';
import { projectOfScene, throughGate } from './project-gate.ts';
import { readStoredKey } from './stored-key.ts';

/** Starts the breakdown of a project into scenes. It runs on; the rows tell of its end. */
export async function generateScenes(projectId: string, signal?: AbortSignal): Promise<void> {
  await post(projectId, `/api/projects/${projectId}/generate-scenes`, {}, signal);
}

/** Starts the clips of all pending and failed scenes. */
export async function generateVideos(projectId: string, signal?: AbortSignal): Promise<void> {
  await post(projectId, `/api/projects/${projectId}/generate-videos`, {}, signal);
}

/** Makes one scene's clip, again if it has one. `acceptSecondCharge` is needed where the answer to an earlier try was lost. */
export async function generateScene(
  sceneId: string,
  options: { acceptSecondCharge?: boolean } = {},
  signal?: AbortSignal,
): Promise<void> {
  const body = options.acceptSecondCharge === undefined ? {} : { acceptSecondCharge: options.acceptSecondCharge };
  await post(await projectOfScene(sceneId), `/api/scenes/${sceneId}/generate`, body, signal);
}

/** Better words for a scene, by the key that this browser keeps, if it keeps one. */
export async function improveScene(sceneId: string, signal?: AbortSignal): Promise<void> {
  const apiKey = await readStoredKey();
  const body = apiKey === null ? {} : { apiKey };
  await post(await projectOfScene(sceneId), `/api/scenes/${sceneId}/improve-description`, body, signal);
}

/** Better words for a project's description. */
export async function improveProject(projectId: string, signal?: AbortSignal): Promise<void> {
  await post(projectId, `/api/projects/${projectId}/improve-description`, {}, signal);
}

/** Pictures of a movie's people, in the place of those that it has. */
export async function generateCharacters(projectId: string, maxCharacters: number): Promise<void> {
  await post(projectId, `/api/projects/${projectId}/generate-character-references`, { maxCharacters });
}

/** Takes a failure off the card: the scene is pending again. What an answer that was lost has cost stays in the ledger. */
export async function dismissFailure(sceneId: string): Promise<void> {
  await post(await projectOfScene(sceneId), `/api/scenes/${sceneId}/dismiss-failure`, {});
}

/** Stops everything of the project that has not been sent to the model, and puts it back to pending. */
export async function cancelGeneration(projectId: string): Promise<void> {
  await post(projectId, `/api/projects/${projectId}/cancel-generation`, {});
}

async function post(projectId: string, path: string, json: object, signal?: AbortSignal): Promise<void> {
  // One key for one press of the button: a repeat of the same request by the browser or a proxy starts nothing twice.
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  await throughGate(projectId, () => send({ method: 'POST', path, json, headers, ...(signal && { signal }) }), signal);
}
