/** Two devices of one person and the real API: what one has put in the place of the other's is told on both. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAudioActions } from '#editor/audio-actions.ts';
import { readOwnDeviceId } from '#data/tables/own-device.ts';
import { replacedFields } from '#shared/entities/history.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { drainProject } from '#sync/drain.ts';
import { pullHistory, pullOlderHistory, pullProjectWithHistory } from '#sync/pull-history.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { realDevice, type RealDevice } from './real-device.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let api: TestApi;
let user: TestUser;
let chrome: RealDevice;
let firefox: RealDevice;
let projectId: string;
let sceneId: string;

beforeEach(async () => {
  api = await startTestApi();
  user = await api.as('Ines');
  [chrome, firefox] = [await realDevice(user, 1, CHROME), await realDevice(user, 2, FIREFOX)];
  const idea = { title: 'Lighthouse', description: 'At night.', targetLength: 30, genres: ['drama' as const] };
  projectId = await chrome.actions.createProject({ ...idea, model: 'omni', aspectRatio: '16:9' });
  sceneId = await chrome.actions.addScene(projectId, { title: 'One', description: 'The lamp is dark.', duration: 8 });
  await chrome.settle(projectId);
  await firefox.settle(projectId);
});

afterEach(async () => {
  await chrome.close();
  await firefox.close();
  await api.close();
});

const rows = async ({ db }: RealDevice) =>
  (await db.pulledHistory.where('projectId').equals(projectId).sortBy('place')).toReversed();
/** What a device has to tell, and has not told. */
const untold = async (device: RealDevice) =>
  (await rows(device))
    .filter(({ isTold }) => !isTold)
    .flatMap((row) =>
      replacedFields(row).map(({ field, before, after, replaced }) => [
        row.device?.name,
        field,
        after,
        replaced?.device?.name,
        before,
      ]),
    );
const both = [['Firefox on Linux', 'description', 'The lamp burns.', 'Chrome on Windows', 'The lamp glows.']];
const overruled = ({ db }: RealDevice) => db.history.filter(({ state }) => state === 'overruled').count();
const description = async (device: RealDevice) => (await device.db.scenes.get(sceneId))?.description;

async function collide(): Promise<void> {
  await chrome.actions.editScene(sceneId, { description: 'The lamp glows.' });
  await firefox.actions.editScene(sceneId, { description: 'The lamp burns.' });
  await chrome.settle(projectId);
}

test('both devices are told of the same entry, each once, and any of them brings the value back on both', async () => {
  await collide();
  await firefox.settle(projectId);
  await chrome.settle(projectId);
  expect(await untold(firefox)).toEqual(both);
  expect(await untold(chrome)).toEqual(both);
  expect(await rows(chrome)).toEqual(await rows(firefox));
  expect((await rows(chrome))[0]?.device?.id).toBe(await readOwnDeviceId(firefox.db));

  await chrome.actions.editScene(sceneId, { description: 'The lamp glows.' });
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  expect([await description(chrome), await description(firefox)]).toEqual(['The lamp glows.', 'The lamp glows.']);
  expect((await rows(firefox)).map((row) => replacedFields(row).length)).toEqual([0, 1, 0, 0, 0]);
});

test('what was seen only when it was pulled, before the edit was sent, is replaced all the same', async () => {
  await collide();
  // The page comes back and pulls first: the server then has nothing to refuse.
  await pullProjectWithHistory(firefox, projectId, user.id);
  await firefox.settle(projectId);
  await chrome.settle(projectId);
  expect([await untold(firefox), await untold(chrome)]).toEqual([both, both]);
});

test('two edits of one field of a piece of music collide, also when the first was pulled before the second was sent', async () => {
  const [first, second] = [createAudioActions(chrome), createAudioActions(firefox)];
  const { id: _, ...piece } = audioPiece();
  const id = await first.add(projectId, piece);
  const other = await first.add(projectId, { ...piece, startSeconds: 20 });
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  await first.patch(projectId, id, { gainDb: -6 });
  await first.patch(projectId, other, { muted: true });
  await second.patch(projectId, id, { gainDb: -12 });
  await chrome.settle(projectId);
  await pullProjectWithHistory(firefox, projectId, user.id);
  await firefox.settle(projectId);
  const [entry] = await rows(firefox);
  expect(replacedFields(entry ?? { fields: [] }).map(({ field }) => field)).toEqual(['audio']);

  await first.patch(projectId, other, { startSeconds: 30 });
  await second.patch(projectId, other, { duckDb: 3 });
  await chrome.settle(projectId);
  await pullProjectWithHistory(firefox, projectId, user.id);
  await firefox.settle(projectId);
  expect(replacedFields((await rows(firefox))[0] ?? { fields: [] })).toEqual([]);
});

test('two names that one character is given collide, and the one that was replaced comes back; other characters are left alone', async () => {
  const [ines, noor] = [1, 2].map((n) => ({
    id: testId(n),
    name: `Name ${n}`,
    description: 'A keeper.',
    imageUrl: null,
  }));
  const characters = JSON.stringify([ines, noor]);
  await api.db.execute({
    sql: 'update projects set character_references = :characters, version = version + 1, revision = revision + 1 where id = :projectId',
    args: { characters, projectId },
  });
  for (const device of [chrome, firefox]) await pullProjectWithHistory(device, projectId, user.id);
  const names = async ({ db }: RealDevice) =>
    (await db.projects.get(projectId))?.characterReferences.map(({ name }) => name);
  await chrome.actions.renameCharacter(projectId, testId(1), 'Ines');
  await chrome.actions.renameCharacter(projectId, testId(2), 'Noor');
  await firefox.actions.renameCharacter(projectId, testId(1), 'Edda');
  await chrome.settle(projectId);
  await drainProject(firefox, projectId, user.id);
  const said = (name: string) => ({ id: testId(1), name, description: 'A keeper.' });
  const here = await firefox.db.history.filter(({ state }) => state === 'overruled').toArray();
  expect(here.map(({ inverse }) => inverse)).toEqual([
    [{ kind: 'patch-character', characterId: testId(1), patch: { name: 'Ines' } }],
  ]);
  await firefox.settle(projectId);
  await chrome.settle(projectId);
  const told = [['Firefox on Linux', 'character', said('Edda'), 'Chrome on Windows', said('Ines')]];
  expect([await untold(firefox), await untold(chrome)]).toEqual([told, told]);

  await chrome.actions.rewriteCharacter(projectId, said('Ines'));
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  expect([await names(firefox), await names(chrome)]).toEqual([
    ['Ines', 'Noor'],
    ['Ines', 'Noor'],
  ]);
});

test('a character that one device renames and the other deletes stands in the history, and comes back from there', async () => {
  const json = { id: testId(1), name: 'Ines', description: 'A keeper.' };
  await user.json(`/api/projects/${projectId}/characters`, { method: 'POST', json });
  for (const device of [chrome, firefox]) await pullProjectWithHistory(device, projectId, user.id);
  const names = async ({ db }: RealDevice) =>
    (await db.projects.get(projectId))?.characterReferences.map(({ name }) => name);
  await chrome.actions.renameCharacter(projectId, testId(1), 'Edda');
  await firefox.actions.deleteCharacter(projectId, testId(1));
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  await chrome.settle(projectId);
  expect([await names(firefox), await names(chrome)]).toEqual([[], []]);
  const [deletion] = await rows(chrome);
  expect(deletion).toMatchObject({ kind: 'delete-character', device: { name: 'Firefox on Linux' } });
  const former = deletion?.fields[0]?.before;
  expect(former).toEqual({ id: testId(1), name: 'Edda', description: 'A keeper.' });

  await chrome.actions.reviveCharacter(projectId, former);
  expect(await names(chrome)).toEqual(['Edda']);
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  expect([await names(firefox), await names(chrome)]).toEqual([['Edda'], ['Edda']]);
  // Whatever was done to it before, and to others since, replaces nothing.
  await firefox.actions.renameCharacter(projectId, testId(1), 'Noor');
  await firefox.settle(projectId);
  expect(await untold(firefox)).toEqual([]);
});

test('an answer that is lost makes no second entry, and what the device noted itself goes when the server tells it', async () => {
  await collide();
  // The first is the refusal because of the other edit.
  firefox.loseReplies(2, 3, 4);
  await drainProject(firefox, projectId, user.id);
  expect(await overruled(firefox)).toBe(1);
  await firefox.settle(projectId);
  expect([await untold(firefox), await overruled(firefox)]).toEqual([both, 0]);
  expect(await rows(firefox)).toHaveLength(4);
});

test('edits of other fields replace nothing, and neither does one that was made after the other was seen', async () => {
  await chrome.actions.editScene(sceneId, { description: 'The lamp glows.' });
  await firefox.actions.editScene(sceneId, { title: 'Uno' });
  await chrome.settle(projectId);
  await firefox.settle(projectId);
  await firefox.actions.editScene(sceneId, { description: 'The lamp burns.' });
  await firefox.settle(projectId);
  await chrome.settle(projectId);
  expect([await untold(firefox), await untold(chrome)]).toEqual([[], []]);
  expect(await description(chrome)).toBe('The lamp burns.');
});

test('two edits of one offline time, the second of which knew the other device, are judged each by itself', async () => {
  await chrome.actions.editScene(sceneId, { description: 'The lamp glows.' });
  await firefox.actions.editScene(sceneId, { title: 'Uno' });
  await chrome.settle(projectId);
  await pullProjectWithHistory(firefox, projectId, user.id);
  await firefox.actions.editScene(sceneId, { description: 'The lamp burns.' });
  await firefox.settle(projectId);
  expect(await untold(firefox)).toEqual([]);
});

test('a device that sees a project for the first time is told nothing of its past', async () => {
  await collide();
  await firefox.settle(projectId);
  const third = await realDevice(user, 3, FIREFOX);
  try {
    await third.settle(projectId);
    expect([await untold(third), (await rows(third)).length]).toEqual([[], 4]);
  } finally {
    await third.close();
  }
});

test('the history comes in pages; after a long time away the older ones are asked for anew', async () => {
  const edit = (title: string): Promise<Scene> =>
    user.json(`/api/scenes/${sceneId}`, { method: 'PATCH', json: { title } });
  for (let turn = 0; turn < limits.historyPage; turn++) await edit(`Title ${turn}`);
  await pullHistory(firefox, projectId, user.id);
  expect((await rows(firefox)).map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i));
  await pullOlderHistory(firefox, projectId, user.id);
  await pullOlderHistory(firefox, projectId, user.id);
  expect([(await rows(firefox)).length, (await firefox.db.historyPulls.get(projectId))?.next]).toEqual([52, null]);
  await edit('One more');
  await pullHistory(firefox, projectId, user.id);
  expect([(await rows(firefox)).length, (await firefox.db.historyPulls.get(projectId))?.next]).toEqual([53, null]);
});

test('a project that is deleted takes its history along', async () => {
  await firefox.actions.deleteProject(projectId);
  await drainProject(firefox, projectId, user.id);
  expect([await firefox.db.pulledHistory.count(), await firefox.db.historyPulls.count()]).toEqual([0, 0]);
});
