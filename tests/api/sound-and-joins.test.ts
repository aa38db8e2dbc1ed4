/** Volume, mute, fades, joins, and leveling: taken, kept, remembered, and shown to everybody where the project is public. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showcaseProjectReply } from '#shared/api/showcase.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const idea = {
  title: 'The Lighthouse',
  description: 'A keeper finds a letter in a bottle.',
  targetLength: 60,
  genres: ['mystery'],
  model: 'omni',
  aspectRatio: '16:9',
};

let api: TestApi;
let ada: TestUser;
let project: Project;
let scenes: Scene[];

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await ada.json('/api/projects', { method: 'POST', json: idea });
  for (const title of ['Night', 'Dawn']) {
    const json = { title, description: 'The lamp is dark.', duration: 8 };
    ({ scenes } = await ada.json<{ scenes: Scene[] }>(`/api/projects/${project.id}/scenes`, { method: 'POST', json }));
  }
});
afterEach(() => api.close());

const patch = (json: object): Promise<Scene> => ada.json(`/api/scenes/${scenes[0]?.id}`, { method: 'PATCH', json });
const status = async (json: object): Promise<number> =>
  (await ada.fetch(`/api/scenes/${scenes[0]?.id}`, { method: 'PATCH', json })).status;

const sound = { gainDb: -6.5, muted: true, fadeInSeconds: 0.25, fadeOutSeconds: 60 };
const transition = { kind: 'crossfade', seconds: 1.2, sound: false };

test('a scene’s sound and join are kept to the digit, and can be taken back', async () => {
  expect(await patch({ ...sound, transition })).toMatchObject({ ...sound, transition });
  const [kept] = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
  expect(kept).toMatchObject({ ...sound, transition });
  expect(await patch({ transition: null, muted: false })).toMatchObject({
    transition: null,
    muted: false,
    gainDb: -6.5,
  });
});

test('a transition that says nothing of its sound takes the sound along', async () => {
  const { transition: kept } = await patch({ transition: { kind: 'fade-black', seconds: 2 } });
  expect(kept).toEqual({ kind: 'fade-black', seconds: 2, sound: true });
});

test.each([
  { gainDb: -60.1 },
  { gainDb: 12.5 },
  { gainDb: '3' },
  { fadeInSeconds: -1 },
  { fadeOutSeconds: 61 },
  { transition: { kind: 'crossfade', seconds: 0.05 } },
  { transition: { kind: 'crossfade', seconds: 4.1 } },
  { transition: { kind: 'wipe', seconds: 1 } },
  { transition: { kind: 'crossfade', seconds: 1, easing: 'in' } },
])('%j is refused', async (body) => {
  expect(await status(body)).toBe(422);
  expect((await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`))[0]).toMatchObject({ version: 1 });
});

test('what crossfades overlap is missing from the project’s length, in lists as well', async () => {
  await patch({ transition });
  // 29 of the usual 24 frames a second.
  const length: unknown = expect.closeTo(16 - 29 / 24, 9);
  expect(await ada.json<Project>(`/api/projects/${project.id}`)).toMatchObject({ totalDuration: length });
  expect(await ada.json<Project[]>('/api/user/projects')).toMatchObject([{ totalDuration: length }]);
});

test('leveling is the project’s, and both are in its history with what they replaced', async () => {
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { levelling: true } });
  await patch({ gainDb: 3 });
  expect(await ada.json<Project>(`/api/projects/${project.id}`)).toMatchObject({ levelling: true });
  const entries = await ada.json<{ fields: object[] }[]>(`/api/projects/${project.id}/history`);
  expect(entries[0]?.fields).toMatchObject([{ field: 'gainDb', before: 0, after: 3 }]);
  expect(entries[1]?.fields).toMatchObject([{ field: 'levelling', before: false, after: true }]);
});

test('everybody hears a public project as its owner made it', async () => {
  await patch({ ...sound, transition });
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { levelling: true, isPublic: true } });
  const reply = await (await api.fetch(`/api/showcase/projects/${project.id}`)).json();
  const shown = showcaseProjectReply.parse(reply);
  expect(shown.project.levelling).toBe(true);
  expect(shown.scenes[0]).toMatchObject({ ...sound, transition });
});
