/** Own material that comes in parts: resumed, verified, kept apart from person to person, and gone when nobody wants it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { limits } from '#shared/limits.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { STANDARD_RATE_LIMITS } from '#edge-api/services/rate-limit.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { refusal, startTestApi, storedFiles, type TestApi, type TestUser } from './harness.ts';
import {
  completeUpload,
  hashOf,
  mp3Of,
  partOf,
  putPart,
  sendFile,
  SOUND,
  startUpload,
  uploadId,
  type Bytes,
} from './send-file.ts';

const PART = limits.uploadPartBytes;

let api: TestApi;
let ada: TestUser;
beforeEach(async () => {
  api = await startTestApi({ environment: { STORAGE_LIMIT_MB: '100' } });
  ada = await api.as('Ada');
});
afterEach(() => api.close());

const started = async (user: TestUser, bytes: Bytes): Promise<StartUploadReply> =>
  (await startUpload(user, bytes)).json();

async function anHourLater(): Promise<void> {
  api.clock.advance(HOLD_MS + 1);
  await tidyUp(api.deps);
}

/** A body that breaks off after so many bytes, as a connection does. */
function cutAfter(bytes: Bytes, count: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes.slice(0, count));
    },
    pull: (controller) => controller.error(new Error('The connection broke.')),
  });
}

describe('an upload', () => {
  test('is cut at 200 random bytes, goes on from the parts that are there, and is stored once with the same hash', async () => {
    const random = randomFrom(18);
    const bytes = mp3Of(3 * PART + 12_345);
    const id = await uploadId(ada, bytes);
    for (let cut = 0; cut < 200; cut++) {
      const number = 1 + Math.floor(random() * 4);
      const part = partOf(bytes, number);
      const reply = await putPart(
        ada,
        id,
        number,
        cutAfter(part, Math.floor(random() * Math.min(part.length, 65_536))),
      );
      expect(reply.ok).toBe(false);
    }
    expect((await started(ada, bytes)).upload).toEqual({ id, partBytes: PART, partCount: 4, received: [] });
    for (const number of [4, 2, 2, 1]) await putPart(ada, id, number, partOf(bytes, number));
    expect((await started(ada, bytes)).upload?.received).toEqual([1, 2, 4]);
    expect(await refusal(await completeUpload(ada, id))).toEqual([
      422,
      'invalid_input',
      '“Song.mp3” isn’t complete: 1 part is still missing.',
    ]);
    await putPart(ada, id, 3, bytes.slice(2 * PART, 3 * PART));
    const file: OwnFile = await (await completeUpload(ada, id)).json();
    expect(file).toMatchObject({ sha256: hashOf(bytes), kind: 'sound', type: 'audio/mpeg', facts: SOUND });
    const back = new Uint8Array(await (await ada.fetch(`/api/media/${file.sha256}`)).arrayBuffer());
    expect(hashOf(back)).toBe(hashOf(bytes));
    await anHourLater();
    expect(await storedFiles(api.folder)).toEqual([file.sha256]);
  });

  test('that the person has already asks for no bytes; anybody else sends all of them', async () => {
    const bytes = mp3Of(1_000);
    await sendFile(ada, bytes);
    expect(await started(ada, bytes)).toMatchObject({ file: { sha256: hashOf(bytes) }, upload: null });
    const bob = await api.as('Bob');
    expect(await started(bob, bytes)).toMatchObject({ file: null, upload: { received: [] } });
    expect((await sendFile(bob, bytes)).status).toBe(200);
    await anHourLater();
    expect(await storedFiles(api.folder)).toEqual([hashOf(bytes)]);
    await ada.fetch(`/api/own-files/${hashOf(bytes)}`, { method: 'DELETE' });
    await anHourLater();
    expect((await bob.fetch(`/api/media/${hashOf(bytes)}`)).status).toBe(200);
    expect((await ada.fetch(`/api/media/${hashOf(bytes)}`)).status).toBe(404);
  });

  test('that two devices and two tabs send at once is one file', async () => {
    const bytes = mp3Of(PART + 5);
    const replies = await Promise.all(
      [1, 2, 3, 4].map(async () => (await sendFile(ada, bytes).catch(() => null))?.status),
    );
    expect(replies).toContain(200);
    expect(await ada.json<OwnFile[]>('/api/own-files')).toHaveLength(1);
    await anHourLater();
    expect(await storedFiles(api.folder)).toEqual([hashOf(bytes)]);
  });

  test('whose bytes are others than announced is refused, and can be sent again', async () => {
    const bytes = mp3Of(1_000);
    const id = await uploadId(ada, bytes);
    await putPart(ada, id, 1, mp3Of(1_000));
    expect(await refusal(await completeUpload(ada, id))).toEqual([
      422,
      'invalid_input',
      '“Song.mp3” was damaged on its way. Upload it again.',
    ]);
    expect((await sendFile(ada, bytes)).status).toBe(200);
    await anHourLater();
    expect(await storedFiles(api.folder)).toEqual([hashOf(bytes)]);
  });

  test('takes parts of their own length alone', async () => {
    const bytes = mp3Of(PART + 100);
    const id = await uploadId(ada, bytes);
    for (const [number, length] of [
      [1, PART - 1],
      [2, 99],
      [2, 101],
    ] as const)
      expect((await refusal(await putPart(ada, id, number, new Uint8Array(length))))[1]).toBe('invalid_input');
    expect((await putPart(ada, id, 1, new Uint8Array(PART + 1))).status).toBe(413);
    expect((await putPart(ada, id, 3, new Uint8Array(1))).status).toBe(404);
    expect(await storedFiles(api.folder)).toEqual([]);
  });

  test('of which nothing comes for three days is given up', async () => {
    const bytes = mp3Of(PART + 1);
    const id = await uploadId(ada, bytes);
    await putPart(ada, id, 1, bytes.slice(0, PART));
    api.clock.advance(limits.uploadKeptHours * 3_600_000 - 1_000);
    await tidyUp(api.deps);
    expect((await started(ada, bytes)).upload?.received).toEqual([1]);
    api.clock.advance(2_000);
    await tidyUp(api.deps);
    expect(await storedFiles(api.folder)).toEqual([]);
    expect((await started(ada, bytes)).upload?.received).toEqual([]);
  });
});

describe('a file is', () => {
  test('what its bytes say, whatever it was called', async () => {
    const clip = new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 }));
    const file: OwnFile = await (
      await sendFile(ada, clip, { kind: 'clip', name: 'Beach.txt', facts: undefined })
    ).json();
    expect(file).toMatchObject({ type: 'video/mp4', facts: { video: { width: 640, height: 360, frameCount: 24 } } });
    const sent = await ada.fetch(`/api/media/${file.sha256}`);
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename="Beach.mp4"; filename*=UTF-8''Beach.mp4`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const page = new Uint8Array(Buffer.from('<!doctype html><script>alert(1)</script>'));
    for (const kind of ['clip', 'picture', 'sound'])
      expect((await refusal(await sendFile(ada, page, { kind, name: 'Cat.mp4' })))[2]).toMatch(
        /^Storyreel can’t tell what “Cat.mp4” is\./,
      );
    expect((await refusal(await sendFile(ada, jpegOf(), { kind: 'clip', name: 'Cat.mp4' })))[2]).toBe(
      '“Cat.mp4” is JPEG, which can’t be used as a clip.',
    );
  });

  test('no picture of more than 8,192 pixels a side', async () => {
    const picture = { kind: 'picture', name: 'Wall.jpg', facts: undefined };
    const wide = jpegOf('', { width: 20_000, height: 10 });
    expect((await refusal(await sendFile(ada, wide, picture)))[2]).toBe(
      '“Wall.jpg” is 20,000 × 10 pixels. Pictures can be up to 8,192 pixels a side.',
    );
    const turned = jpegOf('', { width: 4_000, height: 3_000 });
    const file = await sendFile(ada, turned, { ...picture, facts: { picture: { width: 3_000, height: 4_000 } } });
    expect(await file.json()).toMatchObject({ facts: { width: 3_000, height: 4_000 } });
  });

  test('of a limited size, and fits what the person may keep', async () => {
    const bytes = mp3Of(10);
    expect(
      await refusal(await startUpload(ada, bytes, { sizeBytes: 3_000_000_000, kind: 'clip', name: 'Long.mp4' })),
    ).toEqual([413, 'too_large', '“Long.mp4” is 3.0 GB. Clips can be up to 2.0 GB.']);
    expect((await startUpload(ada, mp3Of(11), { sizeBytes: 60_000_000 })).status).toBe(200);
    expect(await refusal(await startUpload(ada, mp3Of(12), { sizeBytes: 60_000_000, name: 'Two.mp3' }))).toEqual([
      409,
      'quota_reached',
      '“Two.mp3” (60 MB) doesn’t fit: you use 60 MB of the 100 MB that this server keeps for one person. Remove files, scenes, or projects to make room.',
    ]);
  });
});

test('so many calls a minute are one person’s, and an upload goes on after them', async () => {
  await api.close();
  api = await startTestApi({ rateLimits: { upload: { perUser: 6, perAddress: null } } });
  ada = await api.as('Ada');
  const eve = await api.as('Eve');
  const bytes = mp3Of(3 * PART);
  const id = await uploadId(ada, bytes);
  const part = (number: number) => putPart(ada, id, number, partOf(bytes, number));
  for (const number of [1, 1, 1, 1, 2]) expect((await part(number)).status).toBe(204);
  const late = await part(3);
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await startUpload(ada, bytes)).status).toBe(429);
  expect((await completeUpload(ada, id)).status).toBe(429);
  expect((await startUpload(eve, mp3Of(10))).status).toBe(200);
  api.clock.advance(20_000);
  expect((await part(3)).status).toBe(204);
  expect((await completeUpload(ada, id)).status).toBe(200);
});

test('the limit lets a clip of 2 GB through in half a minute, and 200 stills in one', () => {
  const { perUser } = STANDARD_RATE_LIMITS.upload;
  const calls = (sizeBytes: number): number => 2 + Math.ceil(sizeBytes / PART);
  expect(calls(limits.ownClipBytes)).toBeLessThanOrEqual((perUser ?? 0) / 2);
  expect(200 * calls(5_000_000)).toBeLessThanOrEqual(perUser ?? 0);
});

test('an account that goes takes its files and uploads along', async () => {
  await sendFile(ada, mp3Of(1_000));
  const half = mp3Of(PART + 1);
  await putPart(ada, await uploadId(ada, half), 1, half.slice(0, PART));
  expect(await ada.json('/api/user/storage')).toMatchObject({ bytes: 1_000 });
  expect((await ada.fetch('/api/user', { method: 'DELETE', json: { confirm: 'delete' } })).status).toBe(204);
  await anHourLater();
  expect(await storedFiles(api.folder)).toEqual([]);
});
