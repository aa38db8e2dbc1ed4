/** Music and voice-overs of a project: taken, kept, remembered, shown where it is public. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showcaseProjectReply } from '#shared/api/showcase.ts';
import type { Project } from '#shared/entities/project.ts';
import { audioPiece, testHash, testId } from '#tests/helpers/rows.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';
import { hashOf, mp3Of, sendFile } from './send-file.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada, { title: 'The Lighthouse' });
});
afterEach(() => api.close());

const send = (json: object, headers: Record<string, string> = {}): Promise<Response> =>
  ada.fetch(`/api/projects/${project.id}`, { method: 'PATCH', json, headers });
const kept = async (): Promise<Project> => await ada.json<Project>(`/api/projects/${project.id}`);

const voice = audioPiece({
  id: testId(701),
  kind: 'voice',
  name: 'Take 2',
  startSeconds: 7.4,
  takes: [{ mediaId: testHash(71), name: 'Take 1', inSeconds: 0.12, outSeconds: 8.6 }],
});

test('pieces are kept as they are, in their order, and what is left out has its usual value', async () => {
  const { id, kind, mediaId, name, startSeconds, inSeconds, outSeconds } = audioPiece();
  const bare = { id, kind, mediaId, name, startSeconds, inSeconds, outSeconds };
  expect((await send({ audio: [voice, bare] })).status).toBe(200);
  expect((await kept()).audio).toEqual([voice, audioPiece()]);
  expect(await kept()).toMatchObject({ totalDuration: null, version: 2 });
  await send({ audio: [] });
  expect((await kept()).audio).toEqual([]);
});

test.each([
  { mediaId: 'ABC' },
  { kind: 'noise' },
  { startSeconds: 3_601 },
  { startSeconds: -1 },
  { outSeconds: 0.05 },
  { gainDb: 13 },
  { fadeInSeconds: 61 },
  { duckDb: -3 },
  { duckDb: 41 },
  { duckSeconds: 0 },
  { lengthSeconds: 0 },
  { name: ' ' },
  { takes: Array.from({ length: 11 }, () => ({ mediaId: testHash(1), name: 'Take', inSeconds: 0, outSeconds: 1 })) },
  { volume: 3 },
])('%j is refused', async (fields) => {
  const response = await send({ audio: [{ ...audioPiece(), ...fields }] });
  expect(response.status).toBe(422);
  expect((await kept()).version).toBe(1);
});

test('a hundred pieces are taken and one more is not, nor is an id twice', async () => {
  const pieces = Array.from({ length: 100 }, (_, n) => audioPiece({ id: testId(1_000 + n) }));
  expect((await send({ audio: pieces })).status).toBe(200);
  expect((await send({ audio: [...pieces, audioPiece()] })).status).toBe(422);
  expect((await send({ audio: [audioPiece(), audioPiece()] })).status).toBe(422);
});

test('an edit made on an old version is told of the row as it is, and the history has both values', async () => {
  await send({ audio: [audioPiece()] }, { 'If-Match': '"1"' });
  const conflict = await send({ audio: [voice] }, { 'If-Match': '"1"' });
  expect(conflict.status).toBe(409);
  const [entry] = await ada.json<{ fields: object[] }[]>(`/api/projects/${project.id}/history`);
  expect(entry?.fields).toMatchObject([{ field: 'audio', before: [], after: [audioPiece()] }]);
});

test('everybody hears the pieces of a public project, and sees none of the takes', async () => {
  const heardVoice = { ...voice, mediaId: await bring(ada) };
  await send({ audio: [heardVoice], isPublic: true });
  const reply = await (await api.fetch(`/api/showcase/projects/${project.id}`)).json();
  const { takes: _, ...heard } = heardVoice;
  expect(showcaseProjectReply.parse(reply).audio).toEqual([heard]);
  expect(JSON.stringify(reply)).not.toContain(testHash(71));
  const list = await (await api.fetch('/api/showcase/projects')).text();
  expect(list).not.toContain(voice.name);
});

/** A sound file of somebody's. */
async function bring(user: TestUser): Promise<string> {
  const bytes = mp3Of(3_000);
  expect((await sendFile(user, bytes)).ok).toBe(true);
  return hashOf(bytes);
}

test('a file is heard by everybody while a public project of its owner plays it, and by no other way', async () => {
  const mediaId = await bring(ada);
  const bob = await api.as('Bob');
  const heardBy = async (fetch: (path: string) => Promise<Response>): Promise<number> =>
    (await fetch(`/api/media/${mediaId}`)).status;
  const everybody = (): Promise<number[]> =>
    Promise.all([
      heardBy((path) => ada.fetch(path)),
      heardBy((path) => bob.fetch(path)),
      heardBy((path) => api.fetch(path)),
    ]);
  expect(await everybody()).toEqual([200, 404, 404]);
  // Who knows the hash has nothing of it.
  const theirs = await newProject(bob);
  for (const json of [{ isPublic: true }, { audio: [audioPiece({ mediaId })] }])
    await bob.json(`/api/projects/${theirs.id}`, { method: 'PATCH', json });
  expect(await everybody()).toEqual([200, 404, 404]);
  await send({ audio: [audioPiece({ mediaId })] });
  expect(await everybody()).toEqual([200, 404, 404]);
  await send({ isPublic: true });
  expect(await everybody()).toEqual([200, 200, 200]);
  // A recording that isn't played is nobody else's.
  await send({ audio: [audioPiece({ takes: [{ mediaId, name: 'Take 1', inSeconds: 0, outSeconds: 8 }] })] });
  expect(await everybody()).toEqual([200, 404, 404]);
  await send({ audio: [] });
  expect(await everybody()).toEqual([200, 404, 404]);
});

test('a movie goes public when the server has all of its music, which must be the owner’s', async () => {
  const bob = await api.as('Bob');
  const [theirs, missing] = [await bring(bob), testHash(99)];
  for (const mediaId of [theirs, missing]) {
    await send({ audio: [audioPiece({ mediaId })] });
    const reply = await send({ isPublic: true, title: 'Tide' });
    expect([reply.status, (await reply.json()).message]).toEqual([
      422,
      'The server doesn’t have “Harbor at night” yet. Make the movie public when it’s uploaded, or remove it from the movie.',
    ]);
  }
  expect(await kept()).toMatchObject({ isPublic: false, title: project.title });
  await send({ audio: [audioPiece({ mediaId: await bring(ada) })] });
  expect((await send({ isPublic: true })).status).toBe(200);
  // What is added later is taken all the same: an edit isn't lost for a file that is on its way.
  expect((await send({ audio: [audioPiece({ mediaId: missing })] })).status).toBe(200);
  expect((await send({ isPublic: false })).status).toBe(200);
});

test('a file that a movie of its owner plays, or keeps as a take, stays until it is removed there', async () => {
  const [played, take] = [await bring(ada), await bring(ada)];
  await send({
    audio: [audioPiece({ mediaId: played, takes: [{ mediaId: take, name: 'Take 1', inSeconds: 0, outSeconds: 8 }] })],
  });
  const remove = (mediaId: string): Promise<Response> => ada.fetch(`/api/own-files/${mediaId}`, { method: 'DELETE' });
  for (const mediaId of [played, take]) {
    const reply = await remove(mediaId);
    expect([reply.status, (await reply.json()).message]).toEqual([
      422,
      '“The Lighthouse” needs this file. Remove it from the movie first.',
    ]);
  }
  // Nobody learns by it what others play.
  const bob = await api.as('Bob');
  expect((await bob.fetch(`/api/own-files/${played}`, { method: 'DELETE' })).status).toBe(404);
  await send({ audio: [] });
  expect([(await remove(played)).status, (await remove(take)).status]).toEqual([204, 204]);
});

test('the server writes no movie with a file that isn’t the person’s own, or isn’t there yet', async () => {
  const sample = await ada.json<{ project: Project }>('/api/sample-project', { method: 'POST', json: {} });
  const bob = await api.as('Bob');
  const mediaId = await bring(bob);
  const path = `/api/projects/${sample.project.id}`;
  await ada.json(path, { method: 'PATCH', json: { audio: [audioPiece({ mediaId })] } });
  const reply = await ada.fetch(`${path}/export`, { method: 'POST', json: { resolution: '720p', format: 'mp4' } });
  expect(reply.status).toBe(422);
  expect(await reply.json()).toMatchObject({ message: expect.stringContaining('doesn’t have “Harbor at night” yet') });
});
