/** Rows as they are before the server has seen them. A version of 0 means that it never has. */
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';

/** @param at milliseconds since the epoch */
export function newProject(userId: string, body: CreateProjectRequest & { id: string }, at: number): Project {
  return {
    id: body.id,
    userId,
    title: body.title,
    description: body.description,
    status: 'draft',
    isPublic: false,
    genre: genreLabels(body.genres),
    genres: body.genres,
    targetLength: body.targetLength,
    model: body.model,
    aspectRatio: body.aspectRatio,
    totalDuration: null,
    characterReferences: [],
    sceneCount: 0,
    posterUrl: null,
    breakdownStatus: null,
    breakdownError: null,
    music: null,
    levelling: false,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** @param at milliseconds since the epoch */
export function newScene(
  project: Project,
  body: CreateSceneRequest & { id: string },
  sceneNumber: number,
  at: number,
): Scene {
  return {
    id: body.id,
    projectId: project.id,
    sceneNumber,
    title: body.title,
    description: body.description,
    prompt: '',
    negativePrompt: null,
    resolution: modelRow(project.model).defaultResolution,
    duration: body.duration,
    status: 'pending',
    videoUrl: null,
    thumbnailUrl: null,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
    trimStart: null,
    trimEnd: null,
    textOverlays: [],
    metadata: { cameraAngle: null, mood: null, lighting: null, movement: null },
    errorMessage: null,
    note: null,
    answerLost: false,
    clipPromptHash: null,
    sha256: null,
    mediaBytes: null,
    width: null,
    height: null,
    fps: null,
    frameCount: null,
    hasAudio: null,
    isDemo: false,
    gainDb: 0,
    muted: false,
    transition: null,
    continueFromPrevious: false,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}
