import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const PER_MINUTE = 20;
const PATHS = [`/api/media/${'a'.repeat(64)}`, `/api/media/${'b'.repeat(64)}/frames/first`];

let api: TestApi;
let ada: TestUser;
beforeEach(async () => {
  api = await startTestApi({ rateLimits: { publicFile: { perUser: null, perAddress: PER_MINUTE } } });
  ada = await api.as('Ada');
});
afterEach(() => api.close());

/** Counted before anybody looks whether the file is there. */
const ask = (path: string): Promise<Response> => api.fetch(path, { headers: { Range: 'bytes=0-99' } });

test('a visitor has so many files a minute, people who are signed in have theirs, and no row is written for it', async () => {
  for (let asked = 0; asked < PER_MINUTE; asked++) expect((await ask(PATHS[asked % 2] ?? '')).status).toBe(404);
  const refused = await ask(PATHS[0] ?? '');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(0);
  expect((await ada.fetch(PATHS[0] ?? '')).status).toBe(404);
  api.clock.advance(waitSeconds * 1000);
  expect((await ask(PATHS[1] ?? '')).status).toBe(404);
  const { rows } = await api.db.execute("select count(*) as buckets from rate_buckets where name like 'publicFile%'");
  expect(rows[0]?.['buckets']).toBe(0);
});
