import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKey, isKeyStored } from '#api/stored-key.ts';
import { StoryreelDb } from '#data/db.ts';
import { createPagePerson, type PagePerson } from '#data/people/page-person.ts';
import { readPerson } from '#data/tables/device-person.ts';
import { readReach } from '#data/tables/reach.ts';
import { rememberOpenedClips, readOpenedClips, NOBODY } from '#data/tables/opened-file.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { userSchema, type User } from '#shared/entities/user.ts';
import { sessionMemory } from '#sync/session-memory.ts';
import { testId } from '#tests/helpers/rows.ts';
import { eachOnDevice, it } from './test-device.ts';

const NAME = 'storyreel.gemini-key';

let items: Map<string, string>;
let deviceDb: StoryreelDb;
/** How often a page was loaded anew. */
let reloads: number;

eachOnDevice(null);
beforeEach(async () => {
  await it.db.meta.delete('currentUserId');
  deviceDb = new StoryreelDb('session-memory');
  reloads = 0;
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    removeItem: (name: string) => items.delete(name),
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await deviceDb.delete();
});

const person = (n: number): User =>
  userSchema.parse({
    id: testId(n),
    email: `person-${n}@example.test`,
    firstName: 'A',
    lastName: 'Person',
    profileImageUrl: null,
    geminiApiKey: null,
  });

const newPage = (): PagePerson => createPagePerson(() => (reloads += 1));
/** What a page remembers; each call is another page, unless one is named. */
const memory = (page = newPage()) => sessionMemory({ db: it.db, deviceDb, device: it.device, page }, forgetKey);

/** As if this person had kept a key here. */
async function keepKeyAs(user: User): Promise<void> {
  await memory().remember(user);
  items.set(NAME, 'sealed');
}

test('a kept key stays as long as the same person does, also without the network', async () => {
  await keepKeyAs(person(1));
  await memory().remember(person(1));
  expect((await memory().read())?.id).toBe(person(1).id);
  expect(isKeyStored()).toBe(true);
});

test('a kept key goes when the person signs out', async () => {
  await keepKeyAs(person(1));
  await memory().forget();
  expect([isKeyStored(), await memory().read()]).toEqual([false, null]);
});

test('a kept key goes before somebody else is signed in', async () => {
  await keepKeyAs(person(1));
  await memory().remember(person(2));
  expect([isKeyStored(), (await memory().read())?.id]).toEqual([false, person(2).id]);
});

test('where the browser allows no storage people sign in and out all the same', async () => {
  const refuse = (): never => {
    throw new DOMException('No storage here.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, removeItem: refuse });
  await memory().remember(person(1));
  await memory().forget();
  expect(await memory().read()).toBeNull();
});

test('the first answer settles whose page it is, with the network and without', async () => {
  const online = newPage();
  await memory(online).remember(person(1));
  expect([online.current(), await readPerson(deviceDb)]).toEqual([person(1).id, person(1).id]);
  const offline = newPage();
  expect((await memory(offline).read())?.id).toBe(person(1).id);
  expect(offline.current()).toBe(person(1).id);
  const signedOut = newPage();
  await memory(signedOut).forget();
  expect([signedOut.current(), await readPerson(deviceDb)]).toEqual([null, null]);
  expect(reloads).toBe(0);
});

test('a page whose person signs out, or is followed by somebody else, begins anew and writes no row of theirs', async () => {
  const page = newPage();
  await memory(page).remember(person(1));
  let isOver = false;
  void memory(page)
    .remember(person(3))
    .then(() => (isOver = true));
  await expect.poll(() => reloads).toBe(1);
  expect(await readPerson(deviceDb)).toBe(person(3).id);
  expect((await it.db.users.toArray()).map(({ id }) => id)).not.toContain(person(3).id);
  void memory(page)
    .forget()
    .then(() => (isOver = true));
  await expect.poll(() => reloads).toBe(2);
  expect([await readPerson(deviceDb), await readCurrentUserId(it.db), isOver]).toEqual([null, null, false]);
});

test('a page that is being left isn’t loaded anew', async () => {
  const page = newPage();
  await memory(page).remember(person(1));
  page.leave();
  void memory(page).forget();
  await expect.poll(() => readCurrentUserId(it.db)).toBeNull();
  expect(reloads).toBe(0);
});

test('while the server can’t say who is there, the page is nobody’s, and the device still knows', async () => {
  await memory().remember(person(1));
  const page = newPage();
  await memory(page).doubt();
  expect([page.current(), await readPerson(deviceDb)]).toEqual([null, person(1).id]);
  expect(await memory(page).read()).toBeNull();
});

test('a visitor who came without the network is no longer told so once the server has answered', async () => {
  const page = newPage();
  await memory(page).read();
  expect(await readReach(it.db)).toBe('offline');
  await memory(page).forget();
  expect(await readReach(it.db)).toBe('online');
});

test('what somebody opened before signing in is theirs afterwards, and nobody’s no more', async () => {
  const sha256 = 'c'.repeat(64);
  await rememberOpenedClips(deviceDb, [sha256]);
  await deviceDb.clips.add({ sha256, sizeBytes: 1, storedAt: 1 });
  await deviceDb.table('exports').bulkAdd([
    { id: 'nobodys', projectId: 'opened', userId: NOBODY },
    { id: 'unmoved', projectId: 'another', userId: person(2).id },
  ]);
  await memory().remember(person(1));
  expect([...(await readOpenedClips(it.db))]).toEqual([sha256]);
  expect(await it.db.clips.count()).toBe(1);
  expect(await it.db.exports.toCollection().primaryKeys()).toEqual(['nobodys']);
  expect([...(await readOpenedClips(deviceDb))]).toEqual([]);
  expect(await deviceDb.clips.count()).toBe(0);
  expect(await deviceDb.exports.toCollection().primaryKeys()).toEqual(['unmoved']);
});
