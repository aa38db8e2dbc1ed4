/** Two devices of one person and the real API: a picture of a character that another one takes the place of stands in the history. */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnFile } from '#data/tables/own-files.ts';
import { restorePortrait, setOwnPortrait } from '#editor/own-portrait.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { replacedFields } from '#shared/entities/history.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { pullProjectWithHistory } from '#sync/pull-history.ts';
import { drainProject } from '#sync/drain.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { testId } from '#tests/helpers/rows.ts';
import { realDevice, type RealDevice } from './real-device.ts';
import { sendOwnFile } from './send-own-file.ts';

let api: TestApi;
let user: TestUser;
let first: RealDevice;
let second: RealDevice;
let projectId: string;
const [ines, noor] = [testId(1), testId(2)];

beforeEach(async () => {
  api = await startTestApi();
  user = await api.as('Ines');
  [first, second] = [await realDevice(user, 1), await realDevice(user, 2)];
  const idea = { title: 'Harbor', description: 'At night.', targetLength: 30, genres: ['drama' as const] };
  projectId = await first.actions.createProject({ ...idea, model: 'omni', aspectRatio: '16:9' });
  await first.settle(projectId);
  const characters = [ines, noor].map((id, n) => ({ id, name: `Name ${n}`, description: 'A keeper.', imageUrl: null }));
  await api.db.execute({
    sql: 'update projects set character_references = :characters, version = version + 1, revision = revision + 1 where id = :projectId',
    args: { characters: JSON.stringify(characters), projectId },
  });
  for (const device of [first, second]) await pullProjectWithHistory(device, projectId, user.id);
});
afterEach(async () => {
  await first.close();
  await second.close();
  await api.close();
});

/** Shows a character by a picture that only this device has, which its change waits for. */
async function choose(device: RealDevice, characterId: string, words: string): Promise<string> {
  const bytes = jpegOf(words);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const common = { sha256, name: `${words}.jpg`, sizeBytes: bytes.length, createdAt: 1 };
  const file: OwnFile = { ...common, kind: 'picture', type: 'image/jpeg', facts: { width: 16, height: 9 } };
  await addOwnFile(device.db, user.id, file);
  await setOwnPortrait(projectId, characterId, sha256, device);
  await sendOwnFile(device, user, file, bytes);
  return sha256;
}
const shown = async ({ db }: RealDevice) =>
  (await db.projects.get(projectId))?.characterReferences.map(({ imageUrl }) => imageUrl);
const value = (picture: string) => ({ id: ines, imageUrl: mediaUrl(picture), isOwn: true });
const told = async ({ db }: RealDevice) =>
  (await db.pulledHistory.where('projectId').equals(projectId).sortBy('place')).flatMap((row) =>
    replacedFields(row).map(({ field, before, after }) => [field, before, after]),
  );

test('two pictures that one character is given collide; the one that was replaced is told on both devices, and comes back on both', async () => {
  const [mine, theirs] = [await choose(first, ines, 'raincoat'), await choose(second, ines, 'lantern')];
  const other = await choose(first, noor, 'boat');
  await first.settle(projectId);
  await drainProject(second, projectId, user.id);
  const here = await second.db.history.filter(({ state }) => state === 'overruled').toArray();
  expect(here.map(({ inverse }) => inverse)).toEqual([
    [{ kind: 'patch-character', characterId: ines, patch: { picture: mine } }],
  ]);
  await second.settle(projectId);
  await first.settle(projectId);
  const entry = ['characterPicture', value(mine), value(theirs)];
  expect([await told(first), await told(second)]).toEqual([[entry], [entry]]);

  // This device has never had the bytes, only the server and the other one.
  const former = { former: value(mine), replacing: value(theirs) };
  const undo = await second.actions.undoable(projectId, () => restorePortrait(projectId, former, second));
  await second.settle(projectId);
  await first.settle(projectId);
  const restored = [mediaUrl(mine), mediaUrl(other)];
  expect([await shown(second), await shown(first), await told(first)]).toEqual([restored, restored, [entry]]);
  expect((await user.fetch(mediaUrl(mine))).status).toBe(200);
  await undo?.();
  await second.settle(projectId);
  await first.settle(projectId);
  expect(await shown(first)).toEqual([mediaUrl(theirs), mediaUrl(other)]);
});

test('a picture that was pulled before the other was sent is replaced all the same; another character’s isn’t, nor are words', async () => {
  const mine = await choose(first, ines, 'raincoat');
  await first.actions.renameCharacter(projectId, noor, 'Noor');
  const theirs = await choose(second, ines, 'lantern');
  await choose(second, noor, 'boat');
  await first.settle(projectId);
  await pullProjectWithHistory(second, projectId, user.id);
  await second.settle(projectId);
  expect(await told(second)).toEqual([['characterPicture', value(mine), value(theirs)]]);
});

test('a picture that no file of the person’s own is told as one that is no longer kept', async () => {
  await user.fetch(`/api/projects/${projectId}/characters/${ines}/picture`, {
    method: 'PUT',
    body: jpegOf('drawn'),
    headers: { 'Content-Type': 'image/jpeg' },
  });
  await choose(second, ines, 'lantern');
  await second.settle(projectId);
  expect((await told(second)).map(([field, before]) => [field, before])).toEqual([
    ['characterPicture', expect.objectContaining({ id: ines, isOwn: false })],
  ]);
});
