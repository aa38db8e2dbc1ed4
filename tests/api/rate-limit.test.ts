/** How often somebody may do what costs somebody something, with the limits that a server really has. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import '#tests/helpers/property-runs.ts';
import { readConfig } from '#edge-api/config.ts';
import { createApp } from '#edge-api/app.ts';
import type { Db } from '#edge-api/db/client.ts';
import { clientAddress } from '#edge-api/middleware/client-address.ts';
import {
  databaseBuckets,
  memoryBuckets,
  rateLimitsOf,
  STANDARD_RATE_LIMITS,
  type RateBuckets,
} from '#edge-api/services/rate-limit.ts';
import type { Project } from '#shared/entities/project.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';
import { newProject } from './new-project.ts';

const GITHUB = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret', LOCAL_SIGN_IN: 'on' };

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ environment: GITHUB, rateLimits: STANDARD_RATE_LIMITS });
});
afterEach(() => api.close());

test('calls to a model are as many as the operator says, and the standard is what is documented', async () => {
  expect(rateLimitsOf(readConfig({}, 'embedded'))).toEqual(STANDARD_RATE_LIMITS);
  const rateLimits = rateLimitsOf(readConfig({ AI_CALLS_PER_MINUTE: '2' }, 'embedded'));
  expect(rateLimits).toEqual({ ...STANDARD_RATE_LIMITS, aiCall: { perUser: 2, perAddress: 6 } });
  await api.close();
  api = await startTestApi({ rateLimits });
  const ada = await api.as('Ada');
  const ask = async () =>
    (await ada.fetch('/api/improve-description', { method: 'POST', json: { description: 'A keeper sees a light.' } }))
      .status;
  // Without a key none of them gets further.
  expect([await ask(), await ask(), await ask()]).toEqual([422, 422, 429]);
});

test('whoever calls or changes things too often waits, and nobody else; reading goes on', async () => {
  const config = readConfig({ WRITES_PER_MINUTE: '60', REQUESTS_PER_MINUTE: '600' }, 'embedded');
  await api.close();
  api = await startTestApi({ rateLimits: rateLimitsOf(config) });
  const [ada, bob] = [await api.as('Ada'), await api.as('Bob')];
  const { id } = await newProject(ada);
  const rename = (user: typeof ada, title: string) =>
    user.fetch(`/api/projects/${id}`, { method: 'PATCH', json: { title } });
  for (let n = 2; n <= 60; n++) expect((await rename(ada, `Title ${n}`)).status).toBe(200);
  const refused = await rename(ada, 'One too many');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', message: expect.stringMatching(/\.$/) });
  expect((await ada.json<Project>(`/api/projects/${id}`)).title).toBe('Title 60');
  expect((await rename(bob, 'Not his')).status).toBe(404);
  api.clock.advance(1_000);
  expect((await rename(ada, 'In time')).status).toBe(200);
  const look = async (user: typeof ada) => (await user.fetch('/api/user/projects')).status;
  let reads = 0;
  while ((await look(ada)) === 200) reads++;
  // Beside 63 here, signing in asked once who she is; a second brought ten back.
  expect(reads).toBe(600 - 64 + 10);
  expect(await look(bob)).toBe(200);
});

describe.each<[string, () => RateBuckets]>([
  ['in memory', memoryBuckets],
  ['in the database', () => databaseBuckets(api.deps.db)],
])('a bucket %s', (_where, open) => {
  test('holds a minute’s calls at once, and fills evenly', async () => {
    const buckets = open();
    const at = (seconds: number) => buckets.take('a', 4, 1_000_000 + seconds * 1000);
    expect([await at(0), await at(0), await at(0), await at(0)]).toEqual([0, 0, 0, 0]);
    expect(await at(0)).toBe(15_000);
    expect(await at(10)).toBe(5_000);
    expect([await at(15), await at(15)]).toEqual([0, 15_000]);
    expect([await at(75), await at(75), await at(75), await at(75), await at(75)]).toEqual([0, 0, 0, 0, 15_000]);
  });

  test('waits no longer than its refill where the clock was set back an hour', async () => {
    const buckets = open();
    const at = (seconds: number) => buckets.take('a', 4, 10_000_000 + seconds * 1000);
    expect([await at(0), await at(0), await at(0), await at(0)]).toEqual([0, 0, 0, 0]);
    expect([await at(-3600), await at(-3590), await at(-3585)]).toEqual([15_000, 5_000, 0]);
  });

  test('is nobody else’s', async () => {
    const buckets = open();
    expect([await buckets.take('a', 1, 0), await buckets.take('b', 1, 0), await buckets.take('a', 1, 0)]).toEqual([
      0, 0, 60_000,
    ]);
  });

  test('gives its last call to one of those who ask at once', async () => {
    const buckets = open();
    const waits = await Promise.all(Array.from({ length: 8 }, () => buckets.take('a', 3, 0)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });
});

test('buckets in memory and in the database answer alike', async () => {
  const call = fc.record({ name: fc.constantFrom('a', 'b'), laterMs: fc.integer({ min: 0, max: 40_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.array(call, { maxLength: 25 }), async (perMinute, calls) => {
      await api.db.execute('delete from rate_buckets');
      const [memory, database] = [memoryBuckets(), databaseBuckets(api.deps.db)];
      let nowMs = 1_000_000;
      for (const { name, laterMs } of calls) {
        nowMs += laterMs;
        expect(await database.take(name, perMinute, nowMs)).toBe(await memory.take(name, perMinute, nowMs));
      }
    }),
  );
});

test('the database forgets buckets that are full again, a few with each call', async () => {
  const buckets = databaseBuckets(api.deps.db);
  const names = async () =>
    z
      .array(z.object({ name: z.string() }))
      .parse((await api.db.execute('select name from rate_buckets order by name')).rows.map((row) => ({ ...row })));
  await buckets.take('a', 60, 0);
  await buckets.take('b', 60, 1_000);
  expect(await names()).toEqual([{ name: 'b' }]);
  const many = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)';
  await api.db.execute(`${many} insert into rate_buckets (name, full_at_ms) select 'old ' || i, 2000 + i from n`);
  await buckets.take('b', 60, 100_000);
  const left = (await names()).length;
  // Those that one call throws away, and itself.
  expect([500 - left + 1 <= 10, 500 - left + 1 > 1]).toEqual([true, true]);
  for (let call = 0; call < 100; call++) await buckets.take(`new ${call}`, 60, 100_000);
  expect((await names()).filter(({ name }) => name.startsWith('old'))).toEqual([]);
});

test('who floods a server asks its database no more than their allowance, and the others’ rows are left alone', async () => {
  let asked = 0;
  const counted: Db = {
    execute: (statement) => api.deps.db.execute(statement),
    batch: (statements, mode) => (asked++, api.deps.db.batch(statements, mode)),
  };
  const buckets = databaseBuckets(counted);
  for (let call = 0; call < 1_000; call++) await buckets.take('flood', 10, call);
  expect(asked).toBe(11);
  expect(await buckets.take('other', 10, 1_000)).toBe(0);
  expect([await buckets.take('flood', 10, 6_000), await buckets.take('flood', 10, 6_000)]).toEqual([0, 6_000]);
  // Another isolate knows of the row what this one does.
  expect(await databaseBuckets(counted).take('flood', 10, 6_000)).toBe(6_000);
});

/** A request over a connection from an address. */
function from(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(createApp(api.deps).fetch(new Request(`${ORIGIN}${path}`, init), { remoteAddress: address }));
}

describe('a server with its own limits', () => {
  test('lets an address begin ten sign-ins a minute, and says on a page when it may go on', async () => {
    const begin = (address: string, path = '/api/login/github') =>
      from(address, path, { headers: { Accept: 'text/html' } });
    for (let i = 0; i < 10; i++) expect((await begin('192.0.2.1')).status).toBe(302);
    const refused = await begin('192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    expect(await refused.text()).toContain('Too many requests. Please wait a moment.');
    expect((await begin('192.0.2.2')).status).toBe(302);
    expect((await begin('192.0.2.1', '/api/login')).status).toBe(200);
    api.clock.advance(6_000);
    expect((await begin('192.0.2.1')).status).toBe(302);
  });

  test('limits nobody who signs in on their own machine', async () => {
    for (let i = 0; i < 30; i++) await api.as('Ada');
    expect((await api.as('Ada')).id).toMatch(/^[\w-]{36}$/);
  });

  test('lets a person ask about five keys a minute, and an address about twenty', async () => {
    const check = async (name: string, address: string) => {
      const { cookie } = await api.as(name);
      const headers = { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ apiKey: 'demo-studio' });
      return from(address, '/api/validate-api-key', { method: 'POST', headers, body });
    };
    for (const name of ['Ada', 'Bob', 'Cleo', 'Dora'])
      for (let i = 0; i < 5; i++) expect((await check(name, '192.0.2.1')).status).toBe(200);
    const refused = await check('Ada', '192.0.2.9');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12']);
    const neighbour = await check('Emil', '192.0.2.1');
    expect([neighbour.status, neighbour.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await check('Emil', '192.0.2.9')).status).toBe(200);
  });

  test('lets a person ask models for something twenty times a minute', async () => {
    const ada = await api.as('Ada');
    const ask = () =>
      ada.fetch('/api/detect-genres', { method: 'POST', json: { description: 'A keeper. '.repeat(9) } });
    for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(422);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
  });
});

describe('whose call it is', () => {
  const direct = { publicUrl: 'http://127.0.0.1:8787' };
  const proxied = { publicUrl: 'https://reel.example' };

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:0:7:aaaa:bbbb:cccc:dddd', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0000:0007:ffff::1', '2001:db8:0:7::/64'],
    ['::1', '0:0:0:0::/64'],
    // Mapped by other software, and on a link, whose name is this machine's matter.
    ['::ffff:c633:6407', '198.51.100.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['no address', 'unknown'],
  ])('is the connection’s address: %j is %s', (remoteAddress, expected) => {
    expect(clientAddress({ remoteAddress, forwardedFor: '198.51.100.7' }, direct)).toBe(expected);
  });

  test('is what our proxy saw, when there is one, and nothing that the caller wrote', () => {
    const seen = (remoteAddress: string, forwardedFor: string | null) =>
      clientAddress({ remoteAddress, forwardedFor }, proxied);
    expect(seen('127.0.0.1', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
    expect(seen('::ffff:10.0.0.3', '198.51.100.7')).toBe('198.51.100.7');
    for (const carrier of ['100.64.0.1', '100.99.0.1', '100.127.255.254'])
      expect(seen(carrier, '198.51.100.7')).toBe('198.51.100.7');
    for (const open of ['100.63.0.1', '100.128.0.1']) expect(seen(open, '198.51.100.7')).toBe(open);
    for (const port of [1_024, 65_535]) {
      expect(seen('10.0.0.3', `203.0.113.9:1, 198.51.100.7:${port}`)).toBe('198.51.100.7');
      expect(seen('10.0.0.3', `[2001:db8:0:7::1]:${port}`)).toBe('2001:db8:0:7::/64');
    }
    expect(seen('10.0.0.3', '[2001:db8:0:7::1]')).toBe('2001:db8:0:7::/64');
    expect(seen('127.0.0.1', null)).toBe('127.0.0.1');
    expect(seen('127.0.0.1', 'nonsense')).toBe('127.0.0.1');
    expect(seen('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });
});
