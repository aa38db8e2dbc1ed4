/** Sign-in at a real OpenID provider, and everything that may go wrong on the way. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIdConnectSignIn } from '#edge-api/providers/sign-in/open-id-connect.ts';
import { discoverMetadata } from '#edge-api/providers/sign-in/discovery.ts';
import { startOpenIdProvider, type OpenIdProvider } from '#tests/helpers/openid-provider.ts';
import { ORIGIN, startTestApi, type TestApi, type TestApiOptions } from './harness.ts';
import { locationOf, oauthBrowser, problemOn } from './oauth-browser.ts';

const CALLBACK = '/api/login/oidc/callback';
const MINUTE_MS = 60_000;

let provider: OpenIdProvider;
let api: TestApi;

beforeAll(async () => {
  provider = await startOpenIdProvider(`${ORIGIN}${CALLBACK}`, {
    ada: {
      email: 'Ada@Example.test',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://pictures.example/ada.png',
    },
    eve: { email: 'ada@example.test', email_verified: false, name: 'Eve the Second' },
    nameless: { picture: 'javascript:alert(1)' },
  });
});
afterAll(() => provider.close());

beforeEach(async () => {
  api = await startWith({});
});
afterEach(() => api.close());

/** The API beside the provider, whose clock is the machine's. */
function startWith(options: TestApiOptions): Promise<TestApi> {
  return startTestApi({
    startMs: Date.now(),
    ...options,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...options.environment,
    },
  });
}

/** Goes to the provider, answers there, and resolves to the address with which it sends the person back. */
async function comeBackFrom(browser = oauthBrowser(api), login: string | null = 'ada', next = '/'): Promise<string> {
  const start = await browser.open(`/api/login?next=${encodeURIComponent(next)}`);
  const { pathname, search } = await provider.visit(locationOf(start), login);
  return pathname + search;
}

async function signIn(login: string): Promise<{ browser: ReturnType<typeof oauthBrowser>; id: string | null }> {
  const browser = oauthBrowser(api);
  await browser.open(await comeBackFrom(browser, login));
  return { browser, id: await browser.whoAmI() };
}

describe('a sign-in', () => {
  test('goes straight to the only provider, with state, nonce and a PKCE challenge in the address and no secret', async () => {
    const browser = oauthBrowser(api);
    const reply = await browser.open('/api/login?next=/settings');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const url = new URL(locationOf(reply));
    const { state, nonce, code_challenge: challenge, ...others } = Object.fromEntries(url.searchParams);
    expect(others).toEqual({
      response_type: 'code',
      client_id: 'storyreel',
      redirect_uri: `${ORIGIN}${CALLBACK}`,
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    });
    for (const value of [state, nonce, challenge]) expect(value).toMatch(/^[\w-]{43}$/);
    expect(new Set([state, nonce, challenge]).size).toBe(3);
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^sign-in=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).toContain(`"state":"${state}"`);
    expect(JSON.stringify((await api.db.execute('select * from sign_in_flows')).rows)).not.toContain(state);
  });

  test('makes an account of what the provider says, and ends on the page that the person wanted', async () => {
    const browser = oauthBrowser(api);
    const done = await browser.open(await comeBackFrom(browser, 'ada', '/project/7?tab=2'));
    expect([done.status, locationOf(done)]).toEqual([302, '/project/7?tab=2']);
    expect(await (await browser.open('/api/auth/user')).json()).toMatchObject({
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: '/api/user/avatar',
    });
    expect((await api.db.execute('select profile_image_url, email_verified from users')).rows).toEqual([
      { profile_image_url: 'https://pictures.example/ada.png', email_verified: 1 },
    ]);
    expect([...browser.cookies.keys()]).toEqual(['sid', 'signed_in']);
    expect((await api.db.execute('select * from sign_in_flows')).rows).toEqual([]);
  });

  test('finds the same account next time, in a session of its own', async () => {
    const [first, second] = [await signIn('ada'), await signIn('ada')];
    expect(second.id).toBe(first.id);
    expect(second.browser.cookies.get('sid')).not.toBe(first.browser.cookies.get('sid'));
  });

  test('ends the session that the browser had before', async () => {
    const { browser, id } = await signIn('ada');
    const before = browser.cookies.get('sid') ?? '';
    await browser.open(await comeBackFrom(browser, 'eve'));
    expect(await browser.whoAmI()).not.toBe(id);
    expect((await api.fetch('/api/auth/user', { headers: { Cookie: `sid=${before}` } })).status).toBe(401);
  });

  test('with somebody’s e-mail address joins nobody’s account, and an address without the provider’s word stays unverified', async () => {
    const [ada, eve] = [await signIn('ada'), await signIn('eve')];
    expect(eve.id).not.toBe(ada.id);
    const rows = await api.db.execute({
      sql: 'select email, email_verified, first_name, last_name from users where id = ?',
      args: [eve.id],
    });
    expect(rows.rows).toEqual([
      { email: 'ada@example.test', email_verified: 0, first_name: 'Eve', last_name: 'the Second' },
    ]);
  });

  test('works for somebody of whom the provider tells nothing but a name for them, and takes no picture that isn’t https', async () => {
    const { browser, id } = await signIn('nameless');
    expect(await (await browser.open('/api/auth/user')).json()).toMatchObject({
      id,
      email: '',
      firstName: null,
      lastName: null,
      profileImageUrl: null,
    });
  });

  test('asks for the discovery document once an hour', async () => {
    const path = '/.well-known/openid-configuration';
    provider.requests.delete(path);
    await oauthBrowser(api).open('/api/login');
    await oauthBrowser(api).open('/api/login');
    expect(provider.requests.get(path)).toBe(1);
    api.clock.advance(60 * MINUTE_MS);
    await oauthBrowser(api).open('/api/login');
    expect(provider.requests.get(path)).toBe(2);
  });

  test('begins under the name that the provider sends people back to', async () => {
    const reply = await oauthBrowser(api).open('http://localhost:8787/api/login?next=/settings');
    expect([reply.status, locationOf(reply)]).toEqual([302, `${ORIGIN}/api/login?next=%2Fsettings`]);
  });

  test.each(['https://evil.test', '//evil.test', '/.//evil.test', '/api/logout', '/%5cevil.test/../..//evil.test'])(
    'never ends at %s',
    async (next) => {
      const browser = oauthBrowser(api);
      expect(locationOf(await browser.open(await comeBackFrom(browser, 'ada', next)))).toBe('/');
    },
  );
});

describe('nobody is signed in, and a page says why, when', () => {
  const stale = 'This sign-in was started in another browser, started too long ago, or already finished.';
  const failed = '127.0.0.1 couldn’t tell us who you are.';

  afterEach(async () => {
    const { rows } = await api.db.execute('select * from sessions');
    if (rows.length > 0) throw new Error('Somebody was signed in.');
  });

  test('the person says no, and may begin again on the way to the same page', async () => {
    const browser = oauthBrowser(api);
    const reply = await browser.open(await comeBackFrom(browser, null, '/settings'));
    expect(await reply.clone().text()).toContain('href="/api/login?next=%2Fsettings"');
    expect(await problemOn(reply)).toEqual([403, 'Sign-in with 127.0.0.1 was canceled.']);
    expect(browser.cookies.size).toBe(0);
  });

  test('the answer comes to a browser that began nothing', async () => {
    const back = await comeBackFrom();
    expect(await problemOn(await oauthBrowser(api).open(back))).toEqual([400, stale]);
  });

  test('state is missing, wrong, or there twice, and the sign-in itself can still go on', async () => {
    const browser = oauthBrowser(api);
    const back = await comeBackFrom(browser);
    const url = new URL(back, ORIGIN);
    url.searchParams.delete('state');
    expect(await problemOn(await browser.open(url.pathname + url.search))).toEqual([400, stale]);
    url.searchParams.set('state', 'A'.repeat(43));
    expect(await problemOn(await browser.open(url.pathname + url.search))).toEqual([400, stale]);
    expect((await browser.open(`${back}&state=2`)).status).toBe(422);
    expect(locationOf(await browser.open(back))).toBe('/');
    await api.db.execute('delete from sessions');
  });

  test('ten minutes have passed', async () => {
    const browser = oauthBrowser(api);
    const back = await comeBackFrom(browser);
    api.clock.advance(10 * MINUTE_MS);
    expect(await problemOn(await browser.open(back))).toEqual([400, stale]);
  });

  test('the answer is used again, even with the cookie that it was used with', async () => {
    const browser = oauthBrowser(api);
    const back = await comeBackFrom(browser);
    const cookie = new Map(browser.cookies);
    await browser.open(back);
    const thief = oauthBrowser(api);
    for (const [name, value] of cookie) thief.cookies.set(name, value);
    expect(await problemOn(await thief.open(back))).toEqual([400, stale]);
    expect(await problemOn(await browser.open(back))).toEqual([400, stale]);
    await api.db.execute('delete from sessions');
  });

  test('an answer is sent twice at once: one is taken', async () => {
    const browser = oauthBrowser(api);
    const back = await comeBackFrom(browser);
    const replies = await Promise.all([browser.open(back), browser.open(back)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([302, 400]));
    await api.db.execute('delete from sessions');
  });

  test('another sign-in’s code is put in its place', async () => {
    const stolen = new URL(await comeBackFrom(oauthBrowser(api)), ORIGIN).searchParams.get('code') ?? '';
    const browser = oauthBrowser(api);
    const url = new URL(await comeBackFrom(browser, 'eve'), ORIGIN);
    url.searchParams.set('code', stolen);
    const reply = await browser.open(url.pathname + url.search);
    expect(await problemOn(reply)).toEqual([400, '127.0.0.1 says this sign-in was already used or is too old.']);
  });

  test('the answer names another issuer, or none where this one always does', async () => {
    for (const change of [
      (to: URLSearchParams) => to.set('iss', 'https://evil.test'),
      (to: URLSearchParams) => to.delete('iss'),
    ]) {
      const browser = oauthBrowser(api);
      const url = new URL(await comeBackFrom(browser), ORIGIN);
      change(url.searchParams);
      expect(await problemOn(await browser.open(url.pathname + url.search))).toEqual([502, failed]);
    }
  });

  test('the provider reports a fault, or sends neither a code nor a fault', async () => {
    for (const answer of ['error=server_error', 'error=%3Cscript%3E', 'nothing=1']) {
      const browser = oauthBrowser(api);
      const state = new URL(locationOf(await browser.open('/api/login'))).searchParams.get('state');
      expect(await problemOn(await browser.open(`${CALLBACK}?${answer}&state=${state}`))).toEqual([502, failed]);
    }
  });

  test('there is no such provider, or the database can’t be asked', async () => {
    const reply = await oauthBrowser(api).open('/api/login/myspace');
    expect(await problemOn(reply)).toEqual([404, 'This server doesn’t have that way to sign in.']);
    await api.db.execute('alter table sign_in_flows rename to elsewhere');
    expect(await problemOn(await oauthBrowser(api).open('/api/login'))).toEqual([
      500,
      'Something went wrong on our side. Please try again.',
    ]);
    await api.db.execute('alter table elsewhere rename to sign_in_flows');
  });
});

describe('a provider that', () => {
  async function reachedAt(listener: RequestListener, run: (url: string) => Promise<void>): Promise<void> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test('does not answer is given up', async () => {
    await reachedAt(
      () => {},
      async (issuer) => {
        const hanging = openIdConnectSignIn({
          id: 'oidc',
          label: 'Hanging',
          clientId: 'storyreel',
          clientSecret: 'secret',
          redirectUri: `${ORIGIN}${CALLBACK}`,
          metadata: discoverMetadata(issuer, Date.now),
          accountsOf: () => issuer,
          now: Date.now,
          timeLimitMs: 50,
        });
        const slow = await startWith({ deps: { signIn: [hanging] } });
        try {
          const reply = await oauthBrowser(slow).open('/api/login');
          expect(await problemOn(reply)).toEqual([504, 'Hanging didn’t answer in time.']);
        } finally {
          await slow.close();
        }
      },
    );
  });

  test.each<[string, RequestListener]>([
    ['breaks', (_request, response) => response.writeHead(500).end()],
    ['answers no JSON', (_request, response) => response.end('<html>')],
    ['tells of another issuer', (_request, response) => response.end(discoveryOf('http://127.0.0.1:1'))],
    [
      'has its endpoints in the clear',
      (request, response) => response.end(discoveryOf(`http://${request.headers.host}`, 'http://evil.test')),
    ],
  ])('%s is told apart from a person who isn’t let in', async (_name, listener) => {
    await reachedAt(listener, async (issuer) => {
      const broken = await startWith({ environment: { OIDC_ISSUER: issuer } });
      try {
        const reply = await oauthBrowser(broken).open('/api/login');
        expect(await problemOn(reply)).toEqual([502, '127.0.0.1 couldn’t tell us who you are.']);
        expect(broken.logLines.join('\n')).toMatch(
          /"event":"sign_in_failed","requestId":"[\w-]{36}","provider":"oidc"/,
        );
      } finally {
        await broken.close();
      }
    });
  });
});

function discoveryOf(issuer: string, endpoints = issuer): string {
  return JSON.stringify({
    issuer,
    authorization_endpoint: `${endpoints}/auth`,
    token_endpoint: `${endpoints}/token`,
  });
}

test('several ways to sign in are offered on a page, each as a link, beside this machine’s own form', async () => {
  const several = await startWith({
    environment: { GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b', LOCAL_SIGN_IN: 'on' },
  });
  try {
    const page = await (await oauthBrowser(several).open('/api/login?next=/settings')).text();
    expect(
      Array.from(page.matchAll(/class="way" href="([^"]*)"\s*>([^<]*)</g), ([, href, label]) => [href, label]),
    ).toEqual([
      ['/api/login/github?next=%2Fsettings', 'Continue with GitHub'],
      ['/api/login/oidc?next=%2Fsettings', 'Continue with 127.0.0.1'],
    ]);
    expect(page).toContain('>Sign in</button>');
    const begun = await oauthBrowser(several).open('/api/login/oidc?next=/settings');
    expect(locationOf(begun)).toContain(`${provider.issuer}/auth?`);
    expect((await several.as('Ada')).id).toMatch(/^[\w-]{36}$/);
  } finally {
    await several.close();
  }
});

test('no secret of a sign-in is logged, whether it ends well or not', async () => {
  const browser = oauthBrowser(api);
  const back = await comeBackFrom(browser);
  const flow: Record<string, string> = JSON.parse(decodeURIComponent(browser.cookies.get('sign-in') ?? ''));
  const code = new URL(back, ORIGIN).searchParams.get('code') ?? '';
  await oauthBrowser(api).open(back);
  await browser.open(back);
  await browser.open(back);
  const secrets = [
    code,
    flow['state'],
    flow['codeVerifier'],
    flow['nonce'],
    browser.cookies.get('sid'),
    provider.clientSecret,
  ];
  const log = api.logLines.join('\n');
  expect(log).toContain(`"path":"${CALLBACK}"`);
  expect(secrets.map((secret) => [typeof secret, log.includes(secret ?? '')])).toEqual(
    secrets.map(() => ['string', false]),
  );
});
