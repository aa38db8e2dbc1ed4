import { afterEach, beforeEach, expect, test } from 'vitest';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { rotateKeys } from '#edge-api/services/rotate-keys.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const OLD = new Uint8Array(32).fill(1);
const NEW = new Uint8Array(32).fill(2);
/** More than one batch. */
const PEOPLE = 230;

let api: TestApi;
let users: TestUser[];
const keyOf = (index: number): string => `AQ.key-of-person-${index}`;

beforeEach(async () => {
  api = await startTestApi();
  api.deps.keySecrets = { current: OLD, previous: null };
  users = [];
  for (let index = 0; index < 3; index++) {
    const user = await api.as(`Person${index}`);
    await save(user, keyOf(index));
    users.push(user);
  }
});
afterEach(() => api.close());

const save = (user: TestUser, apiKey: string): Promise<unknown> =>
  user.json('/api/user/save-api-key', { method: 'POST', json: { apiKey } });
const rotate = () => rotateKeys({ ...api.deps, keySecrets: { current: NEW, previous: OLD } });
const keysOf = (secrets: { current: Uint8Array<ArrayBuffer>; previous: Uint8Array<ArrayBuffer> | null }) =>
  Promise.all(users.map((user) => readApiKey({ ...api.deps, keySecrets: secrets }, user.id)));
const allKeys = (): string[] => users.map((_, index) => keyOf(index));

test('all keys come under the new secret, and the old one opens nothing any more', async () => {
  expect(await rotate()).toEqual({ moved: 3, unreadable: 0 });
  expect(await keysOf({ current: NEW, previous: null })).toEqual(allKeys());
  expect(await keysOf({ current: OLD, previous: null })).toEqual([null, null, null]);
  expect(await rotate()).toEqual({ moved: 0, unreadable: 0 });
});

test('more keys than one batch are moved', async () => {
  await api.db.execute({
    sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
      insert into users (id, email, created_at_ms, updated_at_ms) select 'copy-' || i, 'x@y', 0, 0 from n`,
    args: [PEOPLE],
  });
  // Their rows are another person's and open for nobody: they are counted, and don't keep the others from moving.
  await api.db.execute({
    sql: `insert into api_keys (user_id, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms)
      select u.id, k.kek_id, k.wrapped_dek, k.dek_iv, k.key_iv, k.ciphertext, k.mask, 0, 0 from users u, api_keys k
      where u.id like 'copy-%' and k.user_id = ?`,
    args: [users[0]?.id ?? ''],
  });
  expect(await rotate()).toEqual({ moved: 3, unreadable: PEOPLE });
  expect(await keysOf({ current: NEW, previous: null })).toEqual(allKeys());
});

test('a run that is cut off at any write leaves every key readable, and the next one ends it', async () => {
  const broken = { ...api.deps.db, batch: () => Promise.reject(new Error('The disk is full.')) };
  await expect(rotateKeys({ ...api.deps, db: broken, keySecrets: { current: NEW, previous: OLD } })).rejects.toThrow(
    'The disk is full.',
  );
  expect(await keysOf({ current: NEW, previous: OLD })).toEqual(allKeys());
  expect((await rotate()).moved).toBe(3);
});

test('a key that its owner saves in the middle is not laid over', async () => {
  const { db } = api.deps;
  const saving = {
    ...db,
    batch: async (...call: Parameters<typeof db.batch>) => {
      const [ada] = users;
      if (ada !== undefined) await save(ada, 'AQ.saved-meanwhile');
      return db.batch(...call);
    },
  };
  await rotateKeys({ ...api.deps, db: saving, keySecrets: { current: NEW, previous: OLD } });
  expect(await keysOf({ current: NEW, previous: OLD })).toEqual(['AQ.saved-meanwhile', keyOf(1), keyOf(2)]);
});
