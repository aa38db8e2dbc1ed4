/** The AI's help with text: better descriptions and fitting genres. Each call replies when the AI has. */
import type { z } from 'zod';
import { detectGenresReply, improveDescriptionReply } from '#shared/api/ai-help.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { Deps } from '../deps.ts';
import type { Asking, SceneWords } from '#edge-api/providers/text-model/port.ts';
import { setPrompt } from '#edge-api/repos/generated-scenes.ts';
import { expectUnchanged, updateProjectEdit, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { expectSceneUnchanged, updateSceneEdit } from '#edge-api/repos/scenes.ts';
import { keptProject, keptScene, keptWhole } from './kept-replies.ts';
import { askOnce, type AskDeps } from './ask-once.ts';
import { requireVersion, type ChangeCall } from './change-once.ts';
import { promptWordsHash } from './clip-order.ts';
import { changedFields, remembered, type Happening } from './history.ts';
import { requireApiKey } from './key-vault.ts';
import { payForTokens } from './pay-for-tokens.ts';
import { ownProject, ownScene, viewOf } from './project-view.ts';

type ImproveDeps = AskDeps & Pick<Deps, 'keySecrets' | 'config' | 'log' | 'textModelFor'>;

/** Text takes seconds. After this long, none will come. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Includes the work before and after. */
const LONGEST_MS = ANSWER_TIMEOUT_MS + 30_000;

/** @throws AppError `no_api_key`, `spending_cap`, or what the text model throws */
export function improveText(
  deps: ImproveDeps,
  call: ChangeCall,
  description: string,
): Promise<z.infer<typeof improveDescriptionReply>> {
  return askOnce(deps, call, { reply: keptWhole(improveDescriptionReply), longestMs: LONGEST_MS }, async () => {
    const model = deps.textModelFor(await requireApiKey(deps, call.userId));
    const idea = { title: null, description, genreLabels: [] };
    const improvedDescription = await model.improveIdea(idea, askingFor(deps, call.userId, null));
    return { statements: [], reply: { improvedDescription } };
  });
}

/** @throws AppError `no_api_key`, `spending_cap`, or what the text model throws */
export function detectGenres(
  deps: ImproveDeps,
  call: ChangeCall,
  description: string,
): Promise<z.infer<typeof detectGenresReply>> {
  return askOnce(deps, call, { reply: keptWhole(detectGenresReply), longestMs: LONGEST_MS }, async () => {
    const model = deps.textModelFor(await requireApiKey(deps, call.userId));
    const found = await model.detectGenres(description, askingFor(deps, call.userId, null));
    return { statements: [], reply: { genres: found } };
  });
}

/**
 * Rewrites a project's description, as an edit with a new version.
 * @throws AppError `not_found`, `version_conflict` with the project, also when it was edited while the AI was writing;
 * `no_api_key`, `spending_cap`, or what the text model throws
 */
export function improveProject(deps: ImproveDeps, call: ChangeCall, projectId: string): Promise<Project> {
  let improved: { version: number; description: string } | null = null;
  return askOnce(deps, call, { reply: keptProject, longestMs: LONGEST_MS }, async () => {
    const own = await ownProject(deps, call.userId, projectId);
    requireVersion({ ifMatch: improved?.version ?? call.ifMatch }, own.project, 'project');
    improved ??= { version: own.record.version, description: await improvedIdea(deps, own.record) };
    const record: ProjectRecord = {
      ...own.record,
      description: improved.description,
      version: own.record.version + 1,
      updatedAt: deps.now(),
    };
    const row = { projectId, sceneId: null, version: own.record.version };
    const fields = await changedFields(deps, call, row, { before: own.record, after: record });
    const happening: Happening = { kind: 'improve-project', scene: null, version: record.version, fields };
    return {
      statements: [
        expectUnchanged(projectId, own.revision),
        updateProjectEdit(record),
        ...remembered(deps, call, projectId, happening),
      ],
      reply: viewOf(record, own.scenes),
    };
  });
}

/**
 * Rewrites a scene's description and prompt, as one edit with a new version.
 * @param ownKey a key that the person's browser keeps; null uses the saved one
 * @throws AppError as `improveProject`, with the scene
 */
export function improveScene(
  deps: ImproveDeps,
  call: ChangeCall,
  sceneId: string,
  ownKey: string | null,
): Promise<Scene> {
  let improved: ({ version: number } & SceneWords) | null = null;
  return askOnce(deps, call, { reply: keptScene, longestMs: LONGEST_MS }, async () => {
    const scene = await ownScene(deps, call.userId, sceneId);
    requireVersion({ ifMatch: improved?.version ?? call.ifMatch }, scene, 'scene');
    const { record } = await ownProject(deps, call.userId, scene.projectId);
    if (improved === null) {
      const apiKey = await requireApiKey(deps, call.userId, ownKey);
      improved = { version: scene.version, ...(await improvedScene(deps, apiKey, record, scene)) };
    }
    const { description, prompt } = improved;
    const wordsHash = await promptWordsHash({ ...scene, description, characters: record.characterReferences });
    const words = { description, prompt, promptWordsHash: wordsHash };
    const changed: Scene = { ...scene, ...words, version: scene.version + 1, updatedAt: deps.now() };
    const { projectId, version } = scene;
    const fields = await changedFields(deps, call, { projectId, sceneId, version }, { before: scene, after: changed });
    const happening: Happening = { kind: 'improve-scene', scene, version: changed.version, fields };
    return {
      statements: [
        expectSceneUnchanged(scene),
        updateSceneEdit(changed),
        setPrompt(sceneId, prompt, wordsHash),
        ...remembered(deps, call, projectId, happening),
      ],
      reply: { ...changed, promptWordsHash: wordsHash },
    };
  });
}

/** The time limit and the payer of one AI call. */
function askingFor(deps: ImproveDeps, userId: string, projectId: string | null): Asking {
  return { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), pay: payForTokens(deps, { userId, projectId }) };
}

async function improvedIdea(deps: ImproveDeps, record: ProjectRecord): Promise<string> {
  const model = deps.textModelFor(await requireApiKey(deps, record.userId));
  const idea = { ...record, genreLabels: record.genres.map((id) => genreLabels([id])) };
  return model.improveIdea(idea, askingFor(deps, record.userId, record.id));
}

function improvedScene(deps: ImproveDeps, apiKey: string, project: ProjectRecord, scene: Scene): Promise<SceneWords> {
  const { title, description, metadata, duration } = scene;
  return deps.textModelFor(apiKey).improveScene(
    {
      title,
      description,
      metadata,
      seconds: duration,
      movieTitle: project.title,
      genreLabels: project.genres.map((id) => genreLabels([id])),
      characters: project.characterReferences,
    },
    askingFor(deps, project.userId, project.id),
  );
}
