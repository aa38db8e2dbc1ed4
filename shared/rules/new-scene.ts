/** A scene that a person has just added: appended, with nothing made yet. One rule for both sides. */
import { mediaUrl } from '../api/media.ts';
import type { CreateSceneRequest } from '../api/scenes.ts';
import { modelRow } from '../catalogue/models.ts';
import type { Project } from '../entities/project.ts';
import type { OwnClip } from '../entities/own-file.ts';
import type { Scene } from '../entities/scene.ts';
import { composePrompt } from './compose-prompt.ts';

type Place = {
  project: Pick<Project, 'id' | 'model' | 'characterReferences'>;
  sceneNumber: number;
  /** 0 where the server has not seen it, else 1. */
  version: 0 | 1;
  /** Milliseconds since the epoch. */
  at: number;
  /** The own file that it plays; null for one whose clip is to be generated. */
  clip?: OwnClip | null;
};

export function newScene(
  body: CreateSceneRequest & { id: string },
  { project, sceneNumber, version, at, clip = null }: Place,
): Scene {
  const words = {
    title: body.title,
    description: body.description ?? '',
    metadata: { cameraAngle: null, mood: null, lighting: null, movement: null },
  };
  return {
    ...words,
    id: body.id,
    projectId: project.id,
    sceneNumber,
    prompt: clip === null ? composePrompt(words, project.characterReferences) : '',
    negativePrompt: null,
    resolution: modelRow(project.model).defaultResolution,
    duration: clip?.facts.video.durationSeconds ?? body.duration,
    model: null,
    status: clip === null ? 'pending' : 'complete',
    source: clip === null ? 'generated' : 'clip',
    videoUrl: clip === null ? null : mediaUrl(clip.sha256),
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
    sha256: clip?.sha256 ?? null,
    mediaBytes: clip?.sizeBytes ?? null,
    width: clip?.facts.video.width ?? null,
    height: clip?.facts.video.height ?? null,
    fps: clip?.facts.video.fps ?? null,
    frameCount: clip?.facts.video.frameCount ?? null,
    hasAudio: clip === null ? null : clip.facts.audio !== null,
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
