/** Scenes that play a file of the person's own: complete at once, never charged, and closed to everybody else. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateCost } from '#shared/rules/cost.ts';
import { limits } from '#shared/limits.ts';
import { findUsage } from '#edge-api/repos/usage.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { KEPT_DAYS, tidyUp } from '#edge-api/services/housekeeping.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { idea, newId } from './battery/people.ts';
import { refusal, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { hashOf, sendFile, type Bytes } from './send-file.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;
let bytes: Uint8Array<ArrayBuffer>;
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('Harbor') });
  bytes = new Uint8Array(await makeClip({ seconds: 2, size: '360p', sceneNumber: 1 }));
});
afterEach(() => api.close());

async function upload(user: TestUser, file: Bytes, kind: string): Promise<string> {
  await sendFile(user, file, { kind, name: `Own.${kind}`, facts: undefined });
  return hashOf(file);
}

const addClip = (user: TestUser, projectId: string, mediaId: string) =>
  user.fetch(`/api/projects/${projectId}/scenes`, {
    method: 'POST',
    json: { id: newId(), title: 'Beach', duration: 2, source: 'clip', mediaId },
  });

test('a scene that plays an own clip is complete at once, counts in the length, and costs nothing', async () => {
  const mediaId = await upload(ada, bytes, 'clip');
  const reply = await addClip(ada, project.id, mediaId);
  expect(reply.status).toBe(201);
  const added: ProjectAndScenes = await reply.json();
  const [scene] = added.scenes;
  const told = {
    source: 'clip',
    status: 'complete',
    description: '',
    sha256: mediaId,
    videoUrl: `/api/media/${mediaId}`,
    mediaBytes: bytes.length,
    width: 640,
    height: 360,
    fps: { num: 24, den: 1 },
    frameCount: 48,
    duration: 2,
    clipPromptHash: null,
  };
  expect(scene).toMatchObject(told);
  expect(added.project).toMatchObject({ status: 'complete', totalDuration: 2 });
  const listed = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
  expect(listed).toMatchObject([told]);
  expect(estimateCost(listed)).toMatchObject({ totalScenes: 0, estimatedCost: 0 });
  expect(await ada.json('/api/user/storage')).toMatchObject({ bytes: bytes.length });
  expect(await refusal(await ada.fetch(`/api/scenes/${scene?.id}/generate`, { method: 'POST', json: {} }))).toEqual([
    422,
    'invalid_input',
    'This scene plays a clip of your own, so there’s nothing to generate.',
  ]);
  const trim = await ada.fetch(`/api/scenes/${scene?.id}`, {
    method: 'PATCH',
    json: { trimStart: 0.5, trimEnd: 3_600 },
  });
  expect(trim.status).toBe(200);
});

test('the clip stays as long as a scene plays it, and not longer', async () => {
  const mediaId = await upload(ada, bytes, 'clip');
  const { scenes }: ProjectAndScenes = await (await addClip(ada, project.id, mediaId)).json();
  await ada.fetch(`/api/own-files/${mediaId}`, { method: 'DELETE' });
  api.clock.advance(HOLD_MS + 1);
  await tidyUp(api.deps);
  const played = await ada.fetch(`/api/media/${mediaId}`);
  expect([played.status, played.headers.get('content-type'), (await played.arrayBuffer()).byteLength]).toEqual([
    200,
    'video/mp4',
    bytes.length,
  ]);
  const isKeptFromRunning = {
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  expect(Object.fromEntries(played.headers)).toMatchObject(isKeptFromRunning);
  expect((await api.fetch(`/api/media/${mediaId}`)).status).toBe(404);
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { isPublic: true } });
  const ofVisitors = await api.fetch(`/api/media/${mediaId}`, { headers: { Range: 'bytes=0-9' } });
  expect([ofVisitors.status, Object.fromEntries(ofVisitors.headers)]).toMatchObject([206, isKeptFromRunning]);
  await ada.json(`/api/scenes/${scenes[0]?.id}`, { method: 'DELETE' });
  api.clock.advance(31 * 24 * 3_600_000);
  await tidyUp(api.deps);
  expect((await ada.fetch(`/api/media/${mediaId}`)).status).toBe(404);
  expect(await api.deps.mediaStore.size(mediaId)).toBeNull();
});

test('a hash alone opens nobody’s file', async () => {
  const mediaId = await upload(ada, bytes, 'clip');
  const eve = await api.as('Eve');
  const own = await eve.json<Project>('/api/projects', { method: 'POST', json: idea('Spying') });
  const [theirs, unknown] = [await addClip(eve, own.id, mediaId), await addClip(eve, own.id, 'f'.repeat(64))];
  const told = await refusal(theirs);
  expect(told.slice(0, 2)).toEqual([422, 'invalid_input']);
  expect(told).toEqual(await refusal(unknown));
  expect((await eve.fetch(`/api/media/${mediaId}`)).status).toBe(404);
  const { rows } = await api.db.execute({
    sql: 'select count(*) as n from scenes where user_id = :id',
    args: { id: eve.id },
  });
  expect(rows[0]?.['n']).toBe(0);
});

test('what is asked for must fit together', async () => {
  const mediaId = await upload(ada, jpegOf(), 'picture');
  expect(await refusal(await addClip(ada, project.id, mediaId))).toEqual([
    422,
    'invalid_input',
    '“Own.picture” isn’t a clip.',
  ]);
  const base = { title: 'Beach', duration: 8 };
  for (const body of [
    base,
    { ...base, source: 'clip' },
    { ...base, description: 'It rains.', mediaId },
    { ...base, description: 'It rains.', source: 'generated', mediaId },
  ])
    expect(
      (await refusal(await ada.fetch(`/api/projects/${project.id}/scenes`, { method: 'POST', json: body })))[1],
    ).toBe('invalid_input');
});

const SETTINGS = { seconds: 2, fit: 'fill', pushIn: true, background: 'black' } as const;

test('a scene of a picture gets the clip that was made of it anew, whole, and keeps what it was made of', async () => {
  const picture = await upload(ada, jpegOf(), 'picture');
  const mediaId = await upload(ada, bytes, 'clip');
  const still = { picture, settings: SETTINGS };
  const { scenes }: ProjectAndScenes = await ada.json(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    json: { id: newId(), title: 'Beach', duration: 2, source: 'clip', mediaId, still },
  });
  expect(scenes).toMatchObject([{ still, trimEnd: null }]);
  const path = `/api/scenes/${scenes[0]?.id}`;
  const patch = (user: TestUser, json: object) => user.fetch(path, { method: 'PATCH', json });
  expect((await patch(ada, { trimStart: 0.5, trimEnd: 1 })).status).toBe(200);
  const longer = new Uint8Array(await makeClip({ seconds: 3, size: '720p', sceneNumber: 2 }));
  const other = await upload(ada, longer, 'clip');
  const settled = { picture, settings: { ...SETTINGS, seconds: 3, fit: 'fit', background: 'moss' } };
  const reply = await patch(ada, { remade: { mediaId: other, still: settled } });
  const remade: Scene = await reply.json();
  const told = {
    ...{ still: settled, sha256: other, videoUrl: `/api/media/${other}`, mediaBytes: longer.length, duration: 3 },
    ...{ width: 1280, height: 720, frameCount: 72, trimStart: null, trimEnd: null, status: 'complete', version: 3 },
  };
  expect([reply.status, remade]).toMatchObject([200, told]);
  expect(await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`)).toMatchObject([told]);
  // A copy can be made anew, too, and what was replaced comes back by the same call.
  const copy = newId();
  await ada.json(`${path}/duplicate`, { method: 'POST', json: { newSceneId: copy } });
  expect((await patch(ada, { remade: { mediaId, still } })).status).toBe(200);
  expect(await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`)).toMatchObject([
    { still, sha256: mediaId, frameCount: 48, duration: 2 },
    { id: copy, still: settled, sha256: other },
  ]);
  const eve = await api.as('Eve');
  expect((await patch(eve, { remade: { mediaId, still } })).status).toBe(404);
  const theirs = await upload(
    eve,
    new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 3 })),
    'clip',
  );
  for (const wrong of [theirs, picture, 'f'.repeat(64)])
    expect((await refusal(await patch(ada, { remade: { mediaId: wrong, still } }))).slice(0, 2)).toEqual([
      422,
      'invalid_input',
    ]);
  expect(await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`)).toMatchObject([{ sha256: mediaId }, {}]);
});

test('a picture that a scene was made of stays, also while the scene is only deleted', async () => {
  const picture = await upload(ada, jpegOf(), 'picture');
  const mediaId = await upload(ada, bytes, 'clip');
  const { scenes }: ProjectAndScenes = await ada.json(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    json: {
      ...{ id: newId(), title: 'Beach', duration: 2, source: 'clip', mediaId },
      still: { picture, settings: SETTINGS },
    },
  });
  const remove = (): Promise<Response> => ada.fetch(`/api/own-files/${picture}`, { method: 'DELETE' });
  const needed = [422, 'invalid_input', `“${project.title}” needs this file. Remove it from the movie first.`];
  expect(await refusal(await remove())).toEqual(needed);
  await ada.fetch(`/api/scenes/${scenes[0]?.id}`, { method: 'DELETE' });
  expect(await refusal(await remove())).toEqual(needed);
  // No longer than the scene can come back.
  api.clock.advance((KEPT_DAYS + 1) * 24 * 60 * 60 * 1000);
  await tidyUp(api.deps);
  ada = await api.as('Ada');
  expect((await remove()).status).toBe(204);
});

test('a scene names its own pictures that the model is to go by, and nothing else', async () => {
  const body = { ...{ id: newId(), title: 'Tram', description: 'A tram.', duration: 4 } };
  await ada.json(`/api/projects/${project.id}/scenes`, { method: 'POST', json: body });
  const patch = (referencePictures: unknown): Promise<Response> =>
    ada.fetch(`/api/scenes/${body.id}`, { method: 'PATCH', json: { referencePictures } });
  const picture = await upload(ada, jpegOf(), 'picture');
  const mediaId = await upload(ada, bytes, 'clip');
  const one = { picture, shows: 'the old red tram' };
  expect(await (await patch([one])).json()).toMatchObject({ referencePictures: [one], version: 2 });
  const sentence = '“Own.clip” can’t be a reference. Take a JPEG, PNG, or WebP of 4.5 MB or less.';
  expect(await refusal(await patch([{ picture: mediaId, shows: '' }]))).toEqual([422, 'invalid_input', sentence]);
  for (const pictures of [Array(4).fill(one), [{ picture }], [{ ...one, shows: 'x'.repeat(101) }], ['f'.repeat(64)]])
    expect((await refusal(await patch(pictures))).slice(0, 2)).toEqual([422, 'invalid_input']);
  // Whether anybody else has a file of this name stays their secret.
  expect((await patch([one, { picture: 'e'.repeat(64), shows: '' }])).status).toBe(200);
  const needed = [422, 'invalid_input', `“${project.title}” needs this file. Remove it from the movie first.`];
  expect(await refusal(await ada.fetch(`/api/own-files/${picture}`, { method: 'DELETE' }))).toEqual(needed);
  const { scenes } = await ada.json<ProjectAndScenes>(`/api/scenes/${body.id}/duplicate`, {
    method: 'POST',
    json: { newSceneId: newId() },
  });
  expect(scenes[1]).toMatchObject({ referencePictures: [one, { shows: '' }] });
  expect((await patch([])).status).toBe(200);
});

test('a character is shown by an own picture of the person’s, which stays with it, and by nobody else’s', async () => {
  const mara = { id: newId(), name: 'Mara', description: 'A keeper.', imageUrl: null };
  const withMara = (id: string) => ({
    sql: 'update projects set character_references = :characters, version = version + 1, revision = revision + 1 where id = :id',
    args: { characters: JSON.stringify([mara]), id },
  });
  const eve = await api.as('Eve');
  const spying = await eve.json<Project>('/api/projects', { method: 'POST', json: idea('Spying') });
  await api.db.batch([withMara(project.id), withMara(spying.id)], 'write');
  const patch = (user: TestUser, { id }: Project, picture: string) =>
    user.fetch(`/api/projects/${id}/characters/${mara.id}`, { method: 'PATCH', json: { picture } });
  const picture = await upload(ada, jpegOf('Mara'), 'picture');
  const usedBytes = async (): Promise<number> => (await findUsage(api.db, ada.id)).bytes;
  const before = await usedBytes();

  const told = await refusal(await patch(eve, spying, picture));
  expect(told).toEqual([422, 'invalid_input', 'The server doesn’t have this file of yours. Upload it first.']);
  expect(told).toEqual(await refusal(await patch(eve, spying, 'f'.repeat(64))));
  expect((await patch(eve, project, picture)).status).toBe(404);
  expect((await eve.fetch(`/api/media/${picture}`)).status).toBe(404);
  const sentence = 'The picture must be a JPEG, PNG, or WebP file.';
  const clip = await upload(eve, bytes, 'clip');
  expect(await refusal(await patch(eve, spying, clip))).toEqual([422, 'invalid_input', sentence]);
  const large = new Uint8Array(limits.referencePictureBytes + 1);
  large.set(jpegOf('large'));
  expect((await patch(eve, spying, await upload(eve, large, 'picture'))).status).toBe(413);

  const changed: Project = await (await patch(ada, project, picture)).json();
  expect(changed.characterReferences).toEqual([{ ...mara, imageUrl: `/api/media/${picture}` }]);
  // It is there once, and counts once.
  expect(await usedBytes()).toBe(before);
  expect((await ada.fetch(`/api/own-files/${picture}`, { method: 'DELETE' })).status).toBe(204);
  api.clock.advance(2 * HOLD_MS);
  await tidyUp(api.deps);
  expect((await ada.fetch(`/api/media/${picture}`)).headers.get('content-type')).toBe('image/jpeg');
  expect(await usedBytes()).toBe(before);
});

test('a clip that a model is to make is not made anew of a picture', async () => {
  const mediaId = await upload(ada, bytes, 'clip');
  const added: ProjectAndScenes = await ada.json(`/api/projects/${project.id}/scenes`, {
    method: 'POST',
    json: { id: newId(), title: 'Beach', description: 'It rains.', duration: 8 },
  });
  const still = { picture: null, settings: SETTINGS };
  const path = `/api/scenes/${added.scenes[0]?.id}`;
  expect(await refusal(await ada.fetch(path, { method: 'PATCH', json: { remade: { mediaId, still } } }))).toEqual([
    422,
    'invalid_input',
    'You can change these settings only for clips made from a picture or a title card.',
  ]);
});
