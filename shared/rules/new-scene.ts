/** A scene that a person has just added: appended, with nothing made yet. One rule for both sides. */
import { mediaUrl } from '../api/media.ts';
import type { CreateSceneRequest } from '../api/scenes.ts';
import { modelRow } from '../catalogue/models.ts';
import type { Project } from '../entities/project.ts';
import type { OwnClip } from '../entities/own-file.ts';
import type { Scene, SceneStill } from '../entities/scene.ts';
import { composePrompt } from './compose-prompt.ts';

/** What a scene's row says of the own clip that it plays. */
export function ownClipFields(clip: OwnClip) {
  const { video, audio } = clip.facts;
  return {
    duration: video.durationSeconds,
    status: 'complete',
    source: 'clip',
    videoUrl: mediaUrl(clip.sha256),
    thumbnailUrl: null,
    sha256: clip.sha256,
    mediaBytes: clip.sizeBytes,
    width: video.width,
    height: video.height,
    fps: video.fps,
    frameCount: video.frameCount,
    hasAudio: audio !== null,
  } satisfies Partial<Scene>;
}

/** What changes of a scene when its clip is made anew: it is shown whole, as long as it is. */
export function remadeStill(still: SceneStill, clip: OwnClip) {
  return {
    ...ownClipFields(clip),
    ...{ still, trimStart: null, trimEnd: null, clipPromptHash: null, isDemo: false },
    ...{ note: null, errorMessage: null, answerLost: false },
  } satisfies Partial<Scene>;
}

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
    duration: body.duration,
    model: null,
    status: 'pending',
    source: 'generated',
    still: clip === null ? null : (body.still ?? null),
    referencePictures: [],
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
    ...(clip !== null && ownClipFields(clip)),
  };
}
