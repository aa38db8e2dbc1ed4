/**
 * Starting and stopping AI work. What starts something waits for the project's unsent edits; every call brings what it
 * changed into the local database before it resolves.
 * All throw ApiError (its `sentence` is for the person), OfflineError, AbortError; what waits throws UnsavedError, too.
 */
import { pastGate, projectOfScene, throughGate, type Ground } from './project-gate.ts';
import { projectReply } from '#shared/api/projects.ts';
import { once, readReply, rpc, until } from './rpc.ts';
import { readStoredKey } from './stored-key.ts';

const projects = rpc.api.projects[':id'];
const scenes = rpc.api.scenes[':id'];

/** Starts the breakdown of a project into scenes. It runs on; the rows tell of its end. */
export async function generateScenes(projectId: string, signal?: AbortSignal): Promise<void> {
  await ofProject(projectId, 'scenes', signal, (call, init) =>
    projects['generate-scenes'].$post({ ...call, json: {} }, init),
  );
}

/** Starts the clips of these scenes, in the order of the movie. */
export async function generateVideos(projectId: string, sceneIds: string[], signal?: AbortSignal): Promise<void> {
  await ofProject(projectId, 'scenes', signal, (call, init) =>
    projects['generate-videos'].$post({ ...call, json: { sceneIds } }, init),
  );
}

/** Makes one scene's clip, again if it has one. `acceptSecondCharge` is needed where the answer to an earlier try was lost. */
export async function generateScene(
  sceneId: string,
  json: { acceptSecondCharge?: boolean } = {},
  signal?: AbortSignal,
): Promise<void> {
  await ofScene(sceneId, signal, (call, init) => scenes.generate.$post({ ...call, json }, init));
}

/** Makes a scene's clip longer, or tries that again. `acceptSecondCharge` is needed where the answer to an earlier try was lost. */
export async function extendScene(sceneId: string, json: { acceptSecondCharge?: boolean } = {}): Promise<void> {
  await ofScene(sceneId, undefined, (call, init) => scenes.extend.$post({ ...call, json }, init));
}

/** Removes the extensions of a scene that have no clip. */
export async function removeExtension(sceneId: string): Promise<void> {
  const projectId = await projectOfScene(sceneId);
  await pastGate(projectId, () => scenes.extend.$delete(callOf(sceneId)));
}

/** Better words for a scene, by the key that this browser keeps, if it keeps one. */
export async function improveScene(sceneId: string, signal?: AbortSignal): Promise<void> {
  const apiKey = await readStoredKey();
  const json = apiKey === null ? {} : { apiKey };
  await ofScene(sceneId, signal, (call, init) => scenes['improve-description'].$post({ ...call, json }, init));
}

/** Better words for a project's description. */
export async function improveProject(projectId: string, signal?: AbortSignal): Promise<void> {
  await ofProject(projectId, 'project', signal, (call, init) =>
    projects['improve-description'].$post({ ...call, json: {} }, init),
  );
}

/** Pictures of a movie's people, in the place of those that it has, or with `keep` beside them. Answers how many there are. */
export async function generateCharacters(
  projectId: string,
  json: { maxCharacters: number; keep: boolean },
): Promise<number> {
  const reply = await throughGate(projectId, 'project', () =>
    projects['generate-character-references'].$post({ ...callOf(projectId), json }),
  );
  return (await readReply(reply, projectReply)).characterReferences.length;
}

/** Another portrait of a character, in the place of the one that it has. */
export async function generatePortrait(projectId: string, characterId: string): Promise<void> {
  await throughGate(projectId, 'project', () =>
    projects.characters[':characterId'].generate.$post({
      param: { id: projectId, characterId },
      header: once(),
      json: {},
    }),
  );
}

/** A picture of the person's own as a character's portrait. */
export async function sendPortrait(projectId: string, characterId: string, picture: Blob): Promise<void> {
  const input = { param: { id: projectId, characterId }, header: once() };
  const init = { body: picture, headers: { 'Content-Type': picture.type } };
  await throughGate(projectId, 'project', () => projects.characters[':characterId'].picture.$put(input, { init }));
}

/** Takes a failure off the card: the scene is pending again. What an answer that was lost has cost stays in the ledger. */
export async function dismissFailure(sceneId: string): Promise<void> {
  const projectId = await projectOfScene(sceneId);
  await pastGate(projectId, () => scenes['dismiss-failure'].$post({ ...callOf(sceneId), json: {} }));
}

/** Stops everything of the project that has not been sent to the model, and puts it back to pending. */
export async function cancelGeneration(projectId: string): Promise<void> {
  await pastGate(projectId, () => projects['cancel-generation'].$post({ ...callOf(projectId), json: {} }));
}

/** Stops the clip of one scene. */
export async function cancelScene(sceneId: string): Promise<void> {
  const projectId = await projectOfScene(sceneId);
  await pastGate(projectId, () => scenes.cancel.$post({ ...callOf(sceneId), json: {} }));
}

type Call = { param: { id: string }; header: ReturnType<typeof once> };
type Post = (call: Call, init: ReturnType<typeof until>) => Promise<unknown>;

function callOf(id: string): Call {
  return { param: { id }, header: once() };
}

async function ofProject(id: string, ground: Ground, signal: AbortSignal | undefined, post: Post): Promise<void> {
  await throughGate(id, ground, () => post(callOf(id), until(signal)), signal);
}

async function ofScene(id: string, signal: AbortSignal | undefined, post: Post): Promise<void> {
  const projectId = await projectOfScene(id);
  await throughGate(projectId, { sceneId: id }, () => post(callOf(id), until(signal)), signal);
}
