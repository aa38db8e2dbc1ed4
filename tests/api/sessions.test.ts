/** Where a person is signed in, told to them, and ended by them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PERSON_HEADER } from '#shared/api/person.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import { migrate } from '#edge-api/db/migrate.ts';
import { migrations } from '#edge-api/db/migrations.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { idSchema } from '#shared/entities/id.ts';
import { idea } from './battery/people.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs Ada in with a browser. */
async function signInWith(userAgent: string): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const reply = await api.fetch('/api/login', {
    method: 'POST',
    headers: { Origin: ORIGIN, 'User-Agent': userAgent },
    body: new URLSearchParams({ email: 'ada@example.test' }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (path, init) => api.fetch(path, { ...init, headers: { Origin: ORIGIN, Cookie: cookie } });
}

const listOf = async (reply: Response): Promise<OwnSession[]> => reply.json();

test('tells where a person is signed in, by which browser, and when it was used last', async () => {
  const first = await signInWith(FIREFOX);
  const openedAt = api.clock.now();
  api.clock.advance(3 * DAY_MS);
  const second = await signInWith(`Mozilla/5.0 <script>alert(1)</script> ${'x'.repeat(5_000)}`);
  await api.as('Bob');
  const sessions = await listOf(await second('/api/user/sessions'));
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      device: 'Browser',
      createdAt: openedAt + 3 * DAY_MS,
      lastSeenAt: openedAt + 3 * DAY_MS,
      isCurrent: true,
    },
    { id: expect.any(String), device: 'Firefox on Linux', createdAt: openedAt, lastSeenAt: openedAt, isCurrent: false },
  ]);
  api.clock.advance(2 * HOUR_MS);
  const [latest] = await listOf(await first('/api/user/sessions'));
  expect(latest).toMatchObject({ isCurrent: true, lastSeenAt: openedAt + 3 * DAY_MS + 2 * HOUR_MS });
});

test('signs out one browser, and leaves the others', async () => {
  const [here, there] = [await signInWith(FIREFOX), await signInWith(FIREFOX)];
  const other = (await listOf(await here('/api/user/sessions'))).find(({ isCurrent }) => !isCurrent);
  expect((await here(`/api/user/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await there('/api/auth/user')).status).toBe(401);
  expect(await listOf(await here('/api/user/sessions'))).toHaveLength(1);
  expect((await here(`/api/user/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(404);
});

test('nobody signs out anybody else', async () => {
  const here = await signInWith(FIREFOX);
  const [own] = await listOf(await here('/api/user/sessions'));
  const bob = await api.as('Bob');
  expect((await bob.fetch(`/api/user/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await bob.fetch('/api/user/sessions', { method: 'DELETE' })).status).toBe(204);
  expect((await here('/api/auth/user')).status).toBe(200);
});

test('signs out everywhere, here too', async () => {
  const [here, there] = [await signInWith(FIREFOX), await signInWith(FIREFOX)];
  const reply = await here('/api/user/sessions', { method: 'DELETE' });
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^sid=; Max-Age=0/)]);
  for (const fetch of [here, there]) expect((await fetch('/api/auth/user')).status).toBe(401);
  expect((await api.db.execute('select id from sessions')).rows).toEqual([]);
});

test('sessions from before they had names get one each, and live on', async () => {
  const db = await openFileDatabase(`file:${api.folder}/earlier.db`);
  try {
    await migrate(
      db,
      0,
      migrations.filter(({ version }) => version < 24),
    );
    await db.batch(
      [
        `insert into users (id, email, created_at_ms, updated_at_ms) values ('ada', 'ada@example.test', 0, 0)`,
        ...['a', 'b'].map(
          (hash) =>
            `insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values ('${hash}', 'ada', 0, 9)`,
        ),
      ],
      'write',
    );
    await migrate(db, 0);
    const { rows } = await db.execute('select id, device from sessions');
    expect(new Set(rows.map((row) => row['id'])).size).toBe(2);
    for (const row of rows) expect([idSchema.safeParse(row['id']).success, row['device']]).toEqual([true, null]);
  } finally {
    db.close();
  }
});

test('a page of somebody who was here before changes nothing of the next person’s, and is told nothing', async () => {
  const [ada, bob] = [await api.as('Ada'), await api.as('Bob')];
  const { id } = await bob.json<{ id: string }>('/api/projects', { method: 'POST', json: idea('The Harbor') });
  const before = await bob.json('/api/user/projects');
  const asAda = { [PERSON_HEADER]: ada.id };
  const change = { method: 'POST', path: '/api/projects', body: JSON.stringify(idea('Ada’s')), key: 'a-key' };
  const calls: [string, RequestInit & { json?: unknown }][] = [
    ['/api/user/projects', {}],
    [`/api/projects/${id}`, {}],
    ['/api/projects', { method: 'POST', json: idea('Ada’s') }],
    [`/api/projects/${id}`, { method: 'PATCH', json: { title: 'Ada’s' } }],
    [`/api/projects/${id}`, { method: 'DELETE' }],
    ['/api/changes', { method: 'POST', json: { changes: [{ ...change, ifMatch: null, madeOn: null }] } }],
    ['/api/uploads', { method: 'POST', json: {} }],
  ];
  for (const [path, init] of calls) {
    const reply = await bob.fetch(path, { ...init, headers: asAda });
    expect([path, init.method, reply.status]).toEqual([path, init.method, 401]);
  }
  expect(await bob.json('/api/user/projects')).toEqual(before);
  expect((await bob.fetch('/api/user/projects', { headers: { [PERSON_HEADER]: bob.id } })).status).toBe(200);
});
