/** Own files on their way to the API itself, from devices that lose the network, replies, and themselves. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OfflineError } from '#api/errors.ts';
import type { StoryreelDb } from '#data/db.ts';
import { addOwnFile, forgetOwnFile } from '#data/tables/own-files.ts';
import { pauseUploads } from '#data/tables/uploads-paused.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { limits } from '#shared/limits.ts';
import { SEND_LIMIT_MS, type Timer } from '#sync/timer.ts';
import { runUploads, type UploadCalls } from '#sync/uploads.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { madeSound, sha256Of, type MadeFile } from '#tests/helpers/own-files.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { uploadCallsOf } from './send-own-file.ts';
import { testDevice, type TestDevice } from './test-device.ts';

let api: TestApi;
let user: TestUser;
let devices: TestDevice[];
beforeEach(async () => {
  api = await startTestApi({ environment: { STORAGE_LIMIT_MB: '200' } });
  user = await api.as('Ines');
  devices = [await testDevice(undefined, 1), await testDevice(undefined, 2)];
});
afterEach(async () => {
  for (const device of devices) await device.close();
  await api.close();
});

const PART = limits.uploadPartBytes;

function soundOf(sizeBytes: number, name = 'Song.mp3'): MadeFile {
  return madeSound(new Uint8Array(randomBytes(sizeBytes)), { name });
}

/** A call goes out and its answer may be lost; what `fate` throws before is a call that never went out. */
function callsOf(fate: (moment: 'before' | 'after') => void): UploadCalls {
  return uploadCallsOf(user, async (ask) => {
    fate('before');
    const reply = await ask();
    fate('after');
    return reply;
  });
}

const never = (): void => undefined;

/** As a device's store has them. */
const storeOf = (...all: MadeFile[]) => ({
  read: async (sha256: string) => {
    const made = all.find(({ file }) => file.sha256 === sha256);
    return made ? new File([made.bytes], made.file.name) : null;
  },
});

/** Waits for no retry; what a call may take is longer than any test. */
const hasty: Timer = {
  after: (ms, work) => {
    if (ms < SEND_LIMIT_MS) queueMicrotask(work);
    return never;
  },
};

/** Runs uploads until a file is sent or refused, or the network goes. */
function run(db: StoryreelDb, made: MadeFile, fate: (moment: 'before' | 'after') => void = never): Promise<string> {
  const stop = new AbortController();
  return new Promise<string>((resolve) => {
    const end = (how: string): void => {
      stop.abort();
      resolve(how);
    };
    const calls = callsOf((moment) => {
      try {
        fate(moment);
      } catch (error) {
        // It would try again by itself; here whoever runs it begins anew.
        queueMicrotask(() => end('offline'));
        throw error;
      }
    });
    const onFailed = (error: unknown): void => end(String(error));
    const store = { read: async () => new File([made.bytes], made.file.name) };
    const deps = { db, store, calls, timer: hasty, dice: () => 0 };
    runUploads({ ...deps, onSent: () => end('sent'), onFailed }, user.id, stop.signal);
  });
}

/** The loop of a page, until the signal: what was sent or has failed, by names and sentences. */
function send(db: StoryreelDb, files: MadeFile[], calls: Partial<UploadCalls>, signal: AbortSignal): string[] {
  const done: string[] = [];
  const ends = {
    onSent: ({ name }: OwnFile) => void done.push(name),
    onFailed: (error: unknown) => void done.push(String(error)),
  };
  const deps = { db, store: storeOf(...files), calls: { ...callsOf(never), ...calls }, timer: hasty, dice: () => 0 };
  runUploads({ ...deps, ...ends }, user.id, signal);
  return done;
}

async function storedFiles(): Promise<string[]> {
  api.clock.advance(HOLD_MS + 1);
  await tidyUp(api.deps);
  const entries = await readdir(join(api.folder, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const rowOf = async (db: StoryreelDb, { sha256 }: OwnFile): Promise<OwnFileRow | undefined> =>
  db.ownFiles.get([user.id, sha256]);

test('a file arrives whole through 60 broken connections, and is stored once', async () => {
  const made = soundOf(4 * PART + 77);
  const { file } = made;
  const [{ db }] = devices as [TestDevice, TestDevice];
  await addOwnFile(db, user.id, file);
  const random = randomFrom(7);
  const ends: string[] = [];
  let sentBytes = 0;
  for (let time = 0; time < 60; time++) {
    let left = 1 + Math.floor(random() * 4);
    const moment = random() < 0.5 ? 'before' : 'after';
    ends.push(
      await run(db, made, (now) => {
        if (now === moment && --left === 0) throw new OfflineError();
      }),
    );
    const row = await rowOf(db, file);
    expect(row?.sentBytes).toBeGreaterThanOrEqual(time === 0 ? 0 : Math.min(sentBytes, file.sizeBytes) - PART);
    sentBytes = row?.sentBytes ?? 0;
    if (row?.state === 'sent') break;
  }
  expect(ends.at(-1)).toBe('sent');
  expect(ends.length).toBeGreaterThan(3);
  expect(await rowOf(db, file)).toMatchObject({ state: 'sent', sentBytes: file.sizeBytes });
  const back = new Uint8Array(await (await user.fetch(`/api/media/${file.sha256}`)).arrayBuffer());
  expect(sha256Of(back)).toBe(file.sha256);
  expect(await storedFiles()).toEqual([file.sha256]);
});

test('two devices that send the same file at once both have sent it, and each learns what the other has', async () => {
  const [one, two] = [soundOf(PART + 9), soundOf(500, 'Other.mp3')];
  const [first, second] = devices as [TestDevice, TestDevice];
  for (const { db } of [first, second]) await addOwnFile(db, user.id, one.file);
  expect(await Promise.all([run(first.db, one), run(second.db, one)])).toEqual(['sent', 'sent']);
  await addOwnFile(first.db, user.id, two.file);
  expect(await run(first.db, two)).toBe('sent');
  const third = soundOf(10);
  await addOwnFile(second.db, user.id, third.file);
  expect(await run(second.db, third)).toBe('sent');
  expect(await storedFiles()).toHaveLength(3);
  const known = (await second.db.ownFiles.toArray()).map(({ file }) => file.name);
  expect(known).toContain('Other.mp3');
});

test('a file that the server won’t take says why, and holds up none behind it', async () => {
  const [{ db }] = devices as [TestDevice, TestDevice];
  const [large, small] = [soundOf(10), soundOf(20, 'Small.mp3')];
  const tooLarge: OwnFile = { ...large.file, sizeBytes: 199_999_990 };
  await addOwnFile(db, user.id, small.file);
  await user.fetch('/api/uploads', {
    method: 'POST',
    json: { sha256: 'a'.repeat(64), sizeBytes: 100_000_000, kind: 'sound' },
  });
  await addOwnFile(db, user.id, { ...tooLarge, createdAt: 0 });
  expect(await run(db, small)).toBe('sent');
  expect(await rowOf(db, tooLarge)).toMatchObject({
    state: 'refused',
    sentence: expect.stringMatching(/^“Song.mp3” \(200 MB\) doesn’t fit: you use 100 MB of the 200 MB/),
  });
  expect(await rowOf(db, small.file)).toMatchObject({ state: 'sent' });
});

test('a pause stops a file between its parts, and what was sent isn’t sent again; one that is removed isn’t sent on', async () => {
  const [{ db }] = devices as [TestDevice, TestDevice];
  const made = soundOf(3 * PART);
  const { file } = made;
  // As large: a smaller one would go beside it.
  const other = soundOf(PART + 40, 'Other.mp3');
  await addOwnFile(db, user.id, file);
  const parts: number[] = [];
  const stop = new AbortController();
  const steps: Record<number, () => Promise<void>> = { 1: () => pauseUploads(db, true) };
  const calls = callsOf(never);
  const putPart: UploadCalls['putPart'] = async (id, number, body, signal, onProgress) => {
    await calls.putPart(id, number, body, signal, onProgress);
    parts.push(number);
    const step = steps[number];
    delete steps[number];
    await step?.();
    // As a fetch does that is aborted on its way.
    if (step && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
  const done = send(db, [made, other], { putPart }, stop.signal);
  try {
    await expect.poll(() => parts).toEqual([1]);
    expect(await rowOf(db, file)).toMatchObject({ state: 'waiting' });
    steps[2] = () => forgetOwnFile(db, { userId: user.id, sha256: file.sha256 });
    await addOwnFile(db, user.id, { ...other.file, createdAt: 2 });
    expect(parts).toEqual([1]);
    // Going on begins with what the server doesn't have; then the file is removed, and the next one's turn comes.
    await pauseUploads(db, false);
    await expect.poll(() => done).toEqual(['Other.mp3']);
    expect(parts.slice(0, 2)).toEqual([1, 2]);
    expect(await rowOf(db, file)).toBeUndefined();
    expect(await user.json('/api/own-files')).toMatchObject([{ name: 'Other.mp3' }]);
  } finally {
    stop.abort();
  }
});

test('small files go side by side, and beside one large file; large ones one at a time', async () => {
  const [{ db }] = devices as [TestDevice, TestDevice];
  const large = [1, 2].map((number) => soundOf(PART + number, `Large ${number}.mp3`));
  const small = [1, 2, 3, 4, 5, 6].map((number) => soundOf(40 + number, `Small ${number}.mp3`));
  const all = [...large, ...small];
  for (const [place, { file }] of all.entries()) await addOwnFile(db, user.id, { ...file, createdAt: place });
  const met: string[][] = [];
  const calls = callsOf(never);
  const stop = new AbortController();
  const begun: string[] = [];
  const start: UploadCalls['start'] = async (file, signal) => {
    begun.push(file.name);
    met.push(begun.filter((name) => !done.includes(name)));
    // Long enough for whatever may begin beside it.
    for (let times = 0; times < 100; times += 1) await db.ownFiles.count();
    return calls.start(file, signal);
  };
  const done = send(db, all, { start }, stop.signal);
  try {
    await expect.poll(() => done.length).toBe(all.length);
    expect(done.toSorted()).toEqual(all.map(({ file }) => file.name).toSorted());
    expect(Math.max(...met.map((names) => names.length))).toBe(3);
    expect(met.filter((names) => names.filter((name) => name.startsWith('Large')).length > 1)).toEqual([]);
    expect(met.some((names) => names.some((name) => name.startsWith('Large')) && names.length > 1)).toBe(true);
    expect(met).toHaveLength(all.length);
  } finally {
    stop.abort();
  }
});
