/** Pictures of people, when many ask for them and where they may be. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noTurns } from '#edge-api/services/person-turns.ts';
import { STANDARD_RATE_LIMITS, type RateBuckets } from '#edge-api/services/rate-limit.ts';
import { testId } from '#tests/helpers/rows.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const OIDC = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  LOCAL_SIGN_IN: 'on',
};

let api: TestApi;
let ada: TestUser;
let host: Server;
let asked: string[];
/** What the host waits for before it answers. */
let gate: Promise<void>;

beforeEach(async () => {
  asked = [];
  gate = Promise.resolve();
  host = createServer((_, reply) => void gate.then(() => reply.end(JPEG)));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  api = await startTestApi({
    environment: OIDC,
    rateLimits: { avatar: STANDARD_RATE_LIMITS.avatar },
    deps: {
      // Eight people may ask at once, one person's requests wait for each other.
      personTurns: noTurns,
      fetchPicture: (url, init) => {
        asked.push(url);
        return fetch(`http://127.0.0.1:${port}/`, init);
      },
    },
  });
  ada = await api.as('Ada');
  await keptAt('https://lh3.googleusercontent.com/a/ada');
});
afterEach(async () => {
  await api.close();
  await new Promise((resolve) => host.close(resolve));
});

const keptAt = (url: string) =>
  api.db.execute({ sql: 'update users set profile_image_url = ? where id = ?', args: [url, ada.id] });
const look = (): Promise<Response> => ada.fetch('/api/user/avatar');

test('who asks for a picture that is on its way waits for that one', async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const looks = Array.from({ length: 8 }, look);
  await expect.poll(() => asked.length).toBe(1);
  open();
  for (const reply of await Promise.all(looks)) expect(Buffer.from(await reply.arrayBuffer())).toEqual(JPEG);
  expect(asked).toHaveLength(1);
  await look();
  expect(asked).toHaveLength(2);
});

test('an address gets six hundred pictures a minute, ten whole pages of the showcase', async () => {
  for (let i = 0; i < 600; i++) expect((await look()).status).toBe(200);
  const refused = await look();
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate_limited']);
});

test('who only looks writes nothing, wherever else calls are counted', async () => {
  await api.close();
  const rateBuckets: RateBuckets = {
    take: async () => {
      throw new Error('A look at a page was counted where it costs a write.');
    },
  };
  api = await startTestApi({ rateLimits: STANDARD_RATE_LIMITS, deps: { rateBuckets } });
  expect((await api.fetch('/api/showcase/projects')).status).toBe(200);
  expect((await api.fetch(`/api/showcase/projects/${testId(1)}/avatar`)).status).toBe(404);
});

test('the issuer’s own host is asked, and none of its neighbours', async () => {
  await keptAt('https://id.example/ada.jpg');
  expect((await look()).status).toBe(200);
  await keptAt('https://anybody.id.example/ada.jpg');
  expect((await look()).status).toBe(404);
  expect(asked).toEqual(['https://id.example/ada.jpg']);
});
