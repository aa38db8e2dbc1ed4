import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExportRow, OwnFileRow } from '#data/tables/rows.ts';
import { writeReach } from '#data/tables/reach.ts';
import { forgetCurrentUser } from '#data/tables/users.ts';
import { ownFile, ownFileRow } from '#tests/helpers/own-files.ts';
import { projectRow } from '#tests/helpers/rows.ts';
import {
  JOB_ID,
  newJob,
  picture,
  PROJECT_ID,
  serverBench,
  Unanswered,
  type ServerBench,
} from './server-export-bench.ts';

let it: ServerBench;
let tab: ReturnType<ServerBench['openTab']>;

beforeEach(async () => {
  it = await serverBench();
  tab = it.openTab();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  tab.close();
  await it.close();
});

const CHOICE = { resolution: '720p', format: 'mp4', where: 'server' } as const;
const start = (inTab = tab): Promise<string> => inTab.exports.start(PROJECT_ID, CHOICE);
/** Starts an export, until the server was asked how it is. */
async function begin(): Promise<string> {
  const id = await start();
  await it.untilAsked('read');
  return id;
}
/** The server is asked again, and says so of the job. */
async function hear(job: Parameters<ServerBench['setJob']>[0]): Promise<void> {
  it.setJob(job);
  await it.tick();
}
const UNREACHED = 'Couldn’t reach the server. Storyreel keeps trying.';
const calls = (): string[] => it.asked.map(({ call }) => call);
const row = async (id: string): Promise<ExportRow | undefined> => it.db.exports.get(id);
/** The export once it is as told. */
const rowAt = async (fields: Partial<ExportRow>): Promise<ExportRow | undefined> => {
  await it.until((rows) => rows.some((one) => isAt(one, fields)));
  return (await it.db.exports.toArray()).find((one) => isAt(one, fields));
};
const isAt = (one: ExportRow, fields: Partial<ExportRow>): boolean => isDeepStrictEqual(one, { ...one, ...fields });

test('waits for the edits, sends the texts that the server lacks, and starts the job once', async () => {
  it.setTexts([picture(1), picture(2)]);
  it.server.missingPictures = async () => [picture(2).sha256];
  const id = await begin();
  expect(calls()).toEqual(['settle', 'send', 'start', 'read']);
  expect(it.asked[1]?.with).toBe(picture(2).sha256);
  expect(it.asked[2]?.with).toMatchObject({
    key: id,
    request: { resolution: '720p', format: 'mp4', drawnTexts: [picture(1), picture(2)] },
  });
  expect(await row(id)).toMatchObject({ keptIn: 'server', server: { jobId: JOB_ID } });
});

/** A clip of the movie that the person brought. */
async function bringFile(state: OwnFileRow['state'], sentence: string | null = null): Promise<[string, string]> {
  const [scene] = await it.db.scenes.toArray();
  const file = ownFile('sound', { sha256: scene?.sha256 ?? '', name: 'Beach.mp4', sizeBytes: 400_000_000 });
  const row = ownFileRow(file, { state, sentence });
  await it.db.ownFiles.put(row);
  return [row.userId, row.sha256];
}

test('waits for the files that the movie plays, however long they take, and says how far they are', async () => {
  const key = await bringFile('waiting');
  const id = await start();
  expect(await rowAt({ phase: 'Uploading your files: 0 B of 400 MB' })).toMatchObject({ status: 'pending' });
  await it.db.ownFiles.update(key, { sentBytes: 310_000_000 });
  await rowAt({ phase: 'Uploading your files: 310 MB of 400 MB' });
  await writeReach(it.db, 'offline');
  await rowAt({ phase: 'Your files will upload when you’re back online' });
  expect(calls()).toEqual([]);
  // The page is opened again meanwhile.
  tab.close();
  tab = it.openTab();
  await writeReach(it.db, 'online');
  await it.db.ownFiles.update(key, { state: 'sent' });
  await it.untilAsked('read');
  expect(calls()).toEqual(['settle', 'start', 'read']);
  expect(await row(id)).toMatchObject({ server: { jobId: JOB_ID } });
});

test('asks for nothing where the server won’t have a file, and says why', async () => {
  const sentence = '“Beach.mp4” doesn’t fit.';
  const key = await bringFile('refused', sentence);
  await expect(start()).rejects.toThrow(`The server doesn’t have “Beach.mp4”, which this movie uses. ${sentence}`);
  expect(await it.db.exports.count()).toBe(0);
  // Refused after it was begun: the card says so.
  await it.db.ownFiles.update(key, { state: 'waiting' });
  await start();
  await it.db.ownFiles.update(key, { state: 'refused' });
  expect((await rowAt({ status: 'failed' }))?.errorMessage).toContain(sentence);
  expect(calls()).toEqual([]);
});

test('tells the place in the queue, then phase and percent, then what was made', async () => {
  const id = await start();
  await rowAt({ status: 'pending', phase: 'Queued on the server (2 ahead)' });
  await hear({ place: 1 });
  await rowAt({ phase: 'Queued on the server' });
  await hear({ status: 'processing', place: null, phase: 'encoding', progress: 40 });
  await rowAt({ status: 'processing', phase: 'Encoding', progress: 40, startedAt: it.clock.now });
  await hear({
    status: 'complete',
    phase: null,
    progress: 100,
    sizeBytes: 9_000_000,
    expiresAt: it.clock.now + 60_000,
  });
  await rowAt({ status: 'complete', progress: 100, phase: null, sizeBytes: 9_000_000 });
  expect((await row(id))?.server).toMatchObject({ expiresAt: it.clock.now + 58_000 });
});

test('a job that fails says why', async () => {
  await start();
  await hear({ status: 'failed', errorMessage: 'FFmpeg can’t read the clip of scene 2.' });
  expect(
    await rowAt({ status: 'failed', errorMessage: 'FFmpeg can’t read the clip of scene 2.', phase: null }),
  ).toBeDefined();
});

test('a refusal goes to whoever asked, and leaves no row', async () => {
  const refusal = new Error('Install FFmpeg on the server.');
  it.server.start = () => Promise.reject(refusal);
  await expect(start()).rejects.toBe(refusal);
  expect(await it.db.exports.count()).toBe(0);
});

test('edits that the server refused stop the export before it is asked for', async () => {
  it.server.settle = () => Promise.reject(new Error('The server refused “Trim scene 2”.'));
  await expect(start()).rejects.toThrow('Trim scene 2');
  expect(calls()).toEqual([]);
});

test('a start whose answer was lost is repeated as it was, and the row says what goes on', async () => {
  const { start: answer } = it.server;
  const sent: unknown[] = [];
  it.server.start = (...call) => {
    sent.push(call.slice(0, 3));
    return sent.length === 1 ? Promise.reject(new Unanswered()) : answer(...call);
  };
  await start();
  await rowAt({ status: 'pending', phase: UNREACHED });
  await it.tick();
  await it.untilAsked('read');
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test('a server that can’t be reached goes on with its work, and is asked again', async () => {
  await begin();
  const { read } = it.server;
  it.server.read = () => Promise.reject(new Unanswered());
  await it.tick();
  await rowAt({ status: 'pending', phase: UNREACHED });
  it.server.read = read;
  await hear({ status: 'processing', phase: 'joining', progress: 90 });
  expect(await rowAt({ status: 'processing', phase: 'Writing the file' })).toBeDefined();
});

test('an export that the server has lost is told as failed', async () => {
  await start();
  it.server.read = async () => null;
  await it.tick();
  expect(
    await rowAt({ status: 'failed', errorMessage: 'The server no longer has this export. Start it again.' }),
  ).toBeDefined();
});

test('cancel stops the job on the server, and forgets it once the server has', async () => {
  const id = await begin();
  await tab.exports.discard(id);
  await it.until((rows) => rows.length === 0);
  expect(it.asked.at(-1)).toEqual({ call: 'remove', with: JOB_ID });
});

test('cancel while nobody answers is carried out as soon as somebody does', async () => {
  const id = await begin();
  const { remove } = it.server;
  it.server.remove = () => Promise.reject(new Unanswered());
  await tab.exports.discard(id);
  await rowAt({ phase: UNREACHED });
  it.server.remove = remove;
  await it.tick();
  await it.until((rows) => rows.length === 0);
  expect(calls().at(-1)).toBe('remove');
});

test('cancel of a start whose answer was lost asks for its name to stop it', async () => {
  const { start: answer } = it.server;
  it.server.start = () => Promise.reject(new Unanswered());
  const id = await start();
  it.server.start = answer;
  await tab.exports.discard(id);
  await it.until((rows) => rows.length === 0);
  expect(calls().slice(-2)).toEqual(['start', 'remove']);
});

test('dismissing a finished export removes its file on the server', async () => {
  const id = await start();
  await hear({ status: 'complete' });
  await rowAt({ status: 'complete' });
  await tab.exports.discard(id);
  await it.until((rows) => rows.length === 0);
  expect(calls().at(-1)).toBe('remove');
});

test('of two tabs one asks', async () => {
  const other = it.openTab();
  const id = await begin();
  await it.untilWanted(id);
  await it.tick();
  await it.untilAsked('read', 2);
  expect(calls().filter((call) => call === 'read')).toHaveLength(2);
  other.close();
});

test('after a reload the job is asked after, and a start that was cut off is made', async () => {
  const id = await begin();
  tab.close();
  const cutOff = await row(id);
  await it.db.exports.clear();
  it.asked.length = 0;
  await it.db.exports.add({
    ...cutOff!,
    id: PROJECT_ID,
    server: { request: null, jobId: null, isUnwanted: false, expiresAt: null },
  });
  tab = it.openTab();
  await it.untilAsked('read');
  expect(calls()).toEqual(['settle', 'start', 'read']);
});

test('a tab that nobody sees gives way to one that is looked at', async () => {
  const id = await begin();
  const seen = it.openTab();
  await it.untilWanted(id);
  it.setHidden(true);
  await it.tick();
  await it.untilAsked('read', 3);
  it.setHidden(false);
  await hear({ status: 'complete' });
  expect(await rowAt({ status: 'complete' })).toBeDefined();
  seen.close();
});

test('nothing is asked for a person who has signed out, and their export is there when they are back', async () => {
  const id = await begin();
  await forgetCurrentUser(it.db);
  await it.untilFree(id);
  it.asked.length = 0;
  await it.signIn();
  await it.untilAsked('read');
  expect(await row(id)).toMatchObject({ status: 'pending' });
});

test('a movie that the server has removed is told so when its time has come', async () => {
  await start();
  await hear({ status: 'complete', expiresAt: it.clock.now + 10_000 });
  await rowAt({ status: 'complete' });
  await it.tick();
  expect(
    await rowAt({
      status: 'failed',
      errorMessage: 'The server keeps a movie for a day and has removed this one. Export it again.',
    }),
  ).toBeDefined();
});

test('a movie that was asked for in another browser has its card here, and is followed to its end', async () => {
  tab.close();
  it.setListed([newJob()]);
  it.setJob({ status: 'processing', place: null, phase: 'encoding', progress: 30 });
  tab = it.openTab();
  await rowAt({ id: JOB_ID, progress: 30, title: projectRow().title });
  await hear({ status: 'complete', phase: null, progress: 100, sizeBytes: 9, expiresAt: it.clock.now + 60_000 });
  await rowAt({ id: JOB_ID, status: 'complete', keptIn: 'server' });
  expect(await it.db.exports.count()).toBe(1);
});

test('a movie of this browser gets no second card, and one that another browser has removed goes', async () => {
  const id = await start();
  await complete();
  it.setListed([{ ...newJob(), status: 'complete', sizeBytes: 9, expiresAt: it.clock.now + 60_000 }]);
  await comeBack();
  expect((await it.db.exports.toArray()).map((one) => one.id)).toEqual([id]);
  it.clock.now += 1_000;
  it.setListed([]);
  await comeBack();
  await it.until((rows) => rows.length === 0);
});

test('a movie that is removed while the server lists it does not come back', async () => {
  const id = await start();
  await complete();
  const listed = [{ ...newJob(), status: 'complete' as const, sizeBytes: 9, expiresAt: it.clock.now + 60_000 }];
  it.server.list = async () => {
    await tab.exports.discard(id);
    await it.until((rows) => rows.length === 0);
    return listed;
  };
  await writeReach(it.db, 'offline');
  await writeReach(it.db, 'online');
  await it.until((rows) => rows.length === 0);
  // What the list brings is written in one transaction, so that it is over when the next one is.
  await it.db.transaction('rw', [it.db.exports, it.db.projects, it.db.meta], async () => it.db.exports.count());
  expect(await it.db.exports.count()).toBe(0);
});

test('what has failed elsewhere was told there', async () => {
  tab.close();
  it.setListed([{ ...newJob(), status: 'failed', errorMessage: 'No' }]);
  tab = it.openTab();
  await comeBack();
  expect(await it.db.exports.count()).toBe(0);
});

/** The job is over, and its row says so. */
async function complete(): Promise<void> {
  await hear({ status: 'complete', sizeBytes: 9, expiresAt: it.clock.now + 60_000 });
  await rowAt({ status: 'complete' });
}

/** The server is away and back: it has been asked what it has, and the answer is in the rows. */
async function comeBack(): Promise<void> {
  const before = it.listings();
  await writeReach(it.db, 'offline');
  await writeReach(it.db, 'online');
  await expect.poll(() => it.listings()).toBeGreaterThan(before);
  await it.db.transaction('r', it.db.exports, async () => it.db.exports.count());
}
