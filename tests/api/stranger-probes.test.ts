/**
 * A stranger who knows the hash of somebody's file, or even has its bytes, tries every door that takes a hash: what they are
 * told, and what the server asks of its database and its files for it, is the same as for a file that nobody has.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { showPicture } from '#edge-api/repos/pictures.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { startUploadReply } from '#shared/api/uploads.ts';
import { projectAndScenesReply } from '#shared/api/projects.ts';
import type { OwnFile, OwnFileKind } from '#shared/entities/own-file.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { limits } from '#shared/limits.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { oneSecondFacts } from '#tests/helpers/clips/one-second-facts.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { readZip } from '#tests/helpers/read-zip.ts';
import { canExport, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { hashOf, mp3Of, putPart, sendFile, SOUND, uploadId, type Bytes } from './send-file.ts';
import { newProject } from './new-project.ts';
import { plantExport } from './plant-export.ts';

/** Probes by hash; every hidden file is tried through every door at least once. `npm run test:long` asks for 2,000. */
const PROBES = Number(process.env['TEST_PROBES'] ?? 20);

const SETTINGS = { seconds: 2, fit: 'fill', pushIn: true, background: 'black' };

let api: TestApi;
let ada: TestUser;
/** Another one each time: nothing that an earlier one did is to be told apart. */
let eve: TestUser;
let strangers = 0;
let ownClip: Bytes;
let ownSong: Bytes;
/** What the server asked of its database and its files since it was last emptied. */
let work: string[];
beforeEach(async () => {
  api = await startTestApi({ environment: { STORAGE_LIMIT_MB: '1000' }, deps: canExport });
  work = [];
  Object.assign(api.deps, { db: watchedDb(api.deps.db), mediaStore: watchedStore(api.deps.mediaStore) });
  ada = await api.as('Ada');
  ownSong = mp3Of(900);
  ownClip = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 2 }));
});
afterEach(() => api.close());

function watchedDb(db: Db): Db {
  const note = (statement: Statement): void =>
    void work.push(typeof statement === 'string' ? statement : statement.sql);
  return {
    ...db,
    execute: (statement) => (note(statement), db.execute(statement)),
    batch: (statements, mode) => (statements.forEach(note), db.batch(statements, mode)),
  };
}

function watchedStore(store: MediaStore): MediaStore {
  const noted = <Name extends keyof MediaStore>(name: Name): MediaStore[Name] => {
    const real = store[name];
    return ((...args: unknown[]) => {
      work.push(`file: ${name}`);
      return Reflect.apply(real, store, args);
    }) as MediaStore[Name];
  };
  const watched = { ...store };
  for (const name of ['put', 'size', 'read', 'list', 'remove'] as const)
    Object.assign(watched, { [name]: noted(name) });
  return watched;
}

const whatItIs = (kind: OwnFileKind): object => {
  const facts = { clip: oneSecondFacts, picture: { width: 16, height: 9 }, sound: SOUND }[kind];
  return { kind, name: 'Mine', facts: { [kind]: facts } };
};
const begin = (user: TestUser, bytes: Bytes, kind: OwnFileKind): Promise<string> =>
  uploadId(user, bytes, whatItIs(kind));
const putFirst = (user: TestUser, id: string, body: Bytes): Promise<Response> => putPart(user, id, 1, body);
const send = async (user: TestUser, bytes: Bytes, kind: OwnFileKind): Promise<OwnFile> =>
  (await sendFile(user, bytes, whatItIs(kind))).json();

const newId = (): string => uuidv7(api.clock.now(), new Uint8Array(randomBytes(10)));

/** Everything of Ada's that is a file under a hash. None of it is in a public project. */
async function hideAll(): Promise<Map<string, string>> {
  const hidden = new Map<string, string>();
  const project = await newProject(ada);
  hidden.set('a sound', (await send(ada, mp3Of(2_000), 'sound')).sha256);
  const music = await send(ada, mp3Of(2_001), 'sound');
  const audio = [{ ...audioPiece(), mediaId: music.sha256 }];
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { audio } });
  hidden.set('music of a project', music.sha256);
  const removed = await send(ada, mp3Of(2_002), 'sound');
  await ada.fetch(`/api/own-files/${removed.sha256}`, { method: 'DELETE' });
  hidden.set('a removed sound', removed.sha256);
  const half = mp3Of(limits.uploadPartBytes + 1_000);
  const part = half.slice(0, limits.uploadPartBytes);
  await putFirst(ada, await begin(ada, half, 'sound'), part);
  hidden.set('an open upload', hashOf(half));
  hidden.set('a part of an upload', hashOf(part));
  hidden.set('a picture', (await send(ada, jpegOf('own'), 'picture')).sha256);
  const clip = await send(ada, new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 })), 'clip');
  const scene = { id: newId(), title: 'Beach', duration: 1, source: 'clip', mediaId: clip.sha256 };
  await ada.json(`/api/projects/${project.id}/scenes`, { method: 'POST', json: scene });
  hidden.set('a clip', clip.sha256);
  const frame = jpegOf('frame');
  const frameInit = { method: 'PUT', body: frame, headers: { 'Content-Type': 'image/jpeg' } };
  expect((await ada.fetch(`/api/media/${clip.sha256}/frames/first`, frameInit)).status).toBe(204);
  hidden.set('a frame', hashOf(frame));
  const portrait = await api.deps.mediaStore.put(new Blob([jpegOf('portrait')]).stream(), { maxBytes: 1_000 });
  const portraits = showPicture({ id: project.id, userId: ada.id }, { ...portrait, contentType: 'image/jpeg' }, 1);
  await api.deps.db.batch(portraits, 'write');
  hidden.set('a portrait', portrait.sha256);
  const movie = await ada.fetch(
    `/api/export-jobs/${await plantExport(api, { user: ada, projectId: project.id })}/download`,
  );
  hidden.set('an exported movie', hashOf(new Uint8Array(await movie.arrayBuffer())));
  const shown = Array.from(hidden).filter(([name]) => !/removed|upload|frame|exported/.test(name));
  for (const [, sha256] of shown) expect((await ada.fetch(`/api/media/${sha256}`)).status).toBe(200);
  return hidden;
}

type Door = { name: string; ask: (sha256: string) => Promise<Response> };
type Seen = { door: string; status: number; headers: object; body: string; work: string[] };

/** What a stranger can do with a hash, in a project of their own. */
async function doors(): Promise<Door[]> {
  const post = (path: string, json: unknown, method = 'POST'): Promise<Response> => eve.fetch(path, { method, json });
  const project = await newProject(eve);
  const here = `/api/projects/${project.id}`;
  const [clip, song, picture] = [
    (await send(eve, ownClip, 'clip')).sha256,
    (await send(eve, ownSong, 'sound')).sha256,
    (await send(eve, jpegOf('of a stranger'), 'picture')).sha256,
  ];
  const still = (of: string): unknown => ({ picture: of, settings: SETTINGS });
  const added = await post(`${here}/scenes`, {
    ...{ title: 'One', duration: 1, source: 'clip', mediaId: clip, still: still(picture) },
  });
  const sceneId = projectAndScenesReply.parse(await added.json()).scenes[0]?.id ?? '';
  const play = (mediaId: string): unknown => [{ ...audioPiece(), mediaId, takes: [] }];
  let uploadId = '';
  const versionId = newId();
  const version = (sha256: string): unknown => ({
    ...{ id: versionId, at: 1, reason: 'named', name: 'One' },
    document: {
      project: { title: 'One', description: 'One.', model: 'omni', levelling: false, audio: play(sha256) },
      scenes: [],
    },
  });
  const range = { headers: { Range: 'bytes=0-9' } };
  const found: Door[] = [
    { name: 'media', ask: (sha256) => eve.fetch(`/api/media/${sha256}`) },
    { name: 'media, head', ask: (sha256) => eve.fetch(`/api/media/${sha256}`, { method: 'HEAD' }) },
    { name: 'media, range', ask: (sha256) => eve.fetch(`/api/media/${sha256}`, range) },
    {
      name: 'media, known',
      ask: (sha256) => eve.fetch(`/api/media/${sha256}`, { headers: { 'If-None-Match': `"${sha256}"` } }),
    },
    { name: 'media, a visitor', ask: (sha256) => api.fetch(`/api/media/${sha256}`) },
    { name: 'first frame', ask: (sha256) => eve.fetch(`/api/media/${sha256}/frames/first`) },
    { name: 'last frame, a visitor', ask: (sha256) => api.fetch(`/api/media/${sha256}/frames/last`) },
    {
      name: 'sending a frame',
      ask: (sha256) => {
        const headers = { 'Content-Type': 'image/jpeg' };
        return eve.fetch(`/api/media/${sha256}/frames/first`, { method: 'PUT', body: jpegOf('mine'), headers });
      },
    },
    {
      name: 'start of an upload',
      ask: async (sha256) => {
        const reply = await post('/api/uploads', { sha256, sizeBytes: 2_000, kind: 'sound', name: 'Mine' });
        uploadId = startUploadReply.parse(await reply.clone().json()).upload?.id ?? '';
        return reply;
      },
    },
    { name: 'completing with nothing sent', ask: () => post(`/api/uploads/${uploadId}/complete`, undefined) },
    { name: 'a part of other bytes', ask: () => putFirst(eve, uploadId, new Uint8Array(2_000).fill(7)) },
    { name: 'completing with other bytes', ask: () => post(`/api/uploads/${uploadId}/complete`, undefined) },
    { name: 'removing an own file', ask: (sha256) => eve.fetch(`/api/own-files/${sha256}`, { method: 'DELETE' }) },
    {
      name: 'a scene of it',
      ask: (mediaId) => post(`${here}/scenes`, { title: 'Two', duration: 1, source: 'clip', mediaId }),
    },
    {
      name: 'a scene whose still is of it',
      ask: (sha256) =>
        post(`${here}/scenes`, { title: 'Two', duration: 1, source: 'clip', mediaId: clip, still: still(sha256) }),
    },
    {
      name: 'a clip that a still was remade into',
      ask: (mediaId) => post(`/api/scenes/${sceneId}`, { remade: { mediaId, still: still(picture) } }, 'PATCH'),
    },
    {
      name: 'a picture that a still was remade of',
      ask: (sha256) => post(`/api/scenes/${sceneId}`, { remade: { mediaId: clip, still: still(sha256) } }, 'PATCH'),
    },
    {
      name: 'a reference picture',
      ask: (picture) => post(`/api/scenes/${sceneId}`, { referencePictures: [{ picture, shows: 'A cat' }] }, 'PATCH'),
    },
    { name: 'bringing a clip back', ask: (sha256) => post(`/api/scenes/${sceneId}/restore-clip`, { sha256 }) },
    { name: 'music', ask: (sha256) => post(here, { audio: play(sha256) }, 'PATCH') },
    {
      name: 'music, a take of it',
      ask: (mediaId) => {
        const take = { mediaId, name: 'One', inSeconds: 0, outSeconds: 4 };
        return post(here, { audio: [{ ...audioPiece(), mediaId: song, takes: [take] }] }, 'PATCH');
      },
    },
    { name: 'publishing with a take of it', ask: () => post(here, { isPublic: true }, 'PATCH') },
    { name: 'music of a public movie', ask: (sha256) => post(here, { audio: play(sha256) }, 'PATCH') },
    { name: 'its page for everybody', ask: () => api.fetch(`/api/showcase/projects/${project.id}`) },
    { name: 'the list for everybody', ask: () => api.fetch('/api/showcase/projects') },
    { name: 'the project', ask: () => eve.fetch(here) },
    { name: 'its scenes', ask: () => eve.fetch(`${here}/scenes`) },
    { name: 'media, named by an own public project', ask: (sha256) => eve.fetch(`/api/media/${sha256}`) },
    { name: 'the same, a visitor', ask: (sha256) => api.fetch(`/api/media/${sha256}`) },
    { name: 'a private project again', ask: () => post(here, { isPublic: false }, 'PATCH') },
    { name: 'music of it', ask: (sha256) => post(here, { audio: play(sha256) }, 'PATCH') },
    { name: 'publishing with it', ask: () => post(here, { isPublic: true }, 'PATCH') },
    { name: 'an export with it', ask: () => post(`${here}/export`, { resolution: '1080p', format: 'mp4' }) },
    { name: 'the clip of a scene', ask: () => eve.fetch(`/api/download/scene/${sceneId}`) },
    { name: 'a version with it', ask: (sha256) => post(`${here}/versions`, version(sha256)) },
    { name: 'that version', ask: () => eve.fetch(`${here}/versions/${versionId}`) },
    { name: 'the history', ask: () => eve.fetch(`${here}/history`) },
    { name: 'pictures of an export', ask: (sha256) => post('/api/export-pictures/missing', { hashes: [sha256] }) },
    {
      name: 'a picture of an export, with other bytes',
      ask: (sha256) => {
        const headers = { 'Content-Type': 'image/png' };
        return eve.fetch(`/api/export-pictures/${sha256}`, { method: 'PUT', body: jpegOf('mine'), headers });
      },
    },
    { name: 'own files', ask: () => eve.fetch('/api/own-files') },
    { name: 'own data', ask: () => eve.fetch('/api/user/data') },
    { name: 'what is kept', ask: () => eve.fetch('/api/user/storage') },
    { name: 'the end of the project', ask: () => eve.fetch(here, { method: 'DELETE' }) },
  ];
  return found;
}

/** Goes through all doors with a hash, by turns that don't know whose it is. */
async function tryAll(sha256: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  strangers += 1;
  eve = await api.as(`Eve${strangers}`);
  for (const { name, ask } of await doors()) {
    work = [];
    const reply = await ask(sha256);
    const body = await bodyOf(reply);
    const done = work;
    const headers = Object.fromEntries(Array.from(reply.headers, ([key, value]) => [key, normal(value, sha256)]));
    seen.push({ door: name, status: reply.status, headers, body: normal(body, sha256), work: done });
  }
  work = [];
  return seen;
}

/** Of a zip, what is in it: its checksums differ whenever an id does. */
async function bodyOf(reply: Response): Promise<string> {
  if (reply.headers.get('content-type') !== 'application/zip') return reply.text();
  const files = readZip(Buffer.from(await reply.arrayBuffer()));
  return JSON.stringify(Array.from(files, ([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]));
}

/** Without what any two replies differ in: ids, the hash that was asked for, and tags of what holds them. */
function normal(text: string, sha256: string): string {
  return text
    .replaceAll(sha256, 'HASH')
    .replaceAll(/eve\d+/gi, 'Eve')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, 'ID')
    .replaceAll(/"[\w+/=-]{20,}"/g, '"TAG"');
}

test(
  `${PROBES} probes of a stranger by hash learn nothing through any door`,
  { timeout: 60_000 + PROBES * 1_000 },
  async () => {
    const hidden = await hideAll();
    let probes = 0;
    // What the server keeps of its answers to everybody is there from now on.
    await tryAll(randomBytes(32).toString('hex'));
    do {
      for (const [name, sha256] of hidden) {
        const somebodys = await tryAll(sha256);
        const nobodys = await tryAll(randomBytes(32).toString('hex'));
        for (const [at, one] of somebodys.entries())
          expect({ file: name, ...one }).toEqual({ file: name, ...nobodys[at] });
        probes += somebodys.length;
      }
    } while (probes < PROBES);
    console.info(`${probes} probes of ${hidden.size} files.`);
  },
);

test('whoever has the bytes sends all of them, and learns nothing from that', async () => {
  const hers = mp3Of(2_000);
  await send(ada, hers, 'sound');
  const sending = async (bytes: Bytes): Promise<Omit<Seen, 'headers'>[]> => {
    strangers += 1;
    eve = await api.as(`Eve${strangers}`);
    const sha256 = hashOf(bytes);
    let id = '';
    const steps: Door[] = [
      { name: 'start', ask: () => begin(eve, bytes, 'sound').then((begun) => Response.json((id = begun))) },
      { name: 'part', ask: () => putFirst(eve, id, bytes) },
      { name: 'before it is complete', ask: () => eve.fetch(`/api/media/${sha256}`) },
      { name: 'complete', ask: () => eve.fetch(`/api/uploads/${id}/complete`, { method: 'POST' }) },
      { name: 'own files', ask: () => eve.fetch('/api/own-files') },
      { name: 'what is kept', ask: () => eve.fetch('/api/user/storage') },
    ];
    const seen: Omit<Seen, 'headers'>[] = [];
    for (const { name, ask } of steps) {
      work = [];
      const reply = await ask(sha256);
      seen.push({ door: name, status: reply.status, body: normal(await reply.text(), sha256), work });
    }
    work = [];
    return seen;
  };
  expect(await sending(hers)).toEqual(await sending(mp3Of(2_000)));
});

test('somebody else’s upload is one that isn’t there', async () => {
  eve = await api.as('Eve');
  const half = mp3Of(limits.uploadPartBytes + 1_000);
  const [hers, nobodys] = [await begin(ada, half, 'sound'), newId()];
  const tryUpload = async (id: string): Promise<unknown[]> => {
    const seen: unknown[] = [];
    for (const ask of [
      () => putFirst(eve, id, half.slice(0, limits.uploadPartBytes)),
      () => eve.fetch(`/api/uploads/${id}/complete`, { method: 'POST' }),
      () => eve.fetch(`/api/uploads/${id}`, { method: 'DELETE' }),
    ]) {
      work = [];
      const reply = await ask();
      seen.push({ status: reply.status, body: normal(await reply.text(), hashOf(half)), work });
    }
    work = [];
    return seen;
  };
  const seen = await tryUpload(hers);
  expect(seen).toEqual(await tryUpload(nobodys));
  expect(seen).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }]);
  expect((await putFirst(ada, hers, half.slice(0, limits.uploadPartBytes))).status).toBe(204);
});
