/** Makes the sample project a person's own: a project like any other, with its clips in their media store. */
import { type OpenSampleRequest, type ProjectAndScenes } from '#shared/api/projects.ts';
import { frameUrl, mediaUrl } from '#shared/api/media.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import { newScene } from '#shared/rules/new-scene.ts';
import { sampleMusic } from '#shared/sample/sample-music.ts';
import { sampleAudio, sampleProject, sampleSceneList, type SampleScene } from '#shared/sample/sample-project.ts';
import { sampleMusicName } from '#shared/sample/sample-words.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { appendScene, storeClip } from '#edge-api/repos/generated-scenes.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { insertOwnFile } from '#edge-api/repos/own-files.ts';
import { insertProject, isProjectIdTaken, type ProjectRecord } from '#edge-api/repos/projects.ts';
import { updateSceneEdit } from '#edge-api/repos/scenes.ts';
import { keptProjectAndScenes } from './kept-replies.ts';
import { changeOnce, type ChangeCall } from './change-once.ts';
import { storeFrames } from './clip-frames.ts';
import { promptWordsHash } from './clip-order.ts';
import { sha256Hex } from './digest.ts';
import { remembered } from './history.ts';
import { newProjectRecord } from './new-project.ts';
import { storedSource } from './media.ts';
import { parseMp4Facts } from './parse-mp4-facts.ts';
import { viewOf } from './project-view.ts';
import { requireRoomForProject } from './quotas.ts';
import { projectWords } from './words.ts';

type SampleDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'mediaStore' | 'sampleClips' | 'quotas'>;

/** @throws AppError `invalid_input` for an id that is taken */
export function openSample(deps: SampleDeps, call: ChangeCall, body: OpenSampleRequest): Promise<ProjectAndScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const nowMs = deps.now();
    const { id = uuidv7(nowMs, deps.randomBytes(10)) } = body;
    if (await isProjectIdTaken(deps.db, id)) throw new AppError('invalid_input', projectWords.idTaken);
    await requireRoomForProject(deps, call.userId);
    const blank = newProjectRecord(
      { ...sampleProject, genres: [...sampleProject.genres] },
      { id: id, userId: call.userId, nowMs: nowMs },
    );
    const record = { ...blank, audio: [sampleAudio(uuidv7(nowMs, deps.randomBytes(10)))] };
    const music = await keepMusic(deps, call.userId);
    // One after another: a Worker has little memory.
    const made: Made[] = [];
    for (const [index, scene] of sampleSceneList.entries()) made.push(await makeScene(deps, record, scene, index));
    const scenes = made.map(({ scene }) => scene);
    const entry = remembered(deps, call, id, { kind: 'create-project', scene: null, version: 1 });
    return {
      statements: [insertProject(record), music, ...made.flatMap(({ statements }) => statements), ...entry],
      reply: { project: viewOf(record, scenes), scenes },
    };
  });
}

/** The music becomes one of the person's own files, as a piece that they bring does. */
async function keepMusic(deps: SampleDeps, userId: string): Promise<Statement> {
  const bytes = await deps.sampleClips.readMusic();
  const { sha256, sizeBytes } = await deps.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: limits.clipBytes });
  const { type, facts } = sampleMusic;
  return insertOwnFile(userId, {
    kind: 'sound',
    sha256,
    sizeBytes,
    type,
    facts,
    name: sampleMusicName,
    createdAt: deps.now(),
  });
}

type Made = { scene: Scene; statements: Statement[] };

/** A complete scene. Its files are shared by all who open the sample: the store names them by their content. */
async function makeScene(
  deps: SampleDeps,
  project: ProjectRecord,
  { clip: name, ...words }: SampleScene,
  index: number,
): Promise<Made> {
  const nowMs = deps.now();
  const files = await deps.sampleClips.read(name);
  const blob = await deps.mediaStore.put(new Blob([files.clip]).stream(), { maxBytes: limits.clipBytes });
  const [facts, frames] = await Promise.all([
    parseMp4Facts(storedSource(deps.mediaStore, blob)),
    storeFrames(deps, blob.sha256, files),
  ]);
  const { sha256, sizeBytes } = blob;
  const { video, audio } = facts;
  const prompt = composePrompt(words, []);
  const [wordsHash, clipPromptHash] = await Promise.all([
    promptWordsHash({ ...words, characters: [] }),
    sha256Hex(prompt),
  ]);
  const id = uuidv7(nowMs + index, deps.randomBytes(10));
  const blank = newScene({ ...words, id }, { project, sceneNumber: index + 1, version: 1, at: nowMs });
  const scene: Scene = {
    ...blank,
    ...words,
    prompt,
    promptWordsHash: wordsHash,
    clipPromptHash,
    status: 'complete',
    videoUrl: mediaUrl(sha256),
    thumbnailUrl: frameUrl(sha256, 'first'),
    sha256,
    mediaBytes: sizeBytes,
    width: video.width,
    height: video.height,
    fps: video.fps,
    frameCount: video.frameCount,
    hasAudio: audio !== null,
    isDemo: true,
  };
  const owner = { projectId: project.id, userId: project.userId, nowMs };
  const statements = [
    appendScene({ ...scene, promptWordsHash: wordsHash, durationSeconds: scene.duration }, owner),
    updateSceneEdit(scene),
    insertMedia({ sha256, sizeBytes, facts, isDemo: true, nowMs }),
    ...holdMedia({ ...owner, sha256, sceneId: id }),
    ...frames.rows,
    storeClip({
      sceneId: id,
      sha256,
      sizeBytes,
      facts,
      isDemo: true,
      nowMs,
      hasPoster: true,
      clipPromptHash,
      note: null,
    }),
  ];
  return { scene, statements };
}
