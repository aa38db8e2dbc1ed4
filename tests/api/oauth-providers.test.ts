/** Google and GitHub, at endpoints of the test's own; and ID tokens that nobody should believe. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SignInProvider } from '#edge-api/providers/sign-in/port.ts';
import { gitHubSignIn } from '#edge-api/providers/sign-in/github.ts';
import { googleSignIn } from '#edge-api/providers/sign-in/google.ts';
import { openIdConnectSignIn } from '#edge-api/providers/sign-in/open-id-connect.ts';
import { callbackUrl, signInProviders } from '#edge-api/providers/sign-in/providers.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';
import { locationOf, oauthBrowser, problemOn, type OAuthBrowser } from './oauth-browser.ts';
import { ACCESS_TOKEN, CLIENT, idToken, startFakeEndpoints, type FakeEndpoints } from './oauth-endpoints.ts';

let fake: FakeEndpoints;
let api: TestApi;

beforeEach(async () => {
  fake = await startFakeEndpoints();
});
afterEach(async () => {
  await api.close();
  await fake.close();
});

async function startWith(provider: SignInProvider): Promise<void> {
  api = await startTestApi({ deps: { signIn: [provider] } });
}

/** Goes to the provider, agrees, and comes back. */
async function signIn(browser: OAuthBrowser = oauthBrowser(api)): Promise<{ browser: OAuthBrowser; reply: Response }> {
  const back = fake.agree(locationOf(await browser.open('/api/login')));
  return { browser, reply: await browser.open(back) };
}

async function people(): Promise<unknown[]> {
  const sql = `select provider, subject, email, email_verified as verified, first_name as first, last_name as last
    from sign_ins join users on users.id = user_id order by subject`;
  return (await api.db.execute(sql)).rows.map((row) => ({ ...row }));
}

describe('Google', () => {
  const google = (timeLimitMs = 5_000) =>
    googleSignIn({
      ...CLIENT,
      redirectUri: callbackUrl(ORIGIN, 'google'),
      now: () => api.clock.now(),
      timeLimitMs,
      endpoints: { authorizationEndpoint: `${fake.url}/authorize`, tokenEndpoint: `${fake.url}/token` },
    });
  const claims = (nonce: string): Record<string, unknown> => ({
    iss: 'https://accounts.google.com',
    aud: CLIENT.clientId,
    sub: '1080',
    nonce,
    exp: api.clock.now() / 1000 + 3_600,
    email: 'ines@example.test',
    email_verified: true,
    name: 'Ines Moreau',
    given_name: 'Ines',
    family_name: 'Moreau',
    picture: 'https://lh3.googleusercontent.com/a/1080',
  });
  const answerWith = (change: Record<string, unknown>): void => {
    fake.token = (nonce) => ({
      body: { access_token: ACCESS_TOKEN, token_type: 'Bearer', id_token: idToken({ ...claims(nonce), ...change }) },
    });
  };
  beforeEach(() => startWith(google()));

  test('signs in whom its ID token names', async () => {
    answerWith({});
    const { browser, reply } = await signIn();
    expect([reply.status, locationOf(reply)]).toEqual([302, '/']);
    expect(await browser.whoAmI()).not.toBeNull();
    expect(await people()).toEqual([
      { provider: 'google', subject: '1080', email: 'ines@example.test', verified: 1, first: 'Ines', last: 'Moreau' },
    ]);
  });

  test('is asked at its own addresses unless told otherwise', async () => {
    const [real] = signInProviders(
      { publicUrl: ORIGIN, google: CLIENT, github: null, oidc: null, localSignIn: false },
      Date.now,
    );
    const url =
      real?.kind === 'redirect' ? await real.authorizationUrl({ state: 's', codeVerifier: 'v', nonce: 'n' }) : null;
    expect(url?.href).toMatch(
      /^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?.*code_challenge_method=S256.*nonce=n$/,
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['without the scheme in its issuer', { iss: 'accounts.google.com' }],
    ['with several audiences, made for us', { aud: ['other', CLIENT.clientId], azp: CLIENT.clientId }],
    ['that ended within the difference of our clocks', { exp: Date.UTC(2026, 10, 21, 12) / 1000 - 59 }],
  ])('is believed %s', async (_name, change) => {
    answerWith(change);
    expect((await signIn()).reply.status).toBe(302);
  });

  test.each<[string, Record<string, unknown>]>([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['for another client', { aud: 'other' }],
    ['for several clients, not made for us', { aud: [CLIENT.clientId, 'other'], azp: 'other' }],
    ['for several clients that doesn’t say for whom it was made', { aud: [CLIENT.clientId, 'other'] }],
    ['that has ended', { exp: Date.UTC(2026, 10, 21, 12) / 1000 - 61 }],
    ['that never ends', { exp: undefined }],
    ['of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['about nobody', { sub: '' }],
  ])('is not believed with an ID token %s', async (_name, change) => {
    answerWith(change);
    const { browser, reply } = await signIn();
    expect(await problemOn(reply)).toEqual([502, 'Google couldn’t tell us who you are.']);
    expect(await browser.whoAmI()).toBeNull();
    expect(await people()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['no ID token', { access_token: ACCESS_TOKEN, token_type: 'Bearer' }],
    ['an ID token that is none', { access_token: ACCESS_TOKEN, id_token: 'a.b.c' }],
    ['something else', 'null'],
  ])('is not believed when it sends %s', async (_name, body) => {
    fake.token = () => ({ body });
    expect((await problemOn((await signIn()).reply))[0]).toBe(502);
  });

  test('takes an address back that it no longer vouches for, and keeps what it leaves out', async () => {
    answerWith({});
    await signIn();
    answerWith({ email_verified: false, given_name: undefined, family_name: undefined, name: undefined });
    await signIn();
    expect(await people()).toMatchObject([{ verified: 0, first: 'Ines', last: 'Moreau' }]);
    answerWith({ email: undefined, email_verified: true });
    await signIn();
    expect(await people()).toMatchObject([{ email: 'ines@example.test', verified: 0 }]);
  });

  test('keeps its own accounts apart by their subject, whatever the address', async () => {
    answerWith({});
    await signIn();
    answerWith({ sub: '1081' });
    await signIn();
    expect((await people()).length).toBe(2);
    expect((await api.db.execute('select distinct user_id from sign_ins')).rows).toHaveLength(2);
  });

  test('that hangs when a code is redeemed is given up', async () => {
    await api.close();
    await startWith(google(100));
    fake.token = () => null;
    expect(await problemOn((await signIn()).reply)).toEqual([504, 'Google didn’t answer in time.']);
  });
});

describe('a provider with an endpoint for people', () => {
  const claims = {
    sub: '1080',
    email: 'ines@example.test',
    email_verified: true,
    given_name: 'Ines',
    family_name: 'Moreau',
  };
  const person = { subject: '1080', email: 'ines@example.test', verified: 1, first: 'Ines', last: 'Moreau' };
  beforeEach(async () => {
    const metadata = {
      issuer: 'https://id.example',
      authorizationEndpoint: `${fake.url}/authorize`,
      tokenEndpoint: `${fake.url}/token`,
      userinfoEndpoint: `${fake.url}/userinfo`,
      namesIssuer: false,
    };
    await startWith(
      openIdConnectSignIn({
        ...CLIENT,
        id: 'oidc',
        label: 'id.example',
        redirectUri: callbackUrl(ORIGIN, 'oidc'),
        metadata: async () => metadata,
        accountsOf: ({ issuer }) => issuer,
        now: () => api.clock.now(),
      }),
    );
    const times = { iss: metadata.issuer, aud: CLIENT.clientId, exp: api.clock.now() / 1000 + 3_600 };
    fake.token = (nonce) => ({
      body: { access_token: ACCESS_TOKEN, token_type: 'Bearer', id_token: idToken({ ...claims, ...times, nonce }) },
    });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'is believed before the ID token',
      { given_name: 'Inès', email: 'i@example.test' },
      { first: 'Inès', email: 'i@example.test', verified: 0 },
    ],
    ['that says only whom it is about leaves what the ID token says', {}, {}],
    ['that says nothing about an address leaves that and the word on it', { email_verified: false, name: 'I. M.' }, {}],
  ])('%s', async (_name, said, changed) => {
    fake.api['/userinfo'] = { body: { sub: '1080', ...said } };
    await signIn();
    expect(await people()).toEqual([{ provider: 'https://id.example', ...person, ...changed }]);
  });

  test('that speaks of somebody else is not believed', async () => {
    fake.api['/userinfo'] = { body: { ...claims, sub: '1081' } };
    expect((await problemOn((await signIn()).reply))[0]).toBe(502);
    expect(await people()).toEqual([]);
  });
});

describe('GitHub', () => {
  const tokenReply = { body: { access_token: ACCESS_TOKEN, token_type: 'bearer', scope: 'read:user,user:email' } };
  const profile = {
    id: 583_231,
    login: 'octocat',
    name: 'Mona Lisa Octocat',
    avatar_url: 'https://avatars.githubusercontent.com/u/583231',
  };
  const emails = [
    { email: 'spare@example.test', primary: false, verified: true, visibility: null },
    { email: 'mona@example.test', primary: true, verified: true, visibility: 'private' },
  ];
  beforeEach(async () => {
    fake.token = () => tokenReply;
    fake.api = { '/user': { body: profile }, '/user/emails': { body: emails } };
    await startWith(
      gitHubSignIn({
        ...CLIENT,
        redirectUri: callbackUrl(ORIGIN, 'github'),
        endpoints: {
          authorizationEndpoint: `${fake.url}/authorize`,
          tokenEndpoint: `${fake.url}/token`,
          api: fake.url,
        },
      }),
    );
  });

  test('signs in whom its API names, by the number that never changes', async () => {
    const { reply } = await signIn();
    expect(locationOf(reply)).toBe('/');
    fake.api['/user'] = { body: { ...profile, login: 'renamed' } };
    await signIn();
    expect(await people()).toEqual([
      {
        provider: 'github',
        subject: '583231',
        email: 'mona@example.test',
        verified: 1,
        first: 'Mona',
        last: 'Lisa Octocat',
      },
    ]);
  });

  test.each<[string, unknown[], { email: string; verified: number }]>([
    [
      'another that is verified',
      [{ ...emails[0] }, { ...emails[1], verified: false }],
      { email: 'spare@example.test', verified: 1 },
    ],
    ['the primary, unverified', [{ ...emails[1], verified: false }], { email: 'mona@example.test', verified: 0 }],
    ['none', [], { email: '', verified: 0 }],
  ])('gives, where the primary address is not verified: %s', async (_name, list, expected) => {
    fake.api['/user/emails'] = { body: list };
    await signIn();
    expect(await people()).toMatchObject([expected]);
  });

  test('calls somebody without a name by their login', async () => {
    fake.api['/user'] = { body: { ...profile, name: null } };
    await signIn();
    expect(await people()).toMatchObject([{ first: 'octocat', last: null }]);
  });

  test('refuses a code with status 200, and that is heard', async () => {
    fake.token = () => ({
      body: { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' },
    });
    expect(await problemOn((await signIn()).reply)).toEqual([
      400,
      'GitHub says this sign-in was already used or is too old.',
    ]);
    fake.token = () => ({ body: { error: 'incorrect_client_credentials' } });
    expect((await problemOn((await signIn()).reply))[0]).toBe(502);
    expect(api.logLines.join('\n')).toContain('refused the code: incorrect_client_credentials');
  });

  test.each<[string, () => void]>([
    ['its API is down', () => (fake.api = { '/user': { status: 503, body: {} } })],
    ['its API says something else', () => (fake.api['/user'] = { body: { id: 'octocat' } })],
    ['the token endpoint is down', () => (fake.token = () => ({ status: 502, body: 'Bad Gateway' }))],
    ['it sends no access token', () => (fake.token = () => ({ body: { token_type: 'bearer' } }))],
  ])('signs in nobody when %s', async (_name, breakIt) => {
    breakIt();
    const { browser, reply } = await signIn();
    expect(await problemOn(reply)).toEqual([502, 'GitHub couldn’t tell us who you are.']);
    expect(await browser.whoAmI()).toBeNull();
    expect(api.logLines.join('\n')).not.toMatch(new RegExp(`${ACCESS_TOKEN}|${CLIENT.clientSecret}|fake-code`));
  });
});
