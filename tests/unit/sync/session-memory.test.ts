import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKey, isKeyStored } from '#api/stored-key.ts';
import { userSchema, type User } from '#shared/entities/user.ts';
import { sessionMemory } from '#sync/session-memory.ts';
import { testId } from '#tests/helpers/rows.ts';
import { testDevice, type TestDevice } from './test-device.ts';

const NAME = 'storyreel.gemini-key';

let it: TestDevice;
let items: Map<string, string>;

beforeEach(async () => {
  it = await testDevice();
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    removeItem: (name: string) => items.delete(name),
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await it.close();
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

const memory = () => sessionMemory(it, forgetKey);

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
