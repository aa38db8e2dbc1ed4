import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import '#tests/helpers/property-runs.ts';
import { ownPath } from '#edge-api/routes/own-path.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { Origin: ORIGIN },
  body: new URLSearchParams(fields),
});

test('whoever signs in to a server without a demo studio is told so', async () => {
  const api = await startTestApi({ environment: { DEMO_STUDIO: 'off' } });
  try {
    expect(await (await api.as('Ada')).json('/api/auth/user')).toMatchObject({ lacksDemoStudio: true });
  } finally {
    await api.close();
  }
});

describe('local sign-in', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  test('shows a form whose fields and button have the promised names', async () => {
    const page = await api.fetch('/api/login?next=/settings');
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const label of ['E-mail', 'First name', 'Last name'])
      expect(text).toMatch(new RegExp(`<label\\s*>\\s*${label}\\s*<input`));
    // An e-mail address is all that it takes, and whoever comes here for the first time is told so.
    for (const name of ['firstName', 'lastName'])
      expect(text).toMatch(new RegExp(`name="${name}"[^>]*placeholder="Optional"`));
    expect(text).toContain('Nothing is sent to your e-mail address.');
    expect(text).toContain('>Sign in</button>');
    expect(text).toContain('value="/settings"');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self'`);
    expect(text.match(/<script[^>]*>/gi)).toEqual(['<script src="/theme.js">']);
  });

  test('opens a session for whoever fills it in, and the same person is the same account next time', async () => {
    const reply = await api.fetch(
      '/api/login',
      form({ email: 'Ada@Example.test', firstName: 'Ada', lastName: 'L', next: '/settings' }),
    );
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toBe('/settings');
    const [first, second] = [await api.as('Ada'), await api.as('Ada')];
    expect(second.id).toBe(first.id);
    expect(second.cookie).not.toBe(first.cookie);
    expect(await first.json('/api/auth/user')).toEqual({
      id: first.id,
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Tester',
      profileImageUrl: null,
      geminiApiKey: null,
    });
  });

  test.each([
    { 'X-Forwarded-For': '203.0.113.7' },
    { 'X-Forwarded-Host': 'movies.example.test' },
    { 'X-Real-IP': '203.0.113.7' },
    { Forwarded: 'for=203.0.113.7' },
    { Via: '1.1 proxy' },
  ])('lets nobody in whose request a proxy passes on: %o', async (headers: Record<string, string>) => {
    const asked = form({ email: 'ada@example.test' });
    const reply = await api.fetch('/api/login', { ...asked, headers: { Origin: ORIGIN, ...headers } });
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
    const { message } = z.object({ message: z.string() }).parse(await reply.json());
    expect(message).toContain('PUBLIC_URL');
    expect(await (await api.fetch('/api/login', { headers })).text()).toContain('PUBLIC_URL');
  });

  test('lets people read where the disk takes no more writes', async () => {
    const ada = await api.as('Ada');
    await api.db.execute(
      `create trigger full before update on sessions begin select raise(abort, 'disk I/O error'); end`,
    );
    api.clock.advance(3 * DAY_MS);
    const reply = await ada.fetch('/api/user/projects');
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
    await api.db.execute('drop trigger full');
    expect((await ada.fetch('/api/user/projects')).headers.get('set-cookie')).toMatch(/^sid=/);
  });

  test('keeps the cookie from scripts and other sites, and the token from the database', async () => {
    const reply = await api.fetch('/api/login', form({ email: 'ada@example.test' }));
    // The second cookie says no more than that somebody has just signed in: the page reads it.
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      'signed_in=1; Max-Age=600; Path=/; SameSite=Lax',
    ]);
    const token = reply.headers.get('set-cookie')?.split(/[=;]/)[1] ?? '';
    const rows = await api.db.execute('select token_hash from sessions');
    expect(JSON.stringify(rows.rows)).not.toContain(token);
    expect(rows.rows).toHaveLength(1);
  });

  test('binds the cookie to the host and to TLS where there is TLS', async () => {
    const secure = await startTestApi({ environment: { PUBLIC_URL: 'https://localhost' } });
    try {
      const reply = await secure.fetch('/api/login', {
        ...form({ email: 'ada@example.test' }),
        headers: { Origin: 'https://localhost' },
      });
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        'signed_in=1; Max-Age=600; Path=/; Secure; SameSite=Lax',
      ]);
      expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    } finally {
      await secure.close();
    }
  });

  test('draws the page again with a sentence when the address is none, and answers a program in JSON', async () => {
    const forPerson = await api.fetch('/api/login', {
      ...form({ email: 'nobody' }),
      headers: { Origin: ORIGIN, Accept: 'text/html' },
    });
    expect(forPerson.status).toBe(422);
    expect(await forPerson.text()).toContain('Enter an e-mail address.');
    const forProgram = await api.fetch('/api/login', form({ email: 'nobody' }));
    expect(await forProgram.json()).toMatchObject({
      code: 'invalid_input',
      message: 'Enter an e-mail address.',
    });
  });

  test('escapes what was typed', async () => {
    const reply = await api.fetch('/api/login', {
      ...form({ email: '"><script>alert(1)</script>' }),
      headers: { Origin: ORIGIN, Accept: 'text/html' },
    });
    expect(await reply.text()).not.toContain('<script>');
  });

  test.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
    'https://evil.test',
    'https:/evil.test',
    'http:evil.test',
    '@evil.test',
    'evil.test',
    '/\t/evil.test',
    '/%0d\n',
    '/\u3002evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    '/a\\b',
    '/api/logout',
    '/a/../api/logout',
    '/API/login',
    `/${'a'.repeat(500)}`,
  ])('does not send anybody to %j', async (next) => {
    const reply = await api.fetch('/api/login', form({ email: 'ada@example.test', next }));
    expect(reply.headers.get('location')).toBe('/');
  });

  test('is not believed from another site', async () => {
    for (const headers of [
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    ] as Record<string, string>[]) {
      const reply = await api.fetch('/api/login', { ...form({ email: 'ada@example.test' }), headers });
      expect(await reply.json()).toMatchObject({ code: 'foreign_origin' });
      expect(reply.status).toBe(403);
    }
  });

  test('ends the session that the browser had before', async () => {
    const ada = await api.as('Ada');
    await api.fetch('/api/login', {
      ...form({ email: 'bob@example.test' }),
      headers: { Origin: ORIGIN, Cookie: ada.cookie },
    });
    expect((await ada.fetch('/api/auth/user')).status).toBe(401);
  });

  test('ends thirty days after the last visit', async () => {
    const ada = await api.as('Ada');
    api.clock.advance(29 * DAY_MS);
    const visit = await ada.fetch('/api/auth/user');
    expect(visit.status).toBe(200);
    expect(visit.headers.get('set-cookie')).toContain('Max-Age=2592000');
    api.clock.advance(29 * DAY_MS);
    expect((await ada.fetch('/api/auth/user')).status).toBe(200);
    api.clock.advance(30 * DAY_MS);
    expect((await ada.fetch('/api/auth/user')).status).toBe(401);
  });

  test('is one of several that a person may have, and signing out of one leaves the others', async () => {
    const [desk, phone] = [await api.as('Ada'), await api.as('Ada')];
    await desk.fetch('/api/logout', { method: 'POST' });
    expect((await desk.fetch('/api/auth/user')).status).toBe(401);
    expect((await phone.fetch('/api/auth/user')).status).toBe(200);
  });

  test('is opened by its token alone, not by what the database keeps of it', async () => {
    await api.as('Ada');
    const { rows } = await api.db.execute('select token_hash, user_id from sessions');
    const kept = rows
      .flatMap((row) => [row['token_hash'], row['user_id']])
      .filter((value) => typeof value === 'string');
    expect(kept).toHaveLength(2);
    for (const value of [...kept, '', 'a'.repeat(43), '%00']) {
      const reply = await api.fetch('/api/auth/user', { headers: { Cookie: `sid=${value}` } });
      expect(reply.status).toBe(401);
    }
  });

  test('takes no form that is too large', async () => {
    const reply = await api.fetch('/api/login', form({ email: 'ada@example.test', next: 'x'.repeat(256 * 1024) }));
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'too_large']);
  });

  test('is over after signing out, from our own pages without a question and from elsewhere with one', async () => {
    const ada = await api.as('Ada');
    const asked = await ada.fetch('/api/logout', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await asked.text()).toContain('>Sign out</button>');
    expect((await ada.fetch('/api/auth/user')).status).toBe(200);
    const done = await ada.fetch('/api/logout', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/landing']);
    expect((await ada.fetch('/api/auth/user')).status).toBe(401);
    const bob = await api.as('Bob');
    expect((await bob.fetch('/api/logout', { method: 'POST' })).status).toBe(204);
    expect((await bob.fetch('/api/auth/user')).status).toBe(401);
  });
});

test('whatever is asked for, a person ends on a page of ours', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '%2f',
    '%5c',
    '?',
    '#',
    'api',
    'evil.test',
    'https:',
    'a',
    ' ',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = ownPath(pieces.join(''));
      const url = new URL(path, ORIGIN);
      expect(path).toMatch(/^\//);
      expect([url.origin, /^\/api(\/|$)/i.test(url.pathname)]).toEqual([ORIGIN, false]);
      expect(ownPath(path)).toBe(path);
    }),
  );
});

test('a server without a way to sign in says so on a page', async () => {
  const api = await startTestApi({ environment: { LOCAL_SIGN_IN: 'off' } });
  try {
    const page = await api.fetch('/api/login');
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('No one can sign in here yet');
    expect((await api.fetch('/api/login', form({ email: 'ada@example.test' }))).status).toBe(404);
  } finally {
    await api.close();
  }
});
