/** Pictures of texts that pages send for an export. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { frozenMovieSchema } from '#edge-api/services/export-movie.ts';
import { limits } from '#shared/limits.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { PNG, PNG_SHA256 } from './battery/people.ts';
import { filmedProject, HD } from './export-harness.ts';
import { canExport, refusal, startTestApi, storedFiles, type TestApi, type TestUser } from './harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  api = await startTestApi({ deps: canExport });
  ada = await api.as('Ada');
});
afterEach(() => api.close());

const missing = (user: TestUser, ...hashes: string[]) =>
  user.json<{ missing: string[] }>('/api/export-pictures/missing', { method: 'POST', json: { hashes } });

const put = (user: TestUser, body: Uint8Array<ArrayBuffer>, sha256 = hashOf(body)) =>
  user.fetch(`/api/export-pictures/${sha256}`, { method: 'PUT', body, headers: { 'Content-Type': 'image/png' } });

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A PNG that says it has this size, and enough bytes to be one. */
function pngOf(width: number, height: number, bytes = PNG.length): Uint8Array<ArrayBuffer> {
  const png = new Uint8Array(Math.max(bytes, PNG.length));
  png.set(PNG);
  new DataView(png.buffer).setUint32(16, width);
  new DataView(png.buffer).setUint32(20, height);
  return png;
}

test('a picture is asked for once by each person, and kept for a day after it was used', async () => {
  const bob = await api.as('Bob');
  const other = 'f'.repeat(64);
  expect(await missing(ada, PNG_SHA256, other, PNG_SHA256)).toEqual({ missing: [PNG_SHA256, other] });
  expect((await put(ada, PNG)).status).toBe(204);
  expect(await missing(ada, PNG_SHA256, other)).toEqual({ missing: [other] });
  expect(await missing(bob, PNG_SHA256)).toEqual({ missing: [PNG_SHA256] });
  api.clock.advance(DAY_MS - 1_000);
  await missing(ada, PNG_SHA256);
  api.clock.advance(DAY_MS - 1_000);
  await tidyUp(api.deps);
  expect(await storedFiles(api.folder)).toEqual([PNG_SHA256]);
  api.clock.advance(2_000);
  await tidyUp(api.deps);
  expect([await storedFiles(api.folder), await missing(ada, PNG_SHA256)]).toEqual([[], { missing: [PNG_SHA256] }]);
});

test('a picture is checked', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 40 }, () => 0)]);
  const side = limits.exportPictureSide;
  const invalid = async (reply: Promise<Response>) => (await refusal(await reply)).slice(1);
  expect(await invalid(put(ada, jpeg))).toEqual(['invalid_input', 'The picture must be a PNG file.']);
  expect(await invalid(put(ada, PNG.slice(0, 20)))).toEqual(['invalid_input', 'The picture must be a PNG file.']);
  expect(await invalid(put(ada, PNG, 'f'.repeat(64)))).toEqual([
    'invalid_input',
    'The picture doesn’t match its hash.',
  ]);
  for (const [width, height] of [
    [0, 1],
    [1, 0],
    [side + 1, 1],
    [1, 2 ** 32 - 1],
  ] as const)
    expect(await invalid(put(ada, pngOf(width, height)))).toEqual([
      'invalid_input',
      'The picture can’t be wider or taller than 4096 pixels.',
    ]);
  expect((await put(ada, pngOf(side, side))).status).toBe(204);
  expect((await put(ada, pngOf(1, 1, limits.exportPictureBytes))).status).toBe(204);
  expect(await refusal(await put(ada, pngOf(1, 1, limits.exportPictureBytes + 1)))).toEqual([
    413,
    'too_large',
    'The request body can’t be larger than 3000 kB.',
  ]);
  expect((await storedFiles(api.folder)).length).toBe(2);
});

test('one person’s pictures have room up to a limit', async () => {
  await api.db.execute({
    sql: 'insert into export_pictures (user_id, sha256, size_bytes, expires_at_ms) values (:id, :sha256, :bytes, 0)',
    args: { id: ada.id, sha256: 'e'.repeat(64), bytes: limits.exportPicturesBytes - PNG.length },
  });
  expect((await put(ada, PNG)).status).toBe(204);
  expect(await refusal(await put(ada, pngOf(2, 2)))).toEqual([
    413,
    'too_large',
    'The server keeps up to 300 MB of text pictures for you. Try again tomorrow.',
  ]);
});

test('an export is not begun without the pictures that it names', async () => {
  const { id: projectId } = await filmedProject(api, ada);
  const [scene] = await ada.json<{ id: string }[]>(`/api/projects/${projectId}/scenes`);
  const overlay = { text: 'The end', fontSize: 32, color: '#FFFFFF', position: 'center', startTime: 0, endTime: 2 };
  await ada.json(`/api/scenes/${scene?.id}`, { method: 'PATCH', json: { textOverlays: [overlay] } });
  const drawnTexts = [{ sceneId: scene?.id, overlayIndex: 0, sha256: PNG_SHA256, x: 12, y: -4 }];
  const ask = () => ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json: { ...HD, drawnTexts } });
  expect(await refusal(await ask())).toEqual([
    422,
    'invalid_input',
    'A text picture is missing on the server. Start the export again.',
  ]);
  await put(ada, PNG);
  expect((await ask()).status).toBe(202);
  // It waits for its turn, however long.
  api.clock.advance(2 * DAY_MS);
  await tidyUp(api.deps);
  expect(await storedFiles(api.folder)).toContain(PNG_SHA256);
});

test('a picture of a text that has changed since is not used', async () => {
  const { id: projectId } = await filmedProject(api, ada);
  const [scene] = await ada.json<{ id: string }[]>(`/api/projects/${projectId}/scenes`);
  const shows = { text: 'The end', fontSize: 32, color: '#FFFFFF', position: 'center' };
  const write = (text: string) =>
    ada.json(`/api/scenes/${scene?.id}`, {
      method: 'PATCH',
      json: { textOverlays: [{ ...shows, text, startTime: 0, endTime: 2 }] },
    });
  const usedPictures = async (): Promise<unknown> => {
    const drawnTexts = [{ sceneId: scene?.id, overlayIndex: 0, sha256: PNG_SHA256, x: 0, y: 0, shows }];
    const asked = await ada.json<{ id: string }>(`/api/projects/${projectId}/export`, {
      method: 'POST',
      json: { ...HD, drawnTexts },
    });
    const { rows } = await api.db.execute(`select movie from export_jobs where id = '${asked.id}'`);
    return frozenMovieSchema.parse(JSON.parse(z.object({ movie: z.string() }).parse(rows[0]).movie)).drawnTexts;
  };
  await put(ada, PNG);
  await write('The end');
  expect(await usedPictures()).toEqual([{ sceneId: scene?.id, overlayIndex: 0, sha256: PNG_SHA256, x: 0, y: 0 }]);
  await write('The beginning');
  expect(await usedPictures()).toEqual([]);
});
