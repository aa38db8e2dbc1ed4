/** Whom a server lets in: everybody, those on its list, or the first person only. */
import { afterEach, describe, expect, test } from 'vitest';
import { startOpenIdProvider, type OpenIdProvider } from '#tests/helpers/openid-provider.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';
import { locationOf, oauthBrowser, problemOn } from './oauth-browser.ts';
import { personOf } from '#edge-api/providers/sign-in/profile.ts';
import { addressList, isListed, signInRuleText } from '#edge-api/sign-in-rule.ts';

let api: TestApi | null = null;
let provider: OpenIdProvider | null = null;
afterEach(async () => {
  await api?.close();
  await provider?.close();
  [api, provider] = [null, null];
});

async function startWith(allowed: string): Promise<TestApi> {
  api = await startTestApi({ environment: { SIGN_IN_ALLOWED: allowed } });
  return api;
}

const form = (email: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { Origin: ORIGIN, ...headers },
  body: new URLSearchParams({ email }),
});

async function answerTo(server: TestApi, email: string): Promise<unknown> {
  const reply = await server.fetch('/api/login', form(email));
  if (reply.status === 303) return 303;
  const { code }: { code: string } = await reply.json();
  return [reply.status, code, reply.headers.get('set-cookie')];
}

const HOUR_MS = 60 * 60 * 1000;

const closed = [403, 'sign_in_closed', null];

describe('on the server’s own computer', () => {
  test('who is taken off the list is signed out within the hour, and in again when they are back on it', async () => {
    const server = await startWith('@example.test');
    const ada = await server.as('Ada');
    const asked = async () => [
      (await ada.fetch('/api/auth/user')).status,
      (await ada.fetch('/api/user/projects')).status,
    ];
    const rule = server.deps.config.signInRule;
    server.deps.config.signInRule = { kind: 'listed', addresses: ['bob@example.test'], domains: [] };
    server.clock.advance(HOUR_MS / 2);
    expect(await asked()).toEqual([200, 200]);
    server.clock.advance(HOUR_MS);
    expect(await asked()).toEqual([401, 401]);
    server.deps.config.signInRule = rule;
    expect(await asked()).toEqual([200, 200]);
  });

  test('a list lets in its addresses and all of its domains, and nobody else', async () => {
    const server = await startWith('Ada@Example.test, @reel.example');
    for (const email of ['ada@example.test', 'ADA@example.TEST', 'anybody@reel.example'])
      expect([email, await answerTo(server, email)]).toEqual([email, 303]);
    for (const email of [
      'bob@example.test',
      'eve@mail.reel.example',
      'eve@reel.example.evil.test',
      'ada@example.test@evil.test',
      'eve@evilreel.example',
    ])
      expect([email, await answerTo(server, email)]).not.toEqual([email, 303]);
    expect(await answerTo(server, 'bob@example.test')).toEqual(closed);
    expect((await server.db.execute('select email from users order by email')).rows).toEqual([
      { email: 'ada@example.test' },
      { email: 'anybody@reel.example' },
    ]);
  });

  test('a letter that only looks like another, or becomes it in lower case, is another', () => {
    const rule = signInRuleText.parse('kate@example.test, @İreel.example, @Reel.example');
    if (rule.kind !== 'listed') throw new Error('This is a list.');
    expect(isListed(rule, 'KATE@Example.test')).toBe(true);
    expect(isListed(rule, 'anybody@REEL.example')).toBe(true);
    // The Kelvin sign, a Cyrillic a, and letters of full width.
    for (const email of ['\u212aate@example.test', 'k\u0430te@example.test', '\uff4bate@example.test', 'a@reel.\u212a'])
      expect([email, isListed(rule, email)]).toEqual([email, false]);
    expect(personOf({ email: '\u212aate@Example.test', email_verified: true }).email).toBe('\u212aate@example.test');
    expect(addressList.parse('\u212aate@example.test, Olga@example.test')).toEqual([
      '\u212aate@example.test',
      'olga@example.test',
    ]);
  });

  test('first-only lets in the first person, again and again, and nobody after them', async () => {
    const server = await startWith('first-only');
    for (const email of ['ada@example.test', 'ada@example.test']) expect(await answerTo(server, email)).toBe(303);
    expect(await answerTo(server, 'bob@example.test')).toEqual(closed);
    expect(await answerTo(server, 'ada@example.test')).toBe(303);
  });

  test('of people who come at the same moment, first-only lets in one', async () => {
    const server = await startWith('first-only');
    const people = Array.from({ length: 8 }, (_, index) => answerTo(server, `person-${index}@example.test`));
    const answers = await Promise.all(people);
    expect(answers.filter((answer) => answer === 303)).toHaveLength(1);
    expect(answers.filter((answer) => answer !== 303)).toEqual(Array.from({ length: 7 }, () => closed));
  });

  test('a browser reads why on a page with a way back', async () => {
    const server = await startWith('@reel.example');
    const reply = await server.fetch('/api/login', form('bob@example.test', { Accept: 'text/html' }));
    expect(await problemOn(reply)).toEqual([403, expect.stringContaining('only open to people whom its operator')]);
  });
});

describe('through a provider', () => {
  async function startAtProvider(allowed: string): Promise<TestApi> {
    provider = await startOpenIdProvider(`${ORIGIN}/api/login/oidc/callback`, {
      ada: { email: 'ada@reel.example', email_verified: true },
      eve: { email: 'ada@reel.example', email_verified: false },
      nameless: {},
    });
    const { issuer, clientId, clientSecret } = provider;
    api = await startTestApi({
      startMs: Date.now(),
      environment: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        SIGN_IN_ALLOWED: allowed,
      },
    });
    return api;
  }

  async function signIn(server: TestApi, login: string): Promise<Response> {
    const browser = oauthBrowser(server);
    const start = await browser.open('/api/login?next=/settings');
    const visited = await provider?.visit(locationOf(start), login);
    return browser.open(`${visited?.pathname}${visited?.search}`);
  }

  test.each(['ada@reel.example', '@reel.example'])(
    '%s counts only where the provider has verified it',
    async (allowed) => {
      const server = await startAtProvider(allowed);
      for (const login of ['eve', 'nameless'])
        expect(await problemOn(await signIn(server, login))).toEqual([
          403,
          expect.stringContaining('verified address'),
        ]);
      expect((await server.db.execute('select id from users')).rows).toEqual([]);
      const done = await signIn(server, 'ada');
      expect([done.status, locationOf(done)]).toEqual([302, '/settings']);
    },
  );

  test('who is taken off the list is not let in again', async () => {
    const server = await startAtProvider('@reel.example');
    expect((await signIn(server, 'ada')).status).toBe(302);
    server.deps.config.signInRule = { kind: 'listed', addresses: ['bob@reel.example'], domains: [] };
    expect((await signIn(server, 'ada')).status).toBe(403);
  });

  test('first-only asks for no address', async () => {
    const server = await startAtProvider('first-only');
    expect((await signIn(server, 'nameless')).status).toBe(302);
    expect(await problemOn(await signIn(server, 'ada'))).toEqual([
      403,
      expect.stringContaining('isn’t open to new people'),
    ]);
    expect((await signIn(server, 'nameless')).status).toBe(302);
  });
});
