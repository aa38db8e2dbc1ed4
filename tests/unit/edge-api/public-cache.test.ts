/** What the edge keeps of public answers, with a cache that holds them in memory: the platform's own is asked in workerd. */
import { describe, expect, test } from 'vitest';
import { PUBLIC_SECONDS } from '#edge-api/kept-answers.ts';
import { forgetChanged, fromPublicCache, mayBePublic } from '#edge-api/public-cache.ts';
import { sameBytes } from '#shared/bytes.ts';
import { BLOCK_BYTES } from '#edge-api/public-files.ts';
import { memoryCache } from '#tests/helpers/memory-cache.ts';

const HASH = 'a'.repeat(64);
const FILE = `https://studio.example/api/media/${HASH}`;
const LIST = 'https://studio.example/api/showcase/projects';
const PROJECT = `${LIST}/01`;
/** Of three blocks, of which the last is short. */
const CLIP = new Uint8Array(2 * BLOCK_BYTES + 10).map((_, at) => at % 251);

function stage() {
  const cache = memoryCache();
  const answered: string[] = [];
  const read: number[] = [];
  const works: Promise<unknown>[] = [];
  const state = { nowMs: 1_000_000, isPublic: true };
  const answer = async (request: Request): Promise<Response> => {
    const isOwner = request.headers.has('cookie');
    answered.push(`${request.method} ${isOwner ? 'by somebody' : 'by nobody'}`);
    if (!state.isPublic && !isOwner) return new Response('no', { status: 404 });
    const told = { 'x-request-id': `answer ${answered.length}`, 'cache-control': 'private, no-cache', vary: 'Cookie' };
    if (!request.url.includes('/media/')) return new Response('a page', { headers: told });
    const headers = { ...told, etag: `"${HASH}"`, 'accept-ranges': 'bytes', 'content-length': String(CLIP.length) };
    return new Response(request.method === 'HEAD' ? null : CLIP, { headers });
  };
  const ask = async (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    fromPublicCache(cache, new Request(url, { headers }), {
      answer,
      readBlob: async (sha256, { start, end }) => {
        expect(sha256).toBe(HASH);
        read.push(end - start);
        return new Blob([CLIP.subarray(start, end)]).stream();
      },
      later: (work) => void works.push(work),
      now: () => state.nowMs,
      ofLength: (body) => body,
    });
  const settle = async (): Promise<void> => void (await Promise.all(works.splice(0)));
  return { cache, answered, read, ask, settle, state };
}

/** Whether an answer is the bytes of the clip from somewhere on. */
async function isFrom(reply: Response, start: number): Promise<boolean> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return bytes.length > 0 && sameBytes(bytes, CLIP.subarray(start, start + bytes.length));
}

describe('an address', () => {
  test.each([
    [FILE, true],
    [`${FILE}/frames/first`, true],
    [LIST, true],
    [`${LIST}?after=x`, true],
    [`${PROJECT}/avatar`, true],
    [`${FILE}?x=1`, false],
    [`${LIST}?after=x&x=1`, false],
    [`${LIST}?after=x&after=y`, false],
    [`https://studio.example/api/kept-blocks/${HASH}/0`, false],
    ['https://studio.example/api/projects', false],
  ])('%s may be kept: %s', (url, isPublic) => {
    expect(mayBePublic(new Request(url))).toBe(isPublic);
    expect(mayBePublic(new Request(url, { headers: { authorization: 'Bearer x' } }))).toBe(false);
    expect(mayBePublic(new Request(url, { method: 'POST' }))).toBe(false);
  });
});

test.each([LIST, PROJECT, `${PROJECT}/avatar`])(
  '%s is asked for without the cookie of whoever looks, and one answer serves all',
  async (url) => {
    const { ask, answered, settle } = stage();
    await ask(url, { cookie: 'sid=1' });
    await settle();
    const kept = await ask(url, { cookie: 'sid=2' });
    expect([await kept.text(), kept.headers.get('cache-control'), kept.headers.get('vary')]).toEqual([
      'a page',
      'private, no-cache',
      'Cookie',
    ]);
    await ask(url);
    expect(answered).toEqual(['GET by nobody']);
  },
);

test('of a file no more is read than the blocks that somebody asks for, and each of them once', async () => {
  const { ask, answered, read, settle, state } = stage();
  const part = await ask(FILE, { range: `bytes=${BLOCK_BYTES - 1}-${BLOCK_BYTES}` });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
    206,
    `bytes ${BLOCK_BYTES - 1}-${BLOCK_BYTES}/${CLIP.length}`,
    '2',
  ]);
  expect(await isFrom(part, BLOCK_BYTES - 1)).toBe(true);
  await settle();
  expect(read).toEqual([BLOCK_BYTES, BLOCK_BYTES]);
  const whole = await ask(FILE);
  expect([whole.status, await isFrom(whole, 0)]).toEqual([200, true]);
  await settle();
  state.nowMs += 10 * PUBLIC_SECONDS * 1_000;
  expect(await isFrom(await ask(FILE, { range: 'bytes=-5' }), CLIP.length - 5)).toBe(true);
  expect(read).toEqual([BLOCK_BYTES, BLOCK_BYTES, 10]);
  // The API read nothing at all: it was asked for the right alone.
  expect(answered).toEqual(['HEAD by nobody', 'HEAD by nobody']);
});

test('who asks for all of a file and leaves has had no more read than they took', async () => {
  const { ask, read } = stage();
  const reader = (await ask(FILE, { range: 'bytes=0-' })).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(read).toEqual([BLOCK_BYTES]);
});

test('a client that has the file is told so, and a range beyond its end is answered by the API', async () => {
  const { ask, answered, read, settle } = stage();
  expect((await ask(FILE, { 'if-none-match': `"${HASH}"` })).status).toBe(304);
  await settle();
  await ask(FILE, { range: 'bytes=99999999-' });
  expect([answered, read]).toEqual([['HEAD by nobody', 'GET by nobody'], []]);
});

test('the right to see a file ends the stated seconds after it was found, though its bytes are still kept', async () => {
  const { ask, cache, settle, state } = stage();
  await ask(FILE);
  await settle();
  expect(cache.addresses()).toContain(`https://studio.example/api/kept-blocks/${HASH}/0`);
  state.isPublic = false;
  state.nowMs += PUBLIC_SECONDS * 1_000 - 1;
  expect((await ask(FILE)).status).toBe(200);
  state.nowMs += 1;
  expect((await ask(FILE)).status).toBe(404);
});

test('a person who is signed in gets a public file from the cache, and asks the API for any other', async () => {
  const { ask, answered, read, settle } = stage();
  const cookie = 'sid=1';
  expect(await isFrom(await ask(FILE, { cookie }), 0)).toBe(true);
  expect([answered, read]).toEqual([['GET by somebody'], []]);
  await ask(FILE);
  await settle();
  expect((await ask(FILE, { cookie })).headers.has('x-request-id')).toBe(false);
  expect(answered).toEqual(['GET by somebody', 'HEAD by nobody']);
});

test('a page is told for the stated seconds after it was found, whenever it was kept', async () => {
  const { ask, settle, state } = stage();
  await ask(PROJECT);
  await settle();
  state.nowMs += PUBLIC_SECONDS * 1_000 - 1;
  expect((await ask(PROJECT)).headers.has('x-request-id')).toBe(false);
  state.nowMs += 1;
  expect((await ask(PROJECT)).headers.get('x-request-id')).toBe('answer 2');
});

test('whoever changes a project finds it changed at once', async () => {
  const { ask, cache, settle } = stage();
  for (const url of [LIST, PROJECT, `${LIST}/02`]) await ask(url);
  await settle();
  await forgetChanged(cache, new Request('https://studio.example/api/projects/01', { method: 'PATCH' }));
  expect(cache.addresses()).toEqual([`${LIST}/02`]);
  await forgetChanged(cache, new Request('https://studio.example/api/projects/02'));
  expect(cache.addresses()).toEqual([`${LIST}/02`]);
  // Anybody may report a project, and an operator takes it off.
  await forgetChanged(cache, new Request(`${LIST}/02/report`, { method: 'POST' }));
  expect(cache.addresses()).toEqual([`${LIST}/02`]);
  await forgetChanged(cache, new Request(`${LIST}/02/unpublish`, { method: 'POST' }));
  expect(cache.addresses()).toEqual([]);
  for (const url of [LIST, PROJECT, `${LIST}/02`]) await ask(url);
  await settle();
  await forgetChanged(cache, new Request('https://studio.example/api/changes', { method: 'POST' }), '02');
  expect(cache.addresses()).toEqual([PROJECT]);
});
