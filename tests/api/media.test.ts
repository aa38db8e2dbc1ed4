import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readRange } from '#edge-api/services/byte-range.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { jpegOf, webpOf } from '#tests/helpers/pictures.ts';
import { ORIGIN, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';
import { plantClip } from './plant-clip.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const JPEG = jpegOf();
const WEBP = webpOf();

let api: TestApi;
let ada: TestUser;
let bob: TestUser;
let clip: Uint8Array<ArrayBuffer>;
let projectId: string;
let sceneId: string;
let mediaPath: string;

beforeEach(async () => {
  api = await startTestApi();
  [ada, bob] = [await api.as('Ada'), await api.as('Bob')];
  ({ projectId, sceneId, bytes: clip } = await sceneWithClip(ada));
  mediaPath = (await sceneRow()).video_url;
});
afterEach(() => api.close());

async function sceneWithClip(user: TestUser) {
  const project = await newProject(user, { title: 'Été "à/la" mer' });
  return { projectId: project.id, ...(await plantClip(api.folder, project)) };
}

const rowSchema = z.object({
  status: z.string(),
  video_url: z.string(),
  thumbnail_url: z.string().nullable(),
  version: z.number(),
});

async function sceneRow() {
  const result = await api.db.execute({
    sql: 'select status, video_url, thumbnail_url, version from scenes where id = ?',
    args: [sceneId],
  });
  return rowSchema.parse(result.rows[0]);
}

const bytesOf = async (reply: Response): Promise<Uint8Array> => new Uint8Array(await reply.arrayBuffer());
const range = (header: string) => ada.fetch(mediaPath, { headers: { Range: header } });

describe('a clip', () => {
  test('is the file that came, with headers that keep it a video', async () => {
    const reply = await ada.fetch(mediaPath);
    expect(reply.status).toBe(200);
    expect(await bytesOf(reply)).toEqual(clip);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(clip.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${mediaPath.split('/').at(-1)}"`,
    });
    expect(reply.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('brings the cookie along when the visit renews the session', async () => {
    expect((await ada.fetch(mediaPath)).headers.get('set-cookie')).toBeNull();
    api.clock.advance(2 * DAY_MS);
    const reply = await ada.fetch(mediaPath, { headers: { Range: 'bytes=0-9' } });
    expect(reply.status).toBe(206);
    expect(reply.headers.get('set-cookie')).toMatch(/^sid=[^;]+; Max-Age=2592000; .*HttpOnly/);
    expect(reply.headers.get('set-cookie')).toContain(ada.cookie);
    expect((await ada.fetch(mediaPath)).headers.get('set-cookie')).toBeNull();
  });

  test('comes in parts', async () => {
    const size = clip.length;
    for (const [header, start, end] of [
      ['bytes=0-99', 0, 100],
      [`bytes=${size - 10}-`, size - 10, size],
      ['bytes=-16', size - 16, size],
      [`bytes=100-${size * 9}`, 100, size],
    ] as const) {
      const reply = await range(header);
      expect(reply.status).toBe(206);
      expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
      expect(reply.headers.get('content-length')).toBe(String(end - start));
      expect(await bytesOf(reply)).toEqual(clip.subarray(start, end));
    }
  });

  test('has nothing past its end', async () => {
    const reply = await range(`bytes=${clip.length}-`);
    expect(reply.status).toBe(416);
    expect(reply.headers.get('content-range')).toBe(`bytes */${clip.length}`);
    expect(await reply.json()).toMatchObject({ code: 'range_not_satisfiable' });
  });

  test.each(['bytes=abc', 'bytes=5-2', 'bytes=0-1,4-5', 'seconds=0-1', 'bytes=-', 'bytes=--1'])(
    'is sent whole for the range %s',
    async (header) => {
      const reply = await range(header);
      expect(reply.status).toBe(200);
      expect((await bytesOf(reply)).length).toBe(clip.length);
    },
  );

  test('is not sent again to who has it, nor in part to who has another', async () => {
    const etag = (await ada.fetch(mediaPath, { method: 'HEAD' })).headers.get('etag') ?? '';
    const kept = await ada.fetch(mediaPath, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([kept.status, (await bytesOf(kept)).length]).toEqual([304, 0]);
    expect((await ada.fetch(mediaPath, { headers: { Range: 'bytes=0-9', 'If-Range': '"other"' } })).status).toBe(200);
    expect((await ada.fetch(mediaPath, { headers: { Range: 'bytes=0-9', 'If-Range': etag } })).status).toBe(206);
  });

  test('is there for its owner, and for others only while its project is public', async () => {
    for (const look of [() => bob.fetch(mediaPath), () => api.fetch(mediaPath)]) {
      expect((await look()).status).toBe(404);
      await api.db.execute({ sql: 'update projects set is_public = 1 where id = ?', args: [projectId] });
      expect((await look()).status).toBe(200);
      await api.db.execute({ sql: 'update projects set is_public = 0 where id = ?', args: [projectId] });
      expect((await look()).status).toBe(404);
    }
  });

  test.each(['nope', '..%2f..%2fstoryreel.db', 'A'.repeat(64), '0'.repeat(64)])(
    'of the name %s does not exist',
    async (name) => {
      const reply = await ada.fetch(`/api/media/${name}`);
      expect([reply.status, (await reply.json()).code]).toEqual([404, 'not_found']);
    },
  );

  test('whose file is gone is not there, and the log names it', async () => {
    const sha256 = mediaPath.split('/').at(-1) ?? '';
    await api.deps.mediaStore.remove([sha256]);
    for (const path of [mediaPath, `/api/download/scene/${sceneId}`]) {
      const reply = await ada.fetch(path);
      expect([reply.status, (await reply.json()).message]).toEqual([404, 'The server no longer has this file.']);
    }
    expect(api.logLines.filter((line) => line.includes('file_missing') && line.includes(sha256))).toHaveLength(2);
  });

  test('is saved under the title of its movie, in every script', async () => {
    const reply = await ada.fetch(`/api/download/scene/${sceneId}`);
    expect(await bytesOf(reply)).toEqual(clip);
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="_t_--_-la--mer-scene-01.mp4"; filename*=UTF-8''%C3%89t%C3%A9--%C3%A0-la--mer-scene-01.mp4`,
    );
    expect((await bob.fetch(`/api/download/scene/${sceneId}`)).status).toBe(404);
    expect((await api.fetch(`/api/download/scene/${sceneId}`)).status).toBe(401);
  });
});

describe('a picture of a clip', () => {
  const put = (user: TestUser, bytes: Uint8Array<ArrayBuffer>, place = 'first') =>
    user.fetch(`${mediaPath}/frames/${place}`, {
      method: 'PUT',
      body: bytes,
      headers: { 'Content-Type': 'image/jpeg' },
    });

  test('from the owner becomes the poster, without counting as an edit', async () => {
    const before = await sceneRow();
    expect((await ada.fetch(`${mediaPath}/frames/first`)).status).toBe(404);
    expect((await put(ada, JPEG)).status).toBe(204);
    expect(await sceneRow()).toEqual({ ...before, thumbnail_url: `${mediaPath}/frames/first` });
    const reply = await ada.fetch(`${mediaPath}/frames/first`);
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    expect(await bytesOf(reply)).toEqual(JPEG);
    expect((await put(ada, WEBP)).status).toBe(204);
    expect((await ada.fetch(`${mediaPath}/frames/first`)).headers.get('content-type')).toBe('image/webp');
  });

  test('of the last frame is kept beside it', async () => {
    expect((await put(ada, JPEG, 'last')).status).toBe(204);
    expect((await sceneRow()).thumbnail_url).toBeNull();
    expect((await ada.fetch(`${mediaPath}/frames/last`)).status).toBe(200);
    expect((await put(ada, JPEG, 'middle')).status).toBe(404);
  });

  test.each([
    ['is no picture', new Uint8Array(Buffer.from('<svg onload="alert(1)"/>')), 422, 'invalid_input'],
    ['is empty', new Uint8Array(), 422, 'invalid_input'],
    ['ends within its header', JPEG.slice(0, 30), 422, 'invalid_input'],
    ['is too wide', jpegOf('', { width: 2049, height: 2 }), 422, 'invalid_input'],
    ['is too high', webpOf({ width: 2, height: 65_000 }), 422, 'invalid_input'],
    ['is too large', Uint8Array.from({ length: 400_001 }, (_, n) => JPEG[n] ?? 0), 413, 'too_large'],
  ])('that %s is refused', async (_, bytes, status, code) => {
    const reply = await put(ada, bytes);
    expect([reply.status, (await reply.json()).code]).toEqual([status, code]);
    expect((await ada.fetch(`${mediaPath}/frames/first`)).status).toBe(404);
  });

  test('is taken from nobody but the owner, and from no other site', async () => {
    expect((await put(bob, JPEG)).status).toBe(404);
    await api.db.execute({ sql: 'update projects set is_public = 1 where id = ?', args: [projectId] });
    expect((await put(bob, JPEG)).status).toBe(404);
    expect(
      (await api.fetch(`${mediaPath}/frames/first`, { method: 'PUT', body: JPEG, headers: { Origin: ORIGIN } })).status,
    ).toBe(401);
    const foreign = await ada.fetch(`${mediaPath}/frames/first`, {
      method: 'PUT',
      body: JPEG,
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
  });

  test('of a clip that two people have is each one’s own', async () => {
    await sceneWithClip(bob);
    await put(ada, JPEG);
    expect((await ada.fetch(`${mediaPath}/frames/first`)).status).toBe(200);
    expect((await bob.fetch(`${mediaPath}/frames/first`)).status).toBe(404);
  });
});

describe('the hourly housekeeping', () => {
  const countFiles = async (): Promise<number> =>
    Number((await api.db.execute('select count(*) as n from media')).rows[0]?.['n']);
  const sha256 = (): string => mediaPath.split('/').at(-1) ?? '';

  test('keeps what somebody holds, and removes file and pictures when the last holder is gone', async () => {
    const other = await sceneWithClip(bob);
    await ada.fetch(`${mediaPath}/frames/first`, { method: 'PUT', body: JPEG });
    const bury = (id: string) =>
      api.db.execute({ sql: 'update scenes set deleted_at_ms = ? where id = ?', args: [api.clock.now(), id] });
    await bury(sceneId);
    api.clock.advance(29 * DAY_MS);
    await tidyUp(api.deps);
    expect(await countFiles()).toBe(1);
    api.clock.advance(2 * DAY_MS);
    await tidyUp(api.deps);
    expect(await api.deps.mediaStore.size(sha256())).toBe(clip.length);
    await bury(other.sceneId);
    api.clock.advance(31 * DAY_MS);
    await tidyUp(api.deps);
    expect(await countFiles()).toBe(0);
    expect(await api.deps.mediaStore.size(sha256())).toBeNull();
    expect(api.logLines.filter((line) => line.includes('media_swept'))).toEqual([expect.stringContaining('"files":2')]);
  });
});

test('a range is read as the RFC says', () => {
  expect(readRange(undefined, 10)).toEqual({ kind: 'whole' });
  expect(readRange('bytes=0-0', 10)).toEqual({ kind: 'part', range: { start: 0, end: 1 } });
  expect(readRange('Bytes = 3 - ', 10)).toEqual({ kind: 'part', range: { start: 3, end: 10 } });
  expect(readRange('bytes=-99', 10)).toEqual({ kind: 'part', range: { start: 0, end: 10 } });
  expect(readRange('bytes=-0', 10)).toEqual({ kind: 'unsatisfiable' });
  expect(readRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
});
