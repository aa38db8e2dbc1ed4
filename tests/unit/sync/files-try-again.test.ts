/** Files between this device and the server: what fails is tried again by itself, without an event from the network. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError, OfflineError } from '#api/errors.ts';
import { StoryreelDb } from '#data/db.ts';
import type { ReadRoom } from '#data/room.ts';
import { noteFreed } from '#data/tables/freed.ts';
import { askAgain } from '#data/tables/asked-again.ts';
import { layOwnFiles, ownFilesNow } from '#data/tables/own-file-list.ts';
import { addOwnFile, changeUpload } from '#data/tables/own-files.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { runClipFetch } from '#sync/clip-downloads.ts';
import { createClipFetch } from '#sync/clip-fetch.ts';
import { STALL_LIMIT_MS } from '#sync/timer.ts';
import { runUploads, type UploadCalls, type Uploads } from '#sync/uploads.ts';
import { ownFile } from '#tests/helpers/own-files.ts';
import { audioPiece, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { handClock } from './test-device.ts';

const NAME = 'files-try-again';
const { userId } = projectRow();
let db: StoryreelDb;
let stop: AbortController;
let clock: ReturnType<typeof handClock>;
let failures: unknown[];
beforeEach(() => {
  db = new StoryreelDb(NAME);
  stop = new AbortController();
  clock = handClock(0);
  failures = [];
});
afterEach(async () => {
  stop.abort();
  db.close();
  await Dexie.delete(NAME);
});

const fileOf = (digit: string, createdAt = 1): OwnFile =>
  ownFile('sound', { sha256: digit.repeat(64), name: `${digit}.mp3`, createdAt });
const stateOf = async ({ sha256 }: OwnFile): Promise<OwnFileRow['state'] | undefined> =>
  (await db.ownFiles.get([userId, sha256]))?.state;
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

/** A server with one upload at a time for each file, whose id is the file's hash. */
function uploadsTo(calls: Partial<UploadCalls> = {}): Uploads {
  const begun = new Map<string, OwnFile>();
  const start = async (file: OwnFile): Promise<StartUploadReply> => {
    begun.set(file.sha256, file);
    return { file: null, upload: { id: file.sha256, partBytes: 8, partCount: 1, received: [] } };
  };
  const complete = async (id: string): Promise<OwnFile> => begun.get(id) ?? fileOf(id.slice(0, 1));
  const all = { start, putPart: async () => undefined, complete, list: async () => [], ...calls };
  const store = { read: async () => new File([new Uint8Array(20)], 'Song.mp3') };
  const onFailed = (error: unknown): void => void failures.push(error);
  return runUploads(
    { db, store, calls: all, timer: clock.timer, dice: () => 0, onSent: () => undefined, onFailed },
    userId,
    stop.signal,
  );
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
  await until(() => (clock.pass(1_000), tries === 2));
  isAway = false;
  await until(async () => (clock.pass(1_000), (await stateOf(file)) === 'sent'));
  // Nobody waits for the answer of a try before the clock goes on.
  expect(tries).toBeGreaterThanOrEqual(3);
});

test('a part that hangs is given up when nothing moved for a minute, and one that moves slowly is not', async () => {
  const file = fileOf('1');
  await addOwnFile(db, userId, file);
  let tries = 0;
  let move = (): void => undefined;
  uploadsTo({
    putPart: (_id, _number, _bytes, signal, onProgress) => {
      tries += 1;
      move = onProgress;
      if (tries === 2) return Promise.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await until(() => tries === 1);
  for (let times = 0; times < 10; times++) {
    clock.pass(STALL_LIMIT_MS - 1);
    move();
  }
  expect(tries).toBe(1);
  await until(async () => (clock.pass(STALL_LIMIT_MS), (await stateOf(file)) === 'sent'));
  expect(tries).toBe(2);
});

test('others go by a file that keeps failing, which says why, and is tried at once when the person wants it', async () => {
  const [bad, good] = [fileOf('1'), fileOf('2', 2)];
  let isBroken = true;
  const start = async (file: OwnFile): Promise<StartUploadReply> => {
    if (isBroken && file.sha256 === bad.sha256)
      throw new ApiError(500, JSON.stringify({ code: 'internal', message: 'The disk is broken.', requestId: 'one' }));
    return { file, upload: null };
  };
  for (const file of [bad, good]) await addOwnFile(db, userId, file);
  uploadsTo({ start });
  await until(async () => (await stateOf(good)) === 'sent');
  const told = async (): Promise<string | null | undefined> =>
    (await db.ownFiles.get([userId, bad.sha256]))?.sentence ?? null;
  expect(await told()).toBeNull();
  await until(async () => (clock.pass(30_000), (await told()) === 'The disk is broken.'));
  expect(await stateOf(bad)).toBe('waiting');
  isBroken = false;
  await changeUpload(db, { userId, sha256: bad.sha256 }, { sentence: null });
  await until(async () => (await stateOf(bad)) === 'sent');
});

async function plantSent(file: OwnFile): Promise<void> {
  await addOwnFile(db, userId, file);
  await changeUpload(db, { userId, sha256: file.sha256 }, { state: 'sent', sentBytes: 20 });
}

test('the list never takes back what was sent meanwhile, nor brings what was removed', async () => {
  const [removed, sent] = [fileOf('1'), fileOf('2')];
  await plantSent(removed);
  await addOwnFile(db, userId, sent);
  const before = await ownFilesNow(db, userId);
  await changeUpload(db, { userId, sha256: sent.sha256 }, { state: 'sent' });
  await db.ownFiles.delete([userId, removed.sha256]);
  await layOwnFiles(db, userId, [removed], before);
  expect(await stateOf(sent)).toBe('sent');
  expect(await stateOf(removed)).toBeUndefined();
  await layOwnFiles(db, userId, [], await ownFilesNow(db, userId));
  expect(await stateOf(sent)).toBeUndefined();
});

test('a file that the server lost is sent again where a movie here needs it, and forgotten where none does', async () => {
  const [music, unused] = [fileOf('1'), fileOf('2')];
  for (const file of [music, unused]) await plantSent(file);
  const piece = audioPiece({ mediaId: music.sha256 });
  await db.projects.add({ ...projectRow({ audio: [piece] }), rev: 1 });
  const begun: string[] = [];
  uploadsTo({
    putPart: async (id) => void begun.push(id),
  });
  await until(async () => begun.length > 0 && (await stateOf(music)) === 'sent');
  expect(begun).toEqual([music.sha256]);
  expect(await stateOf(unused)).toBeUndefined();
});

test('a file that is added again is asked for, and sent again if it is gone, while nothing waits for the answer', async () => {
  const [gone, there] = [fileOf('1'), fileOf('2')];
  const asked: string[] = [];
  const sent: string[] = [];
  const start = async (file: OwnFile): Promise<StartUploadReply> => {
    asked.push(file.sha256);
    if (file.sha256 === there.sha256) return { file: there, upload: null };
    return { file: null, upload: { id: file.sha256, partBytes: 8, partCount: 1, received: [] } };
  };
  uploadsTo({
    start,
    putPart: async (id) => void sent.push(id),
    complete: async () => gone,
    list: async () => [gone, there],
  });
  await until(async () => (await stateOf(there)) === 'sent');
  for (const file of [gone, there]) expect((await addOwnFile(db, userId, file)).state).toBe('sent');
  await until(() => sent.length === 1 && asked.includes(there.sha256));
  await until(async () => (await stateOf(gone)) === 'sent');
  expect(sent).toEqual([gone.sha256]);
  await askAgain(db, userId, [gone.sha256, there.sha256, 'f'.repeat(64)]);
  await until(() => asked.length === 4);
});

test('the list of files is asked for again after it failed, and when somebody comes back to the page', async () => {
  let asked = 0;
  const { refresh } = uploadsTo({
    list: async () => {
      asked += 1;
      if (asked === 1) throw new OfflineError();
      return [fileOf('3')];
    },
  });
  await until(async () => (clock.pass(1_000), (await stateOf(fileOf('3'))) === 'sent'));
  refresh();
  await expect.poll(() => asked).toBe(3);
});

async function plantClips(...digits: string[]): Promise<void> {
  await db.projects.add({ ...projectRow({ id: testId(71) }), rev: 1 });
  const scenes = digits.map((digit, place) => ({
    ...sceneRow(place + 1, { projectId: testId(71), sha256: digit.repeat(64), videoUrl: `/api/media/${digit}` }),
    rev: 1,
  }));
  await db.scenes.bulkAdd(scenes);
}

type Downloads = {
  open?: (url: string) => Promise<ReadableStream<Uint8Array>>;
  write?: () => void;
  readRoom?: ReadRoom;
  keepSpareRoom?: () => Promise<void>;
};

/** Downloads whose bytes come as `open` has it, into a store that keeps none. */
function downloads({
  open = async () => bytes(),
  write = () => undefined,
  readRoom = async () => null,
  keepSpareRoom = async () => undefined,
}: Downloads): void {
  const store = {
    ...{ has: async () => false, read: async () => null, remove: async () => undefined },
    ...{ usage: async () => 0, sweep: async () => undefined },
    write: async (_sha256: string, bytes: ReadableStream<Uint8Array>, signal?: AbortSignal) => {
      write();
      await bytes.pipeTo(new WritableStream(), signal && { signal });
      return { sizeBytes: 3 };
    },
  };
  const device = { now: () => 1, newId: () => testId(1) };
  const fetchClip = createClipFetch({ db, device, store, timer: clock.timer, open });
  const onFailed = (error: unknown): void => void failures.push(error);
  runClipFetch(
    { db, userId, fetchClip, readRoom, keepSpareRoom, timer: clock.timer, dice: () => 0, onFailed },
    stop.signal,
  );
}
const bytes = (): ReadableStream<Uint8Array> => new Blob([new Uint8Array(3)]).stream();
const here = async (): Promise<number> => db.clips.count();
const full = () => new DOMException('Full', 'QuotaExceededError');

test('downloads that fail are tried again by time', async () => {
  await plantClips('1', '2', '3');
  let isAway = true;
  const open = async () => {
    if (isAway) throw new OfflineError();
    return bytes();
  };
  downloads({ open });
  await until(() => failures.length >= 3);
  isAway = false;
  await expect.poll(async () => (clock.pass(1_000), here())).toBe(3);
});

test('two downloads that hang hold up the third for no longer than a minute', async () => {
  await plantClips('1', '2', '3');
  const opened: string[] = [];
  const open = async (url: string) => {
    opened.push(url);
    return url.endsWith('3') ? bytes() : new ReadableStream<Uint8Array>();
  };
  downloads({ open });
  await until(() => opened.length === 2);
  clock.pass(STALL_LIMIT_MS);
  await expect.poll(here).toBe(1);
});

test('what no longer fitted is fetched when somebody has made room', async () => {
  await plantClips('1');
  let isFull = true;
  let tries = 0;
  const write = (): void => {
    tries += 1;
    if (isFull) throw full();
  };
  downloads({ write });
  await until(() => failures.length === 1);
  // Every try costs a whole download.
  clock.pass(60_000);
  expect(tries).toBe(1);
  isFull = false;
  await noteFreed(db);
  await until(async () => (await here()) === 1);
});

test('nothing is downloaded where the room that is left to edits can’t be taken', async () => {
  await plantClips('1');
  let isFull = true;
  let opened = 0;
  const open = async () => {
    opened += 1;
    return bytes();
  };
  const keepSpareRoom = async () => {
    if (isFull) throw full();
  };
  downloads({ open, keepSpareRoom });
  await until(() => failures.length === 1);
  expect(opened).toBe(0);
  isFull = false;
  await noteFreed(db);
  await until(async () => (await here()) === 1);
  expect(opened).toBe(1);
});

test('downloads leave the room that edits may need, and what is larger holds up nothing that fits', async () => {
  await plantClips('1', '2', '3');
  const sizes = { 1: 60_000_000, 2: 40_000_000, 3: 10_000_000 };
  for (const [digit, mediaBytes] of Object.entries(sizes))
    await db.scenes.filter(({ videoUrl }) => videoUrl?.endsWith(digit) ?? false).modify({ mediaBytes });
  let freeBytes = 100_000_000;
  const opened: string[] = [];
  const open = async (url: string) => {
    opened.push(url.slice(-1));
    freeBytes -= sizes[url.endsWith('2') ? 2 : 3];
    return bytes();
  };
  downloads({ open, readRoom: async () => ({ quotaBytes: 1_000_000_000, freeBytes }) });
  await until(async () => failures.length === 1 && (await here()) === 2);
  expect(opened.toSorted()).toEqual(['2', '3']);
  expect(failures).toEqual([expect.objectContaining({ name: 'QuotaExceededError' })]);
  expect(freeBytes).toBe(50_000_000);
});
