/** A scene that plays an own file, added without the network: whole here at once, and told when the server has the file. */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnFile, changeUpload, filesToSend } from '#data/tables/own-files.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { drainProject } from '#sync/drain.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { oneSecondFacts } from '#tests/helpers/clips/one-second-facts.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { setOwnPortrait } from '#editor/own-portrait.ts';
import { retryRefused, retryUpload } from '#editor/refused-changes.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { audioPiece, testHash, testId } from '#tests/helpers/rows.ts';
import { realDevice, type RealDevice } from './real-device.ts';
import { sendOwnFile } from './send-own-file.ts';

let api: TestApi;
let user: TestUser;
let device: RealDevice;
beforeEach(async () => {
  api = await startTestApi();
  user = await api.as('Ines');
  device = await realDevice(user, 1);
});
afterEach(async () => {
  await device.close();
  await api.close();
});

const facts = oneSecondFacts;

const idea = {
  title: 'Harbor',
  description: 'At night.',
  targetLength: 30,
  genres: ['drama' as const],
  model: 'omni' as const,
  aspectRatio: '16:9' as const,
};

const send = (file: OwnFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> => sendOwnFile(device, user, file, bytes);

test('its change waits for the file, and then changes nothing that is shown', async () => {
  const bytes = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [sizeBytes, type] = [bytes.length, 'video/mp4' as const];
  const file: OwnFile = { sha256, kind: 'clip', name: 'Beach.mp4', sizeBytes, type, facts, createdAt: 1 };
  const projectId = await device.actions.createProject(idea);
  await addOwnFile(device.db, user.id, file);
  const fields = { title: 'Beach', duration: 1, source: 'clip' as const, mediaId: sha256 };
  const id = await device.actions.addScene(projectId, fields, { clip: { sha256, sizeBytes, facts } });
  const shown = async () => sceneSchema.parse(await device.db.scenes.get(id));
  const before = await shown();
  expect(before).toMatchObject({ source: 'clip', status: 'complete', sha256, frameCount: 24, hasAudio: true });
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'later' });
  expect(await user.json(`/api/projects/${projectId}/scenes`)).toEqual([]);

  await send(file, bytes);
  await device.settle(projectId);
  expect(await device.db.outbox.count()).toBe(0);
  const after = await shown();
  const { version: _1, createdAt: _2, updatedAt: _3, ...same } = before;
  expect(after).toMatchObject(same);
});

test('pictures that a scene is to go by are told of when the server has them', async () => {
  const bytes = jpegOf('tram');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const projectId = await device.actions.createProject(idea);
  const id = await device.actions.addScene(projectId, { title: 'One', description: 'Dawn.', duration: 8 });
  await device.settle(projectId);
  const common = { sha256, name: 'Tram.jpg', sizeBytes: bytes.length, createdAt: 1 };
  const file: OwnFile = { ...common, kind: 'picture', type: 'image/jpeg', facts: { width: 16, height: 9 } };
  await addOwnFile(device.db, user.id, file);
  const referencePictures = [{ picture: sha256, shows: 'the old red tram' }];
  await device.actions.editScene(id, { referencePictures });
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'later' });
  const there = () => user.json(`/api/projects/${projectId}/scenes`);
  expect(await there()).toMatchObject([{ referencePictures: [] }]);
  await send(file, bytes);
  await device.settle(projectId);
  expect([await device.db.outbox.count(), await there()]).toMatchObject([0, [{ referencePictures }]]);
});

test('a character has its own picture here at once, and on the server when that has the file', async () => {
  const projectId = await device.actions.createProject(idea);
  await device.settle(projectId);
  const [mara, jon] = [1, 2].map((n) => ({
    id: testId(n),
    name: `Name ${n}`,
    description: 'A keeper.',
    imageUrl: null,
  }));
  await api.db.execute({
    sql: 'update projects set character_references = :characters, version = version + 1, revision = revision + 1 where id = :projectId',
    args: { characters: JSON.stringify([mara, jon]), projectId },
  });
  await device.settle(projectId);
  const pictures = ['first', 'second'].map((words) => {
    const bytes = jpegOf(words);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const common = { sha256, name: `${words}.jpg`, sizeBytes: bytes.length, createdAt: 1 };
    const file: OwnFile = { ...common, kind: 'picture', type: 'image/jpeg', facts: { width: 16, height: 9 } };
    return { bytes, file, url: `/api/media/${sha256}` };
  });
  for (const { file } of pictures) {
    await addOwnFile(device.db, user.id, file);
    await setOwnPortrait(projectId, testId(1), file.sha256, device);
  }
  await device.actions.renameCharacter(projectId, testId(1), 'Ines');
  await device.actions.renameCharacter(projectId, testId(2), 'Noor');
  const shown = (all: Project | undefined) => all?.characterReferences.map(({ name, imageUrl }) => [name, imageUrl]);
  const here = async () => shown(await device.db.projects.get(projectId));
  const there = async () => shown(await user.json<Project>(`/api/projects/${projectId}`));
  const [first, second] = pictures.map(({ url }) => url);
  const both = [
    ['Ines', second],
    ['Noor', null],
  ];
  expect(await here()).toEqual(both);
  // Whoever else is renamed waits for no picture.
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'later' });
  expect(await there()).toEqual([
    ['Name 1', null],
    ['Noor', null],
  ]);
  for (const { file, bytes } of pictures) await send(file, bytes);
  await device.settle(projectId);
  expect([await device.db.outbox.count(), await here(), await there()]).toEqual([0, both, both]);

  await device.actions.undo(projectId);
  await device.actions.undo(projectId);
  await device.actions.undo(projectId);
  await device.settle(projectId);
  expect(await there()).toEqual([
    ['Name 1', first],
    ['Name 2', null],
  ]);
});

/** A clip that was taken in here, and as many scenes that play it. */
async function scenesOfOneFile(projectId: string, titles: readonly string[]) {
  const bytes = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [sizeBytes, type] = [bytes.length, 'video/mp4' as const];
  const file: OwnFile = { sha256, kind: 'clip', name: 'Beach.mp4', sizeBytes, type, facts, createdAt: 1 };
  await addOwnFile(device.db, user.id, file);
  for (const title of titles) {
    const fields = { title, duration: 1, source: 'clip' as const, mediaId: sha256 };
    await device.actions.addScene(projectId, fields, { clip: { sha256, sizeBytes, facts } });
  }
  return { file, bytes, key: { userId: user.id, sha256 } };
}

test('whatever was refused for want of a file goes on when the file or the change is tried again', async () => {
  const projectId = await device.actions.createProject(idea);
  const { file, bytes, key } = await scenesOfOneFile(projectId, ['One', 'Two', 'Three']);
  await changeUpload(device.db, key, { state: 'refused', sentence: 'It doesn’t fit.' });
  const states = async () => (await device.db.outbox.toArray()).map(({ state }) => state);
  const upload = async () => (await device.db.ownFiles.get([user.id, file.sha256]))?.state;
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'drained' });
  expect(await states()).toEqual(['parked', 'parked', 'parked']);

  const [first] = await device.db.outbox.toArray();
  await retryRefused(first?.opId ?? '', device);
  expect([await upload(), await states()]).toEqual(['waiting', ['waiting', 'parked', 'parked']]);
  await retryUpload(key, device);
  expect([await upload(), await states()]).toEqual(['waiting', ['waiting', 'waiting', 'waiting']]);
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'later' });
  await send(file, bytes);
  await device.settle(projectId);
  const there = await user.json<unknown[]>(`/api/projects/${projectId}/scenes`);
  expect([await device.db.outbox.count(), there]).toMatchObject([0, [{ title: 'One' }, { title: 'Two' }, {}]]);
});

test('a change that the server refused for want of a file that it had asks for that file again', async () => {
  const projectId = await device.actions.createProject(idea);
  const { file, key } = await scenesOfOneFile(projectId, ['One']);
  await changeUpload(device.db, key, { state: 'sent' });
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'drained' });
  expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['parked']);
  const { sha256 } = file;
  expect(await filesToSend(device.db, user.id)).toMatchObject([{ sha256, state: 'sent', isAskedAgain: true }]);
});

test('edits that don’t build on it aren’t kept by a file that waits, and scenes still come in their order', async () => {
  const bytes = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [sizeBytes, type] = [bytes.length, 'video/mp4' as const];
  const projectId = await device.actions.createProject(idea);
  const first = await device.actions.addScene(projectId, { title: 'One', description: 'Dawn.', duration: 8 });
  await device.settle(projectId);
  const file: OwnFile = { sha256, kind: 'clip', name: 'Beach.mp4', sizeBytes, type, facts, createdAt: 1 };
  await addOwnFile(device.db, user.id, file);
  const clip = { title: 'Beach', duration: 1, source: 'clip' as const, mediaId: sha256 };
  await device.actions.addScene(projectId, clip, { clip: { sha256, sizeBytes, facts } });
  await device.actions.editScene(first, { title: 'Dawn' });
  const last = await device.actions.addScene(projectId, { title: 'Three', description: 'Dusk.', duration: 8 });
  await device.actions.editScene(last, { title: 'Dusk' });
  await device.actions.editProject(projectId, { title: 'Harbor film' });
  await device.actions.setVisibility(projectId, true);
  const isPublic = async () => (await user.json<Project>(`/api/projects/${projectId}`)).isPublic;
  const scenes = async () =>
    (await user.json<{ title: string }[]>(`/api/projects/${projectId}/scenes`)).map(({ title }) => title);
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'later' });
  expect(await user.json(`/api/projects/${projectId}`)).toMatchObject({ title: 'Harbor film' });
  expect(await scenes()).toEqual(['Dawn']);
  // The clip, and the scene behind it with what was written of it; and nobody is to see the movie without them.
  expect([await device.db.outbox.count(), await isPublic()]).toEqual([4, false]);

  await send(file, bytes);
  await device.settle(projectId);
  expect(await scenes()).toEqual(['Dawn', 'Beach', 'Dusk']);
  expect(await isPublic()).toBe(true);
});

test('scenes that were taken back and made again while their files waited come in their order, too', async () => {
  const projectId = await device.actions.createProject(idea);
  await device.settle(projectId);
  const made = [1, 2].map(async (sceneNumber) => {
    const bytes = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber }));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [name, type] = [`Clip ${sceneNumber}.mp4`, 'video/mp4' as const];
    const file: OwnFile = { sha256, kind: 'clip', name, sizeBytes: bytes.length, type, facts, createdAt: 1 };
    return { file, bytes };
  });
  const files = await Promise.all(made);
  for (const { file } of files) {
    const { sha256, sizeBytes, name } = file;
    await addOwnFile(device.db, user.id, file);
    const fields = { title: name, duration: 1, source: 'clip' as const, mediaId: sha256 };
    await device.actions.addScene(projectId, fields, { clip: { sha256, sizeBytes, facts } });
  }
  await device.actions.undo(projectId);
  await device.actions.undo(projectId);
  await device.actions.redo(projectId);
  await device.actions.redo(projectId);
  for (const { file, bytes } of files) {
    await send(file, bytes);
    device.setNow(device.device.now() + 600_000);
    await drainProject(device, projectId, user.id);
  }
  await device.settle(projectId);
  const scenes = await user.json<{ title: string }[]>(`/api/projects/${projectId}/scenes`);
  expect(scenes.map(({ title }) => title)).toEqual(['Clip 1.mp4', 'Clip 2.mp4']);
});

test('a movie goes public when its music is on the server, and what comes into a public one waits for its file', async () => {
  const music = (name: string): OwnFile => ({
    ...{ sha256: createHash('sha256').update(name).digest('hex'), kind: 'sound', name, sizeBytes: 4_000 },
    ...{ type: 'audio/mpeg', createdAt: 1 },
    facts: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 },
  });
  const sent = async ({ sha256 }: OwnFile): Promise<void> => {
    await api.db.execute({
      sql: `insert into own_files (user_id, sha256, kind, name, size_bytes, content_type, facts, created_at_ms)
        values (:userId, :sha256, 'sound', 'Song', 4000, 'audio/mpeg', :facts, 1)`,
      args: { userId: user.id, sha256, facts: JSON.stringify(music('').facts) },
    });
    await changeUpload(device.db, { userId: user.id, sha256 }, { state: 'sent' });
  };
  const projectId = await device.actions.createProject(idea);
  const audio = createAudioActions(device);
  const drain = async (): Promise<unknown> => {
    device.setNow(device.device.now() + 600_000);
    return (await drainProject(device, projectId, user.id)).kind;
  };
  const there = () => user.json<Project>(`/api/projects/${projectId}`);
  const [first, second] = [music('Harbor.mp3'), music('Tide.mp3')];
  const { id: _, ...piece } = audioPiece();
  for (const file of [first, second]) await addOwnFile(device.db, user.id, file);

  await audio.add(projectId, { ...piece, mediaId: first.sha256 });
  expect(await drain()).toBe('drained');
  expect((await there()).audio).toHaveLength(1);
  await device.actions.setVisibility(projectId, true);
  expect(await drain()).toBe('later');
  // Who changes their mind waits for nothing.
  await device.actions.setVisibility(projectId, false);
  expect(await drain()).toBe('drained');
  await device.actions.setVisibility(projectId, true);
  expect(await drain()).toBe('later');
  expect(await there()).toMatchObject({ isPublic: false });
  await sent(first);
  expect(await drain()).toBe('drained');
  expect(await there()).toMatchObject({ isPublic: true });

  await audio.add(projectId, { ...piece, mediaId: second.sha256 });
  expect(await drain()).toBe('later');
  await sent(second);
  expect(await drain()).toBe('drained');
  expect((await there()).audio).toHaveLength(2);
});

test('publishing beside music that the server refused is refused in a sentence that names it, not left waiting', async () => {
  const projectId = await device.actions.createProject(idea);
  const sound = { sha256: testHash(70), name: 'Waves.mp3', sizeBytes: 9, type: 'audio/mpeg', createdAt: 1 } as const;
  const soundFacts = { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 9 } as const;
  await addOwnFile(device.db, user.id, { ...sound, kind: 'sound', facts: soundFacts });
  const { id: _, ...piece } = audioPiece({ mediaId: sound.sha256, name: 'Waves' });
  await createAudioActions(device).add(projectId, piece);
  await device.settle(projectId);
  const key = { userId: user.id, sha256: sound.sha256 };
  await changeUpload(device.db, key, { state: 'refused', sentence: 'It doesn’t fit.' });
  await device.actions.setVisibility(projectId, true);
  expect(await drainProject(device, projectId, user.id)).toMatchObject({ kind: 'drained' });
  const rows = await device.db.outbox.toArray();
  expect(rows).toMatchObject([{ state: 'parked', refusal: { code: 'invalid_input' } }]);
  expect(rows[0]?.refusal?.sentence).toContain('Waves');
  expect((await user.json<Project>(`/api/projects/${projectId}`)).isPublic).toBe(false);
});
