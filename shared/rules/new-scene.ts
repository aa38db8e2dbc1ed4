/** A scene that a person has just added: appended, with nothing made yet. One rule for both sides. */
import type { CreateSceneRequest } from '../api/scenes.ts';
import { modelRow } from '../catalogue/models.ts';
import type { Project } from '../entities/project.ts';
import type { Scene } from '../entities/scene.ts';
import { composePrompt } from './compose-prompt.ts';

type Place = {
  project: Pick<Project, 'id' | 'model' | 'characterReferences'>;
  sceneNumber: number;
  /** 0 where the server has not seen it, else 1. */
  version: 0 | 1;
  /** Milliseconds since the epoch. */
  at: number;
};

export function newScene(
  body: CreateSceneRequest & { id: string },
  { project, sceneNumber, version, at }: Place,
): Scene {
  const words = {
    title: body.title,
    description: body.description,
    metadata: { cameraAngle: null, mood: null, lighting: null, movement: null },
  };
  return {
    ...words,
    id: body.id,
    projectId: project.id,
    sceneNumber,
    prompt: composePrompt(words, project.characterReferences),
    negativePrompt: null,
    resolution: modelRow(project.model).defaultResolution,
    duration: body.duration,
    model: null,
    status: 'pending',
    videoUrl: null,
    thumbnailUrl: null,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
    trimStart: null,
    trimEnd: null,
    textOverlays: [],
    errorMessage: null,
    note: null,
    queuedAt: null,
    answerLost: false,
    promptWordsHash: null,
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
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    transition: null,
    continueFromPrevious: false,
    continueIntoNext: false,
    splitFrom: null,
    version,
    createdAt: at,
    updatedAt: at,
  };
}
