/** What replies of each kind tell a browser, and what is told to the log. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#edge-api/log.ts';
import { withSecurityHeaders } from '#edge-api/middleware/security-headers.ts';
import { serveWeb } from '#edge-api/node/serve-web.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const onEveryReply = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The directives of a reply's policy, by name. */
function policyOf(reply: Response): Record<string, string> {
  const directives = (reply.headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
  return Object.fromEntries(directives.map((directive) => [directive.split(' ')[0], directive.replace(/^\S+ /, '')]));
}

const dataPolicy = { 'default-src': `'none'`, 'frame-ancestors': `'none'` };
const pagePolicy = {
  'default-src': `'self'`,
  'script-src': `'self' 'wasm-unsafe-eval'`,
  'worker-src': `'self' blob:`,
  'style-src': `'self' 'unsafe-inline'`,
  'img-src': `'self' blob: data:`,
  'media-src': `'self' blob:`,
  'font-src': `'self'`,
  'connect-src': `'self' blob:`,
  'object-src': `'none'`,
  'base-uri': `'none'`,
  'form-action': `'self'`,
  'frame-ancestors': `'none'`,
};

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

/** Everything in a page that a browser would run: elements, attributes, addresses. */
function scriptsIn(page: string): string[] {
  return page.match(/<script\b[^]*?<\/script>|<script\b|\son\w+=|javascript:/gi) ?? [];
}

describe('the API', () => {
  test('answers data, refusals and failures under the strictest policy, and none of it is kept by a cache', async () => {
    const ada = await api.as('Ada');
    const replies = [
      await ada.fetch('/api/auth/user'),
      await ada.fetch('/api/user/projects'),
      await api.fetch('/api/auth/user'),
      await api.fetch('/api/nope'),
      await api.fetch('/api/projects', { method: 'POST', headers: { Origin: 'https://evil.test' } }),
      await api.fetch('http://evil.test/api/health'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 401, 404, 403, 421]);
    for (const reply of replies) {
      expect(Object.fromEntries(reply.headers)).toMatchObject({ ...onEveryReply, 'cache-control': 'no-store' });
      expect(policyOf(reply)).toEqual(dataPolicy);
    }
  });

  test('refuses an address of more than 4,096 characters, and logs its beginning only', async () => {
    const reply = await api.fetch(`/api/${'eyJ-'.repeat(1_100)}`);
    expect([reply.status, await reply.json()]).toMatchObject([
      414,
      { code: 'address_too_long', message: 'The address can’t be longer than 4,096 characters.' },
    ]);
    expect((await api.fetch(`/api/${'a'.repeat(3_000)}`)).status).toBe(404);
    for (const line of api.logLines) expect(line.length).toBeLessThan(1_000);
  });

  test('answers pages that load our own things only, run no script in the page and stand in no frame', async () => {
    const replies = [
      await api.fetch('/api/login'),
      await api.fetch('/api/logout'),
      await api.fetch('/api/login/google/callback', { headers: { Accept: 'text/html' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404]);
    for (const reply of replies) {
      expect(Object.fromEntries(reply.headers)).toMatchObject({ ...onEveryReply, 'cache-control': 'no-store' });
      expect(policyOf(reply)).toEqual(pagePolicy);
      expect(scriptsIn(await reply.text())).toEqual(['<script src="/theme.js"></script>']);
    }
  });

  test('insists on TLS for a year where there is TLS, and nowhere else', async () => {
    const secure = await startTestApi({ environment: { PUBLIC_URL: 'https://reel.example' } });
    try {
      const reply = await secure.fetch('/api/health');
      expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect((await api.fetch('/api/health')).headers.get('strict-transport-security')).toBeNull();
    } finally {
      await secure.close();
    }
  });

  test('names every request itself, in the reply, in the body of a refusal and in the log', async () => {
    const sent = { 'X-Request-Id': 'mine', 'X-Correlation-Id': 'mine', Traceparent: '00-mine-mine-01' };
    const [first, second] = [
      await api.fetch('/api/nope', { headers: sent }),
      await api.fetch('/api/nope', { headers: sent }),
    ];
    const id = first.headers.get('x-request-id') ?? '';
    expect(id).toMatch(UUID_V7);
    expect(second.headers.get('x-request-id')).not.toBe(id);
    expect(await first.json()).toMatchObject({ requestId: id });
    expect(api.logLines.filter((line) => line.includes(id))).toHaveLength(1);
    expect(api.logLines.join('\n')).not.toContain('mine');
  });
});

describe('the web app', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storyreel-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><meta property="og:image" content="/share.jpg" />');
    await writeFile(join(folder, 'assets', 'main-1.js'), 'export {};');
    await writeFile(join(folder, 'assets', 'main-1.css'), ':root {}');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test.each([
    ['/', pagePolicy],
    ['/project/7', pagePolicy],
    ['/assets/main-1.js', pagePolicy],
    ['/assets/main-1.css', dataPolicy],
    ['/assets/gone.js', dataPolicy],
  ])('%s keeps the browser in its place, served from disk and from the edge', async (path, policy) => {
    const fromDisk = await serveWeb(folder, api.config, async () => false).fetch(new Request(`${ORIGIN}${path}`));
    const type = fromDisk.headers.get('content-type') ?? '';
    const fromEdge = withSecurityHeaders(
      new Response('', { headers: { 'Content-Type': type } }),
      'https://reel.example',
    );
    for (const reply of [fromDisk, fromEdge]) {
      expect(Object.fromEntries(reply.headers)).toMatchObject(onEveryReply);
      expect(policyOf(reply)).toEqual(policy);
    }
  });
});

describe('the picture that is shared with an address', () => {
  test('has its whole address in every page, and the page its right length', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storyreel-web-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><meta property="og:image" content="/share.jpg" />');
    const web = serveWeb(folder, { ...api.config, publicUrl: 'https://reel.example' }, async () => false);
    for (const path of ['/', '/landing', '/showcase/7']) {
      const reply = await web.fetch(new Request(`https://reel.example${path}`));
      const page = await reply.text();
      expect(page).toContain('property="og:image" content="https://reel.example/share.jpg"');
      expect([null, String(page.length)]).toContain(reply.headers.get('content-length'));
      expect(policyOf(reply)).toEqual(pagePolicy);
    }
    await rm(folder, { recursive: true });
  });
});

describe('the log', () => {
  const lineOf = (fields: Record<string, unknown>): string => {
    const lines: string[] = [];
    createLog(
      (line) => void lines.push(line),
      () => 0,
    ).info('event', fields);
    return lines.join('');
  };
  const secret = 'c2VjcmV0LXRoYXQtb3BlbnM';

  test.each([
    'Cookie',
    'set-cookie',
    'Authorization',
    'proxy-authorization',
    'x-goog-api-key',
    'apiKey',
    'geminiApiKey',
    'password',
    'token',
    'accessToken',
    'id_token',
    'refreshToken',
    'authToken',
    'clientSecret',
    'code_verifier',
    'nonce',
  ])('does not tell what a field called %s holds, however deep', (name) => {
    expect(lineOf({ request: { headers: { [name]: secret } } })).not.toContain(secret);
    expect(lineOf({ [name]: [secret] })).not.toContain(secret);
  });

  test.each([
    `GET /api/login/oidc/callback?code=${secret}&state=1`,
    `GET /api/login/oidc/callback?iss=1&state=${secret}#end`,
    `https://models.example/v1?key=${secret}`,
    `Authorization: Bearer ${secret}`,
    `authorization: basic ${secret}==`,
    `eyJhbGciOiJSUzI1NiJ9.${secret}.${secret}`,
    `ghp_${secret}`,
    `ya29.${secret}`,
    `Cookie: __Host-sid=${secret}; other=1`,
    `sign-in=${secret}`,
    `AIza${secret}`,
    `AQ.${secret}`,
  ])('does not tell a secret that stands in the words of an error: %s', (words) => {
    const error = new Error(`Refused: ${words}`, { cause: new Error(words) });
    expect(lineOf({ error })).not.toContain(secret);
    expect(JSON.parse(lineOf({ error }))).toMatchObject({ event: 'event', error: { name: 'Error' } });
  });

  test('keeps what helps to find a fault', () => {
    const fields = { code: 'not_found', state: 'running', path: '/api/projects', status: 404, note: 'Basic facts' };
    expect(JSON.parse(lineOf(fields))).toMatchObject(fields);
  });
});
