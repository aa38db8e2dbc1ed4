/** Files between this device and the server: what fails is tried again by itself, without an event from the network. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OfflineError } from '#api/errors.ts';
import { StoryreelDb } from '#data/db.ts';
import { addOwnFile } from '#data/tables/own-files.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { runClipFetch } from '#sync/clip-downloads.ts';
import { createClipFetch } from '#sync/clip-fetch.ts';
import { runUploads, type UploadCalls } from '#sync/uploads.ts';
import { manualTimer, type ManualTimer } from '#tests/helpers/manual-timer.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';

const NAME = 'files-try-again';
const { userId } = projectRow();
let db: StoryreelDb;
let stop: AbortController;
let timer: ManualTimer;
let failures: unknown[];
beforeEach(() => {
  db = new StoryreelDb(NAME);
  stop = new AbortController();
  timer = manualTimer();
  failures = [];
});
afterEach(async () => {
  stop.abort();
  db.close();
  await Dexie.delete(NAME);
});

const fileOf = (digit: string, createdAt = 1): OwnFile => {
  const facts = { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 };
  const known = { sha256: digit.repeat(64), name: `${digit}.mp3`, sizeBytes: 20, createdAt };
  return { ...known, kind: 'sound', type: 'audio/mpeg', facts };
};
const stateOf = async ({ sha256 }: OwnFile): Promise<OwnFileRow['state'] | undefined> =>
  (await db.ownFiles.get([userId, sha256]))?.state;
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

/** A server with one upload at a time for each file, whose id is the file's hash. */
function uploadsTo(calls: Partial<UploadCalls> = {}): void {
  const begun = new Map<string, OwnFile>();
  const start = async (file: OwnFile): Promise<StartUploadReply> => {
    begun.set(file.sha256, file);
    return { file: null, upload: { id: file.sha256, partBytes: 8, partCount: 1, received: [] } };
  };
  const complete = async (id: string): Promise<OwnFile> => begun.get(id) ?? fileOf(id.slice(0, 1));
  const all = { start, putPart: async () => undefined, complete, list: async () => [], ...calls };
  const store = { read: async () => new File([new Uint8Array(20)], 'Song.mp3') };
  const onFailed = (error: unknown): void => void failures.push(error);
  runUploads({ db, store, calls: all, timer, dice: () => 0, onSent: () => undefined, onFailed }, userId, stop.signal);
}

test('a server that is away for three seconds holds an upload up no longer, though nobody says that it is back', async () => {
  const file = fileOf('1');
  await addOwnFile(db, userId, file);
  let isAway = true;
  let tries = 0;
  uploadsTo({
    putPart: async () => {
      tries += 1;
      if (isAway) throw new OfflineError();
    },
  });
  await until(() => tries === 1);
  await until(() => (timer.advance(1_000), tries === 2));
  isAway = false;
  await until(async () => (timer.advance(1_000), (await stateOf(file)) === 'sent'));
  // Nobody waits for the answer of a try before the clock goes on.
  expect(tries).toBeGreaterThanOrEqual(3);
});

test('a part that hangs is given up, and sent again', async () => {
  const file = fileOf('1');
  await addOwnFile(db, userId, file);
  let tries = 0;
  uploadsTo({
    putPart: (_id, _number, _bytes, signal) => {
      tries += 1;
      if (tries === 2) return Promise.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await until(() => tries === 1);
  timer.advance(599_999);
  expect(tries).toBe(1);
  await until(async () => (timer.advance(1_000), (await stateOf(file)) === 'sent'));
  expect(tries).toBe(2);
});

async function plantClips(...digits: string[]): Promise<void> {
  await db.projects.add({ ...projectRow({ id: testId(71) }), rev: 1 });
  const scenes = digits.map((digit, place) => ({
    ...sceneRow(place + 1, { projectId: testId(71), sha256: digit.repeat(64), videoUrl: `/api/media/${digit}` }),
    rev: 1,
  }));
  await db.scenes.bulkAdd(scenes);
}

/** Downloads whose bytes come as `open` has it, into a store that keeps none. */
function downloads(open: (url: string, signal?: AbortSignal) => Promise<ReadableStream<Uint8Array>>): void {
  const store = {
    ...{ has: async () => false, read: async () => null, remove: async () => undefined },
    ...{ usage: async () => 0, sweep: async () => undefined },
    write: async (_sha256: string, bytes: ReadableStream<Uint8Array>, signal?: AbortSignal) => {
      await bytes.pipeTo(new WritableStream(), signal && { signal });
      return { sizeBytes: 3 };
    },
  };
  const device = { now: () => 1, newId: () => testId(1) };
  const fetchClip = createClipFetch({ db, device, store, open });
  const onFailed = (error: unknown): void => void failures.push(error);
  runClipFetch({ db, userId, fetchClip, timer, dice: () => 0, onFailed }, stop.signal);
}
const bytes = (): ReadableStream<Uint8Array> => new Blob([new Uint8Array(3)]).stream();
const here = async (): Promise<number> => db.clips.count();

test('downloads that fail are tried again by time', async () => {
  await plantClips('1', '2', '3');
  let isAway = true;
  downloads(async () => {
    if (isAway) throw new OfflineError();
    return bytes();
  });
  await until(() => failures.length >= 3);
  isAway = false;
  await expect.poll(async () => (timer.advance(1_000), here())).toBe(3);
});
