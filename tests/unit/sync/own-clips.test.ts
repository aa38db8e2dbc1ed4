/** A scene that plays an own file, added without the network: whole here at once, and told when the server has the file. */
import { expect, test } from 'vitest';
import { addOwnFile, changeUpload, filesToSend } from '#data/tables/own-files.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { drainProject } from '#sync/drain.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { setOwnPortrait } from '#editor/own-portrait.ts';
import { retryRefused, retryUpload } from '#editor/refused-changes.ts';
import { madeClip, madePicture, ownFile, type MadeFile } from '#tests/helpers/own-files.ts';
import { audioPiece, idea, testHash, testId } from '#tests/helpers/rows.ts';
import { api, castOf, eachWithApi, first as device, user } from './real-device.ts';
import { sendOwnFile } from './send-own-file.ts';

eachWithApi();

const send = (made: MadeFile): Promise<void> => sendOwnFile(device, user, made);
const drain = (projectId: string) => drainProject(device, projectId, user.id);

/** A scene that plays a clip of the person's own. */
async function addClip(projectId: string, { file }: MadeFile, title = 'Beach'): Promise<string> {
  if (file.kind !== 'clip') throw new Error('Only clips are scenes.');
  const { sha256, sizeBytes, facts } = file;
  await addOwnFile(device.db, user.id, file);
  const fields = { title, duration: 1, source: 'clip' as const, mediaId: sha256 };
  return device.actions.addScene(projectId, fields, { clip: { sha256, sizeBytes, facts } });
}

test('its change waits for the file, and then changes nothing that is shown', async () => {
  const made = await madeClip();
  const { sha256 } = made.file;
  const projectId = await device.actions.createProject(idea);
  const id = await addClip(projectId, made);
  const shown = async () => sceneSchema.parse(await device.db.scenes.get(id));
  const before = await shown();
  expect(before).toMatchObject({ source: 'clip', status: 'complete', sha256, frameCount: 24, hasAudio: true });
  expect(await drain(projectId)).toMatchObject({ kind: 'later' });
  expect(await user.json(`/api/projects/${projectId}/scenes`)).toEqual([]);

  await send(made);
  await device.settle(projectId);
  expect(await device.db.outbox.count()).toBe(0);
  const after = await shown();
  const { version: _1, createdAt: _2, updatedAt: _3, ...same } = before;
  expect(after).toMatchObject(same);
});

test('pictures that a scene is to go by are told of when the server has them', async () => {
  const made = madePicture('tram');
  const projectId = await device.actions.createProject(idea);
  const id = await device.actions.addScene(projectId, { title: 'One', description: 'Dawn.', duration: 8 });
  await device.settle(projectId);
  await addOwnFile(device.db, user.id, made.file);
  const referencePictures = [{ picture: made.file.sha256, shows: 'the old red tram' }];
  await device.actions.editScene(id, { referencePictures });
  expect(await drain(projectId)).toMatchObject({ kind: 'later' });
  const there = () => user.json(`/api/projects/${projectId}/scenes`);
  expect(await there()).toMatchObject([{ referencePictures: [] }]);
  await send(made);
  await device.settle(projectId);
  expect([await device.db.outbox.count(), await there()]).toMatchObject([0, [{ referencePictures }]]);
});

test('a character has its own picture here at once, and on the server when that has the file', async () => {
  const projectId = await device.actions.createProject(idea);
  await device.settle(projectId);
  const about = { description: 'A keeper.', imageUrl: null };
  await castOf(
    projectId,
    [1, 2].map((n) => ({ id: testId(n), name: `Name ${n}`, ...about })),
  );
  await device.settle(projectId);
  const pictures = ['first', 'second'].map(madePicture);
  for (const { file } of pictures) {
    await addOwnFile(device.db, user.id, file);
    await setOwnPortrait(projectId, testId(1), file.sha256, device);
  }
  await device.actions.renameCharacter(projectId, testId(1), 'Ines');
  await device.actions.renameCharacter(projectId, testId(2), 'Noor');
  const shown = (all: Project | undefined) => all?.characterReferences.map(({ name, imageUrl }) => [name, imageUrl]);
  const here = async () => shown(await device.db.projects.get(projectId));
  const there = async () => shown(await user.json<Project>(`/api/projects/${projectId}`));
  const [first, second] = pictures.map(({ file }) => `/api/media/${file.sha256}`);
  const both = [
    ['Ines', second],
    ['Noor', null],
  ];
  expect(await here()).toEqual(both);
  // Whoever else is renamed waits for no picture.
  expect(await drain(projectId)).toMatchObject({ kind: 'later' });
  expect(await there()).toEqual([
    ['Name 1', null],
    ['Noor', null],
  ]);
  for (const made of pictures) await send(made);
  await device.settle(projectId);
  expect([await device.db.outbox.count(), await here(), await there()]).toEqual([0, both, both]);

  for (let times = 0; times < 3; times += 1) await device.actions.undo(projectId);
  await device.settle(projectId);
  expect(await there()).toEqual([
    ['Name 1', first],
    ['Name 2', null],
  ]);
});

/** A clip that was taken in here, and as many scenes that play it. */
async function scenesOfOneFile(projectId: string, titles: readonly string[]) {
  const made = await madeClip();
  for (const title of titles) await addClip(projectId, made, title);
  return { made, key: { userId: user.id, sha256: made.file.sha256 } };
}

test('whatever was refused for want of a file goes on when the file or the change is tried again', async () => {
  const projectId = await device.actions.createProject(idea);
  const { made, key } = await scenesOfOneFile(projectId, ['One', 'Two', 'Three']);
  await changeUpload(device.db, key, { state: 'refused', sentence: 'It doesn’t fit.' });
  const states = async () => (await device.db.outbox.toArray()).map(({ state }) => state);
  const upload = async () => (await device.db.ownFiles.get([user.id, key.sha256]))?.state;
  expect(await drain(projectId)).toMatchObject({ kind: 'drained' });
  expect(await states()).toEqual(['parked', 'parked', 'parked']);

  const [first] = await device.db.outbox.toArray();
  await retryRefused(first?.opId ?? '', device);
  expect([await upload(), await states()]).toEqual(['waiting', ['waiting', 'parked', 'parked']]);
  await retryUpload(key, device);
  expect([await upload(), await states()]).toEqual(['waiting', ['waiting', 'waiting', 'waiting']]);
  expect(await drain(projectId)).toMatchObject({ kind: 'later' });
  await send(made);
  await device.settle(projectId);
  const there = await user.json<unknown[]>(`/api/projects/${projectId}/scenes`);
  expect([await device.db.outbox.count(), there]).toMatchObject([0, [{ title: 'One' }, { title: 'Two' }, {}]]);
});

test('a change that the server refused for want of a file that it had asks for that file again', async () => {
  const projectId = await device.actions.createProject(idea);
  const { key } = await scenesOfOneFile(projectId, ['One']);
  await changeUpload(device.db, key, { state: 'sent' });
  expect(await drain(projectId)).toMatchObject({ kind: 'drained' });
  expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['parked']);
  expect(await filesToSend(device.db, user.id)).toMatchObject([
    { sha256: key.sha256, state: 'sent', isAskedAgain: true },
  ]);
});

test('edits that don’t build on it aren’t kept by a file that waits, and scenes still come in their order', async () => {
  const made = await madeClip();
  const projectId = await device.actions.createProject(idea);
  const first = await device.actions.addScene(projectId, { title: 'One', description: 'Dawn.', duration: 8 });
  await device.settle(projectId);
  await addClip(projectId, made);
  await device.actions.editScene(first, { title: 'Dawn' });
  const last = await device.actions.addScene(projectId, { title: 'Three', description: 'Dusk.', duration: 8 });
  await device.actions.editScene(last, { title: 'Dusk' });
  await device.actions.editProject(projectId, { title: 'Harbor film' });
  await device.actions.setVisibility(projectId, true);
  const isPublic = async () => (await user.json<Project>(`/api/projects/${projectId}`)).isPublic;
  const scenes = async () =>
    (await user.json<{ title: string }[]>(`/api/projects/${projectId}/scenes`)).map(({ title }) => title);
  expect(await drain(projectId)).toMatchObject({ kind: 'later' });
  expect(await user.json(`/api/projects/${projectId}`)).toMatchObject({ title: 'Harbor film' });
  expect(await scenes()).toEqual(['Dawn']);
  // The clip, and the scene behind it with what was written of it; and nobody is to see the movie without them.
  expect([await device.db.outbox.count(), await isPublic()]).toEqual([4, false]);

  await send(made);
  await device.settle(projectId);
  expect(await scenes()).toEqual(['Dawn', 'Beach', 'Dusk']);
  expect(await isPublic()).toBe(true);
});

test('scenes that were taken back and made again while their files waited come in their order, too', async () => {
  const projectId = await device.actions.createProject(idea);
  await device.settle(projectId);
  const files = [await madeClip(1, { name: 'Clip 1.mp4' }), await madeClip(2, { name: 'Clip 2.mp4' })];
  for (const made of files) await addClip(projectId, made, made.file.name);
  await device.actions.undo(projectId);
  await device.actions.undo(projectId);
  await device.actions.redo(projectId);
  await device.actions.redo(projectId);
  for (const made of files) {
    await send(made);
    device.setNow(device.device.now() + 600_000);
    await drainProject(device, projectId, user.id);
  }
  await device.settle(projectId);
  const scenes = await user.json<{ title: string }[]>(`/api/projects/${projectId}/scenes`);
  expect(scenes.map(({ title }) => title)).toEqual(['Clip 1.mp4', 'Clip 2.mp4']);
});

test('a movie goes public when its music is on the server, and what comes into a public one waits for its file', async () => {
  const [one, two] = [testHash(71), testHash(72)];
  const sent = async (sha256: string): Promise<void> => {
    await api.db.execute({
      sql: `insert into own_files (user_id, sha256, kind, name, size_bytes, content_type, facts, created_at_ms)
        values (:userId, :sha256, 'sound', 'Song', 4000, 'audio/mpeg', :facts, 1)`,
      args: { userId: user.id, sha256, facts: JSON.stringify(ownFile('sound').facts) },
    });
    await changeUpload(device.db, { userId: user.id, sha256 }, { state: 'sent' });
  };
  const projectId = await device.actions.createProject(idea);
  const audio = createAudioActions(device);
  const drained = async (): Promise<unknown> => {
    device.setNow(device.device.now() + 600_000);
    return (await drain(projectId)).kind;
  };
  const there = () => user.json<Project>(`/api/projects/${projectId}`);
  const { id: _, ...piece } = audioPiece();
  for (const sha256 of [one, two]) await addOwnFile(device.db, user.id, ownFile('sound', { sha256, sizeBytes: 4_000 }));

  await audio.add(projectId, { ...piece, mediaId: one });
  expect(await drained()).toBe('drained');
  expect((await there()).audio).toHaveLength(1);
  await device.actions.setVisibility(projectId, true);
  expect(await drained()).toBe('later');
  // Who changes their mind waits for nothing.
  await device.actions.setVisibility(projectId, false);
  expect(await drained()).toBe('drained');
  await device.actions.setVisibility(projectId, true);
  expect(await drained()).toBe('later');
  expect(await there()).toMatchObject({ isPublic: false });
  await sent(one);
  expect(await drained()).toBe('drained');
  expect(await there()).toMatchObject({ isPublic: true });

  await audio.add(projectId, { ...piece, mediaId: two });
  expect(await drained()).toBe('later');
  await sent(two);
  expect(await drained()).toBe('drained');
  expect((await there()).audio).toHaveLength(2);
});

test('publishing beside music that the server refused is refused in a sentence that names it, not left waiting', async () => {
  const projectId = await device.actions.createProject(idea);
  const sound = ownFile('sound', { name: 'Waves.mp3' });
  await addOwnFile(device.db, user.id, sound);
  const { id: _, ...piece } = audioPiece({ mediaId: sound.sha256, name: 'Waves' });
  await createAudioActions(device).add(projectId, piece);
  await device.settle(projectId);
  const key = { userId: user.id, sha256: sound.sha256 };
  await changeUpload(device.db, key, { state: 'refused', sentence: 'It doesn’t fit.' });
  await device.actions.setVisibility(projectId, true);
  expect(await drain(projectId)).toMatchObject({ kind: 'drained' });
  const rows = await device.db.outbox.toArray();
  expect(rows).toMatchObject([{ state: 'parked', refusal: { code: 'invalid_input' } }]);
  expect(rows[0]?.refusal?.sentence).toContain('Waves');
  expect((await user.json<Project>(`/api/projects/${projectId}`)).isPublic).toBe(false);
});
