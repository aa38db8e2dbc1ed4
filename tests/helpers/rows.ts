/** Builders of whole rows for tests: every field has a plain value, and a test names only what it is about. */
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { uuidv7 } from '#shared/entities/id.ts';

const START_MS = Date.UTC(2026, 0, 1);

/** A UUIDv7 that is the same in every run. */
export function testId(n: number): string {
  return uuidv7(
    START_MS + n,
    Uint8Array.from({ length: 10 }, (_, index) => (n * 31 + index * 7) % 256),
  );
}

/** A made-up SHA-256 that is the same in every run. */
export function testHash(n: number): string {
  return n.toString(16).padStart(64, '0');
}

/** What a person says of a movie that they begin. */
export const idea: CreateProjectRequest = {
  title: 'Lighthouse',
  description: 'A lighthouse at night.',
  targetLength: 30,
  genres: ['drama'],
  model: 'omni',
  aspectRatio: '16:9',
};

export function projectRow(fields: Partial<Project> = {}): Project {
  return {
    id: testId(1),
    userId: testId(2),
    title: 'The Glass Lighthouse',
    description: 'A harbour town has forgotten its lighthouse.',
    status: 'draft',
    isPublic: false,
    isIndexable: false,
    genre: 'Drama',
    genres: ['drama'],
    targetLength: 120,
    model: 'veo-3.1',
    aspectRatio: '16:9',
    totalDuration: null,
    characterReferences: [],
    sceneCount: 0,
    posterUrl: null,
    isDemo: false,
    breakdownStatus: null,
    breakdownError: null,
    audio: [],
    levelling: false,
    version: 1,
    createdAt: START_MS,
    updatedAt: START_MS,
    ...fields,
  };
}

export function sceneRow(sceneNumber: number, fields: Partial<Scene> = {}): Scene {
  return {
    id: testId(100 + sceneNumber),
    projectId: testId(1),
    sceneNumber,
    title: `Scene ${sceneNumber}`,
    description: 'Ines copies the logbook by candlelight.',
    prompt: 'Ines copies the logbook by candlelight.',
    negativePrompt: null,
    resolution: '720p',
    duration: 8,
    model: null,
    status: 'pending',
    source: 'generated',
    videoUrl: null,
    thumbnailUrl: null,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
    trimStart: null,
    trimEnd: null,
    textOverlays: [],
    metadata: { cameraAngle: 'wide', mood: 'calm', lighting: null, movement: null },
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
    still: null,
    referencePictures: [],
    version: 1,
    createdAt: START_MS,
    updatedAt: START_MS,
    ...fields,
  };
}

/** A scene that has its clip: 24 frames a second at 720p unless the fields say otherwise. */
export function completeScene(sceneNumber: number, fields: Partial<Scene> = {}): Scene {
  const sha256 = fields.sha256 ?? testHash(sceneNumber);
  return sceneRow(sceneNumber, {
    status: 'complete',
    sha256,
    videoUrl: `/api/media/${sha256}`,
    mediaBytes: 2_000_000,
    width: 1280,
    height: 720,
    fps: { num: 24, den: 1 },
    frameCount: 192,
    hasAudio: true,
    ...fields,
  });
}

/** What continues a scene by another 7 s. */
export function extensionOf(scene: Scene, extensionIndex: number, fields: Partial<Scene> = {}): Scene {
  const id = testId(800 + extensionIndex);
  return sceneRow(scene.sceneNumber, {
    ...{ id, isExtension: true, parentSceneId: scene.id, extensionIndex, duration: 7 },
    ...fields,
  });
}

/** A text of two seconds, as somebody has just written it. */
export function textOverlay(fields: Partial<TextOverlay> = {}): TextOverlay {
  const look = { fontSize: 32, color: '#FFFFFF', position: 'center' as const };
  return { text: 'Low tide', ...look, startTime: 0, endTime: 2, ...fields };
}

/** A clip of 8 s at 720p, as a movie plan has it. */
export function planClip(sha256: string, fields: Partial<PlanClip> = {}): PlanClip {
  const fps = { num: 24, den: 1 };
  return { sha256, url: '', sizeBytes: 1, width: 1280, height: 720, fps, frameCount: 192, hasAudio: true, ...fields };
}

/** A piece of music of ten seconds from the movie's start on. */
export function audioPiece(fields: Partial<MovieAudio> = {}): MovieAudio {
  return {
    id: testId(700),
    kind: 'music',
    mediaId: testHash(70),
    name: 'Harbor at night',
    startSeconds: 0,
    inSeconds: 0,
    outSeconds: 10,
    gainDb: 0,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    loop: false,
    duckDb: 0,
    duckSeconds: 0.4,
    lengthSeconds: null,
    muted: false,
    takes: [],
    ...fields,
  };
}

/** Music under the whole movie. */
export function musicBed(fields: Partial<MovieAudio> = {}): MovieAudio {
  return audioPiece({ outSeconds: 36_000, loop: true, ...fields });
}
