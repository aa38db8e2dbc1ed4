/** What the edge keeps of public answers, with a cache that holds them in memory: the platform's own is asked in workerd. */
import { describe, expect, test } from 'vitest';
import { fromPublicCache, mayBePublic, PUBLIC_SECONDS, type EdgeCache } from '#edge-api/public-cache.ts';

const FILE = `https://studio.example/api/media/${'a'.repeat(64)}`;

/** Keeps everything for good, as a cache may that was asked late. */
function memoryCache(): EdgeCache & { puts: string[] } {
  const kept = new Map<string, { body: ArrayBuffer; headers: Headers }>();
  const puts: string[] = [];
  return {
    puts,
    match: async ({ url }) => {
      const found = kept.get(url);
      return found && new Response(found.body, { headers: found.headers });
    },
    put: async ({ url }, response) => {
      puts.push(url);
      kept.set(url, { body: await response.arrayBuffer(), headers: new Headers(response.headers) });
    },
  };
}

function stage() {
  const cache = memoryCache();
  const cookies: (string | null)[] = [];
  const asked: string[] = [];
  const works: Promise<unknown>[] = [];
  let nowMs = 1_000_000;
  const ask = (url: string, range?: string, cookie?: string): Promise<Response> =>
    fromPublicCache(cache, new Request(url, { headers: { ...(range && { range }), ...(cookie && { cookie }) } }), {
      answer: async (request) => {
        cookies.push(request.headers.get('cookie'));
        asked.push(request.headers.get('range') ?? 'whole');
        const headers = { 'accept-ranges': 'bytes', 'x-request-id': `answer ${asked.length}` };
        return new Response('a clip', { status: request.headers.has('range') ? 206 : 200, headers });
      },
      later: (work) => void works.push(work),
      now: () => nowMs,
    });
  const settle = async (): Promise<void> => void (await Promise.all(works.splice(0)));
  return { cache, asked, cookies, ask, settle, skip: (ms: number) => (nowMs += ms) };
}

describe('an address', () => {
  test.each([
    [FILE, true],
    [`${FILE}/frames/first`, true],
    ['https://studio.example/api/showcase/projects', true],
    ['https://studio.example/api/showcase/projects?after=x', true],
    [`${FILE}?x=1`, false],
    ['https://studio.example/api/showcase/projects?after=x&x=1', false],
    ['https://studio.example/api/showcase/projects?after=x&after=y', false],
    ['https://studio.example/api/projects', false],
  ])('%s may be kept: %s', (url, isPublic) => {
    expect(mayBePublic(new Request(url))).toBe(isPublic);
    expect(mayBePublic(new Request(url, { headers: { authorization: 'Bearer x' } }))).toBe(false);
    expect(mayBePublic(new Request(url, { method: 'POST' }))).toBe(false);
  });
});

test('an author’s face is asked for without the cookie of whoever looks, and one answer serves all', async () => {
  const face = 'https://studio.example/api/showcase/projects/01/avatar';
  const withCookie = (url: string): Request => new Request(url, { headers: { cookie: 'sid=1' } });
  expect(
    [face, FILE, 'https://studio.example/api/showcase/projects'].map((url) => mayBePublic(withCookie(url))),
  ).toEqual([true, false, false]);
  const { ask, asked, cookies, settle } = stage();
  await ask(face, undefined, 'sid=1');
  await settle();
  expect(await (await ask(face, undefined, 'sid=2')).text()).toBe('a clip');
  expect(new Set(cookies)).toEqual(new Set([null]));
  const before = asked.length;
  await ask(face);
  expect(asked).toHaveLength(before);
});

test('many who ask for a part of a file at once have it read whole once', async () => {
  const { ask, asked, cache, settle } = stage();
  await Promise.all(Array.from({ length: 10 }, () => ask(FILE, 'bytes=0-0')));
  await settle();
  expect(asked.filter((range) => range === 'whole')).toHaveLength(1);
  expect(cache.puts).toEqual([FILE]);
});

test('what was found public is told for the stated seconds after that, whenever it was kept', async () => {
  const { ask, asked, settle, skip } = stage();
  await ask(FILE);
  await settle();
  expect(asked).toHaveLength(2);
  skip(PUBLIC_SECONDS * 1_000 - 1);
  expect((await ask(FILE)).headers.has('x-request-id')).toBe(false);
  expect(asked).toHaveLength(2);
  skip(1);
  expect((await ask(FILE)).headers.get('x-request-id')).toBe('answer 3');
});
