/** Who the battery sends as: an owner with a project, a stranger with another, a visitor, and somebody whose time is up. */
import { createHash } from 'node:crypto';
import { uuidv7 } from '#shared/entities/id.ts';
import { insertJob } from '#edge-api/repos/jobs.ts';
import { keyMarkOf } from '#edge-api/services/models.ts';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import { plantExport } from '../plant-export.ts';
import { plantClipIn } from '../plant-clip.ts';
import type { PlantingApi, TestUser } from '../harness.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { CANARY_KEY } from './canary.ts';

/** A person with everything that one can have. Every word of theirs begins with `mark`. */
export type Owner = {
  user: TestUser;
  mark: string;
  projectId: string;
  publicProjectId: string;
  emptyProjectId: string;
  sceneId: string;
  otherSceneId: string;
  deletedSceneId: string;
  clip: { sceneId: string; sha256: string };
  /** Of the main project. */
  characterId: string;
  deletedCharacterId: string;
  /** A finished one. */
  exportId: string;
  sessionId: string;
  /** An own picture, and the upload of another of which nothing was sent yet, and that of one of which all was. */
  ownFile: string;
  emptyUploadId: string;
  fullUploadId: string;
  /** Of the main project. */
  versionId: string;
  /** What nobody else may read. */
  secrets: string[];
};

/** A whole PNG of one pixel. */
export const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
export const PNG_SHA256 = createHash('sha256').update(PNG).digest('hex');

/** The smallest thing that counts as a picture. */
export const JPEG = jpegOf();

export const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

let count = 0;

/** Signs a new person in, who has a key and nothing else. */
export async function newPerson(api: PlantingApi, name: string): Promise<{ user: TestUser; mark: string }> {
  const mark = `${name}-${++count}-private`;
  const user = await api.as(mark);
  await user.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: CANARY_KEY } });
  return { user, mark };
}

/** Signs a new person in and gives them a key, projects, scenes and a clip with its first picture. All clips are the same file. */
export async function newOwner(api: PlantingApi, name = 'Owner'): Promise<Owner> {
  const { user, mark } = await newPerson(api, name);
  const [main, open, empty] = [
    await createProject(user, mark),
    await createProject(user, `${mark} open`),
    await createProject(user, mark),
  ];
  const scenes = [];
  for (const title of ['One', 'Two', 'Three']) scenes.push(await addScene(user, main.id, `${mark} ${title}`));
  const [sceneId = '', otherSceneId = '', deletedSceneId = ''] = scenes;
  await user.json(`/api/scenes/${deletedSceneId}`, { method: 'DELETE' });
  await user.json(`/api/projects/${open.id}`, { method: 'PATCH', json: { isPublic: true } });
  const clip = await plantClipIn(api.deps, main);
  await user.fetch(`/api/media/${clip.sha256}/frames/first`, { method: 'PUT', body: JPEG });
  await plantWork(api, user.id, main.id, clip);
  const exportId = await plantExport(api, { user, projectId: main.id });
  const [characterId = '', deletedCharacterId = ''] = await plantCharacters(api, main.id, mark);
  await user.json(`/api/projects/${main.id}/characters/${deletedCharacterId}`, { method: 'DELETE' });
  const [session] = await user.json<OwnSession[]>('/api/user/sessions');
  const sessionId = session?.id ?? '';
  const ownFile = await plantOwnFile(user, jpegOf(`${mark} own`));
  const emptyUploadId = await beginUpload(user, JPEG);
  const fullUploadId = await sendPicture(user, jpegOf(`${mark} full`));
  const versionId = await plantVersion(user, main.id, mark);
  return {
    characterId,
    deletedCharacterId,
    exportId,
    sessionId,
    ownFile,
    emptyUploadId,
    fullUploadId,
    versionId,
    user,
    mark,
    projectId: main.id,
    publicProjectId: open.id,
    emptyProjectId: empty.id,
    sceneId,
    otherSceneId,
    deletedSceneId,
    clip,
    secrets: [
      exportId,
      sessionId,
      `${mark}@example.test`.toLowerCase(),
      user.id,
      `${mark} One`,
      main.id,
      sceneId,
      clip.sceneId,
      characterId,
      ownFile,
      emptyUploadId,
      fullUploadId,
      versionId,
    ],
  };
}

async function beginUpload(user: TestUser, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const json = { sha256, sizeBytes: picture.length, kind: 'picture', name: 'Own.jpg' };
  const { upload } = await user.json<StartUploadReply>('/api/uploads', { method: 'POST', json });
  return upload?.id ?? '';
}

async function sendPicture(user: TestUser, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = await beginUpload(user, picture);
  const headers = { 'Content-Type': 'application/octet-stream' };
  await user.fetch(`/api/uploads/${id}/parts/1`, { method: 'PUT', body: picture, headers });
  return id;
}

/** What a version keeps, of a movie without scenes. */
export const versionDocument = (title: string) => ({
  project: { title, description: `${title}, as it was.`, model: 'omni', levelling: false, audio: [] },
  scenes: [],
});

async function plantVersion(user: TestUser, projectId: string, mark: string): Promise<string> {
  const id = newId();
  const json = { id, at: Date.now(), reason: 'named', name: `${mark} version`, document: versionDocument(mark) };
  await user.json(`/api/projects/${projectId}/versions`, { method: 'POST', json });
  return id;
}

async function plantOwnFile(user: TestUser, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = await sendPicture(user, picture);
  return (await user.json<OwnFile>(`/api/uploads/${id}/complete`, { method: 'POST' })).sha256;
}

/** What the provider knows of a clip, so that it can be extended. */
async function plantWork(api: PlantingApi, userId: string, projectId: string, clip: Owner['clip']): Promise<void> {
  const job = { id: newId(), kind: 'clip' as const, userId, projectId, sceneId: clip.sceneId, quotaMark: null };
  const params = {
    request: { model: 'omni', resolution: '720p', durationSeconds: 8 },
    keyMark: await keyMarkOf(CANARY_KEY),
  };
  const done = {
    sql: `update jobs set state = 'done', upstream_id = 'v1_work', file_id = 'file', clip_sha256 = :sha256, params = :params where id = :id`,
    args: { id: job.id, sha256: clip.sha256, params: JSON.stringify(params) },
  };
  await api.db.batch([insertJob({ ...job, nowMs: api.deps.now() }), done], 'write');
}

export const idea = (title: string) => ({
  title,
  description: `${title}: a keeper finds a letter at the harbour, and reads it aloud in the rain.`,
  targetLength: 30,
  genres: ['mystery', 'drama'],
  model: 'omni',
  aspectRatio: '16:9',
});

function createProject(user: TestUser, title: string): Promise<Project> {
  return user.json<Project>('/api/projects', { method: 'POST', json: idea(title) });
}

async function addScene(user: TestUser, projectId: string, title: string): Promise<string> {
  const id = newId();
  const json = { id, title, description: `${title}: it rains.`, duration: 8 };
  await user.json<ProjectAndScenes>(`/api/projects/${projectId}/scenes`, { method: 'POST', json });
  return id;
}

async function plantCharacters(api: PlantingApi, projectId: string, mark: string): Promise<string[]> {
  const characters = ['Mara', 'Jon'].map((name) => ({
    id: newId(),
    name: `${mark} ${name}`,
    description: `${mark} A keeper in a blue coat.`,
    imageUrl: null,
  }));
  await api.db.execute({
    sql: 'update projects set character_references = :characters where id = :projectId',
    args: { projectId, characters: JSON.stringify(characters) },
  });
  return characters.map(({ id }) => id);
}
