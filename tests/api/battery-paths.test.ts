/** Paths, ranges and names of files that are meant to reach what they should not. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { createApp } from '#edge-api/app.ts';
import { attachment } from '#edge-api/routes/send-blob.ts';
import { serveWeb } from '#edge-api/node/serve-web.ts';
import { newOwner, type Owner } from './battery/people.ts';
import { serveRaw, type RawServer } from './battery/raw-http.ts';
import { startTestApi, type TestApi } from './harness.ts';

const SECRET = 'what nobody may read';
/** Ways to write `../` and what it is made of. */
const climbs = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '%e0%80%ae%e0%80%ae%e0%80%af',
  '..%00/',
  '..;/',
  '....//',
  '%uff0e%uff0e%u2215',
  './../',
  '/../',
];
const targets = ['secret.key', 'storyreel.db', 'etc/passwd'];

let api: TestApi;
let owner: Owner;

beforeAll(async () => {
  api = await startTestApi();
  owner = await newOwner(api);
  await mkdir(join(api.folder, 'web', 'assets'), { recursive: true });
  await writeFile(join(api.folder, 'web', 'index.html'), '<!doctype html><title>AI Storyreel</title>');
  await writeFile(join(api.folder, 'secret.key'), SECRET);
});
afterAll(() => api.close());

describe('a path', () => {
  let server: RawServer;
  beforeEach(async () => {
    const app = createApp(api.deps);
    const web = serveWeb(join(api.folder, 'web'), api.config, async () => false);
    server = await serveRaw(
      (request) => (new URL(request.url).pathname.startsWith('/api/') ? app.fetch(request) : web.fetch(request)),
      new URL(api.config.publicUrl).host,
    );
  });
  afterEach(() => server.close());

  /** Every way up from a folder, a few steps and many. */
  const upFrom = (folder: string): string[] =>
    climbs.flatMap((climb) =>
      targets.flatMap((target) => [1, 3, 8].map((steps) => folder + climb.repeat(steps) + target)),
    );

  test.each(['/', '/assets/', '/api/media/', '/api/projects/', '/api/download/scene/', '/api/showcase/projects/'])(
    'does not climb out of %s',
    async (folder) => {
      for (const path of upFrom(folder)) {
        const { status, body } = await server.send(`GET ${path} HTTP/1.1`, [`Cookie: ${owner.user.cookie}`]);
        expect([path, status, body.includes(SECRET), body.includes('SQLite format')]).toEqual([
          path,
          expect.toBeOneOf([200, 400, 404, 421]),
          false,
          false,
        ]);
      }
    },
  );

  test.each([
    ['a byte of zero', Buffer.from('GET /api/projects/\0 HTTP/1.1')],
    ['bytes that are no UTF-8', Buffer.from('GET /api/projects/\xff\xfe HTTP/1.1', 'latin1')],
    ['a percent sign alone', 'GET /api/projects/% HTTP/1.1'],
    ['percent signs before no digits', 'GET /api/projects/%zz%1 HTTP/1.1'],
    ['escaped bytes that are no UTF-8', 'GET /api/projects/%ff%fe%80 HTTP/1.1'],
    ['escapes of what is longer than it need be', 'GET /api/projects/%f0%80%80%af HTTP/1.1'],
    ['a whole address', 'GET http://evil.test/api/health HTTP/1.1'],
    ['an address without a scheme', 'GET //evil.test/api/health HTTP/1.1'],
    ['an address with a name before the host', 'GET http://127.0.0.1:8787@evil.test/api/health HTTP/1.1'],
    ['no path', 'GET * HTTP/1.1'],
    ['a space in it', 'GET /api/health HTTP/1.1 HTTP/1.1'],
    ['30,000 characters', `GET /api/projects/${'x'.repeat(30_000)} HTTP/1.1`],
    ['5,000 steps', `GET /api${'/x'.repeat(5_000)} HTTP/1.1`],
  ])('of %s is refused, and nothing breaks', async (_, line) => {
    const { status } = await server.send(line, [`Cookie: ${owner.user.cookie}`]);
    expect([200, 400, 404, 414, 421, 431]).toContain(status);
    expect((await server.send('GET /api/health HTTP/1.1')).status).toBe(200);
    expect(api.logLines.filter((logged) => logged.includes('request_failed'))).toEqual([]);
  });

  test('is taken as it is written, and names nothing when it is written otherwise', async () => {
    const send = (path: string) => server.send(`GET ${path} HTTP/1.1`, [`Cookie: ${owner.user.cookie}`]);
    expect((await send('/api/auth/user')).body).toContain(owner.user.id);
    for (const path of ['/api//auth/user', '/api/auth/user/', '/API/auth/user', '/api/auth%2fuser'])
      expect([path, (await send(path)).body.includes(owner.user.id)]).toEqual([path, false]);
  });

  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS'])('answers no %s with what is there', async (method) => {
    const line = method === 'CONNECT' ? 'CONNECT 127.0.0.1:80 HTTP/1.1' : `${method} /api/auth/user HTTP/1.1`;
    const cookie = `Cookie: ${owner.user.cookie}`;
    const told = await server.send(line, [cookie]).then(
      ({ status, body }) => status < 400 || body.includes(owner.user.id),
      () => false,
    );
    expect(told).toBe(false);
  });
});

describe('a range', () => {
  const ask = (range: string): Promise<Response> =>
    owner.user.fetch(`/api/media/${owner.clip.sha256}`, { headers: { Range: range } });
  let size: number;
  beforeAll(async () => {
    size = (await (await ask('')).arrayBuffer()).byteLength;
  });

  test.each([
    ['many', `bytes=${Array.from({ length: 40 }, (_, n) => `${n}-${n}`).join(',')}`, 200],
    ['two that overlap', 'bytes=0-,0-', 200],
    ['a reversed one', 'bytes=9-3', 200],
    ['a huge one', 'bytes=0-999999999999999', 206],
    ['the last nothing', 'bytes=-0', 416],
    ['more than there is, from the end', 'bytes=-999999999999999', 206],
    ['one that begins at the end', 'bytes=999999999999999-', 416],
    ['numbers that no number holds', `bytes=${'9'.repeat(40)}-${'9'.repeat(41)}`, 200],
    ['2 to the 64th', 'bytes=18446744073709551616-', 200],
    ['a negative one', 'bytes=-1-5', 200],
    ['a fraction', 'bytes=0.5-1.5', 200],
    ['hexadecimal', 'bytes=0x0-0xf', 200],
    ['another unit', 'items=0-1', 200],
    ['white space all over', `bytes${' '.repeat(80)}=${' '.repeat(80)}0-1`, 206],
    ['nothing', 'bytes=', 200],
    ['more characters than a range has', `bytes=${' '.repeat(9_000)}0-1`, 200],
  ])('%s is answered by what is there, or by nothing', async (_, asked, status) => {
    const reply = await ask(asked);
    expect(reply.status).toBe(status);
    const sent = (await reply.arrayBuffer()).byteLength;
    const range = reply.headers.get('content-range');
    expect([sent === size, range]).toEqual(
      {
        200: [true, null],
        206: [sent === size, expect.stringMatching(new RegExp(`^bytes \\d+-\\d+/${size}$`))],
        416: [false, `bytes */${size}`],
      }[status],
    );
  });
});

describe('a name of a file', () => {
  const titles = [
    'a\r\nSet-Cookie: sid=evil',
    'a"; filename="evil.exe',
    'a\0b',
    '日本語のタイトル',
    'Ünïcødé “quotes”',
    '\u202egpj.exe',
    '../../etc/passwd',
    '%0d%0aX: y',
    'CON',
    '.htaccess',
    '👩‍👩‍👧‍👦',
    'a'.repeat(120),
    '漢'.repeat(120),
    '\ud83d',
  ];

  async function nameFor(title: string): Promise<{ header: string; headers: string[] }> {
    await owner.user.json(`/api/projects/${owner.projectId}`, { method: 'PATCH', json: { title } });
    const reply = await owner.user.fetch(`/api/download/scene/${owner.clip.sceneId}`, { method: 'HEAD' });
    expect(reply.status).toBe(200);
    return { header: reply.headers.get('content-disposition') ?? '', headers: Array.from(reply.headers.keys()) };
  }

  test.each(titles)('from the title %j is a name and nothing else', async (title) => {
    const { header, headers } = await nameFor(title);
    expect(header).toMatch(
      /^attachment; filename="[\w.-]+-scene-\d\d\.mp4"; filename\*=UTF-8''[\w.!~*%-]+-scene-\d\d\.mp4$/,
    );
    const [, full = ''] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
    expect(decodeURIComponent(full)).toMatch(/^[\p{L}\p{M}\p{N}_-]{1,80}-scene-\d\d\.mp4$/u);
    expect(headers).not.toContain('set-cookie');
  });

  test('keeps every whole character, for whoever reads it in full', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const header = attachment(name);
        expect(new Headers({ 'Content-Disposition': header }).get('content-disposition')).toBe(header);
        const [, ascii = '', full = ''] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(header) ?? [];
        expect(decodeURIComponent(full)).toBe(name);
        expect(ascii).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});
