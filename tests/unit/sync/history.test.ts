/** Two devices of one person and the real API: what one has put in the place of the other's is told on both. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addOwnFile } from '#data/tables/own-files.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { restorePortrait, setOwnPortrait } from '#editor/own-portrait.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { madePicture } from '#tests/helpers/own-files.ts';
import { readOwnDeviceId } from '#data/tables/own-device.ts';
import { replacedFields } from '#shared/entities/history.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { drainProject } from '#sync/drain.ts';
import { pullHistory, pullOlderHistory, pullProjectWithHistory } from '#sync/pull-history.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import {
  castOf,
  eachWithApi,
  first as chrome,
  overruledOn,
  realDevice,
  second as firefox,
  user,
  type RealDevice,
} from './real-device.ts';
import { sendOwnFile } from './send-own-file.ts';
import { makeMovie } from './test-device.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let projectId: string;
let sceneId: string;

eachWithApi(FIREFOX);
beforeEach(async () => {
  const made = await makeMovie(chrome, ['The lamp is dark']);
  [projectId, sceneId = ''] = [made.projectId, ...made.sceneIds];
  await chrome.settle(projectId);
  await firefox.settle(projectId);
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
const description = async (device: RealDevice) => (await device.db.scenes.get(sceneId))?.description;

const cast = async ({ db }: RealDevice) => (await db.projects.get(projectId))?.characterReferences ?? [];
const names = async (device: RealDevice) => (await cast(device)).map(({ name }) => name);

/** Two, on both devices. */
async function giveCharacters(): Promise<void> {
  const about = { description: 'A keeper.', imageUrl: null };
  const characters = [1, 2].map((n) => ({ id: testId(n), name: `Name ${n}`, ...about }));
  await castOf(projectId, characters);
  for (const device of [chrome, firefox]) await pullProjectWithHistory(device, projectId, user.id);
}

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
  await giveCharacters();
  await chrome.actions.renameCharacter(projectId, testId(1), 'Ines');
  await chrome.actions.renameCharacter(projectId, testId(2), 'Noor');
  await firefox.actions.renameCharacter(projectId, testId(1), 'Edda');
  await chrome.settle(projectId);
  await drainProject(firefox, projectId, user.id);
  const said = (name: string) => ({ id: testId(1), name, description: 'A keeper.' });
  expect(await overruledOn(firefox)).toEqual([
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
  expect(await overruledOn(firefox)).toHaveLength(1);
  await firefox.settle(projectId);
  expect([await untold(firefox), await overruledOn(firefox)]).toEqual([both, []]);
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

describe('a picture of a character that another one takes the place of', () => {
  const [ines, noor] = [testId(1), testId(2)];
  beforeEach(giveCharacters);

  /** Shows a character by a picture that only this device has, which its change waits for. */
  async function choose(device: RealDevice, characterId: string, words: string): Promise<string> {
    const made = madePicture(words);
    const { sha256 } = made.file;
    await addOwnFile(device.db, user.id, made.file);
    await setOwnPortrait(projectId, characterId, sha256, device);
    await sendOwnFile(device, user, made);
    return sha256;
  }
  const shown = async (device: RealDevice) => (await cast(device)).map(({ imageUrl }) => imageUrl);
  const value = (picture: string) => ({ id: ines, imageUrl: mediaUrl(picture), isOwn: true });
  const told = async (device: RealDevice) =>
    (await rows(device))
      .toReversed()
      .flatMap((row) => replacedFields(row).map(({ field, before, after }) => [field, before, after]));

  test('two pictures that one character is given collide; the one that was replaced is told on both devices, and comes back on both', async () => {
    const [mine, theirs] = [await choose(chrome, ines, 'raincoat'), await choose(firefox, ines, 'lantern')];
    const other = await choose(chrome, noor, 'boat');
    await chrome.settle(projectId);
    await drainProject(firefox, projectId, user.id);
    expect(await overruledOn(firefox)).toEqual([
      [{ kind: 'patch-character', characterId: ines, patch: { picture: mine } }],
    ]);
    await firefox.settle(projectId);
    await chrome.settle(projectId);
    const entry = ['characterPicture', value(mine), value(theirs)];
    expect([await told(chrome), await told(firefox)]).toEqual([[entry], [entry]]);

    // This device has never had the bytes, only the server and the other one.
    const former = { former: value(mine), replacing: value(theirs) };
    const undo = await firefox.actions.undoable(projectId, () => restorePortrait(projectId, former, firefox));
    await firefox.settle(projectId);
    await chrome.settle(projectId);
    const restored = [mediaUrl(mine), mediaUrl(other)];
    expect([await shown(firefox), await shown(chrome), await told(chrome)]).toEqual([restored, restored, [entry]]);
    expect((await user.fetch(mediaUrl(mine))).status).toBe(200);
    await undo?.();
    await firefox.settle(projectId);
    await chrome.settle(projectId);
    expect(await shown(chrome)).toEqual([mediaUrl(theirs), mediaUrl(other)]);
  });

  test('a picture that was pulled before the other was sent is replaced all the same; another character’s isn’t, nor are words', async () => {
    const mine = await choose(chrome, ines, 'raincoat');
    await chrome.actions.renameCharacter(projectId, noor, 'Noor');
    const theirs = await choose(firefox, ines, 'lantern');
    await choose(firefox, noor, 'boat');
    await chrome.settle(projectId);
    await pullProjectWithHistory(firefox, projectId, user.id);
    await firefox.settle(projectId);
    expect(await told(firefox)).toEqual([['characterPicture', value(mine), value(theirs)]]);
  });

  test('a picture that no file of the person’s own is told as one that is no longer kept', async () => {
    await user.fetch(`/api/projects/${projectId}/characters/${ines}/picture`, {
      method: 'PUT',
      body: jpegOf('drawn'),
      headers: { 'Content-Type': 'image/jpeg' },
    });
    await choose(firefox, ines, 'lantern');
    await firefox.settle(projectId);
    expect((await told(firefox)).map(([field, before]) => [field, before])).toEqual([
      ['characterPicture', expect.objectContaining({ id: ines, isOwn: false })],
    ]);
  });
});
