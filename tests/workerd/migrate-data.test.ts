/** Data that moves from a folder to the edge and back: the same rows, the same files, and people who go on where they were. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Project } from '#shared/entities/project.ts';
import { bringForwardOnce } from '#edge-api/bring-forward.ts';
import { UnfinishedMoveError } from '#edge-api/db/migrate.ts';
import { parseFirst } from '#edge-api/db/rows.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { startBackend, type Backend } from '#edge-api/node/backend.ts';
import { digestTable, schemaOf } from '#edge-api/node/copy-rows.ts';
import { moveData, type Direction } from '#edge-api/node/migrate-data.ts';
import { s3Files } from '#edge-api/providers/media-store/s3.ts';
import type { Db } from '#edge-api/db/client.ts';
import { insertJob } from '#edge-api/repos/jobs.ts';
import { startLocalDatabase } from '#scripts/edge/local-database.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { idea } from '#tests/api/battery/people.ts';
import { signIn, type TestUser } from '#tests/api/harness.ts';
import { plantClip } from '#tests/api/plant-clip.ts';
import { collectGarbage, onceLetGo } from '#tests/helpers/collect-garbage.ts';
import { startFakeS3, type FakeS3 } from '#tests/helpers/fake-s3.ts';
import { bundleServer } from '#tests/helpers/kill/bundle-server.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** In each direction. */
const CUTS = Number(process.env['TEST_CUTS'] ?? 6);
/** Of the process, in each direction. */
const KILLS = Math.ceil(CUTS / 3);

let folder: string;
let database: Awaited<ReturnType<typeof startLocalDatabase>>;
let s3: FakeS3;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-move-'));
  // Where a Worker that is started in the folder `edge` has its own.
  database = await startLocalDatabase(join(folder, 'edge/database'));
  s3 = await startFakeS3();
});
afterEach(async () => {
  await s3.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const dirOf = (name: string): string => join(folder, name);

type Step = Parameters<NonNullable<Parameters<typeof moveData>[0]['onStep']>>[0];
type Moving = { onStep?: (step: Step, index: number) => void; bucket?: FakeS3['bucket']; isBackup?: boolean };

/** @param moving what differs from a plain move; `onStep` may cut it off */
function move(direction: Direction, name: string, { onStep, bucket = s3.bucket, isBackup = false }: Moving = {}) {
  let steps = 0;
  return onceLetGo(() =>
    moveData({
      direction,
      dataDir: dirOf(name),
      remote: { url: database.url, authToken: null },
      bucket: s3Files(bucket, Date.now),
      now: Date.now,
      isBackup,
      onStep: (step) => onStep?.(step, steps++),
    }),
  );
}
const cutAt =
  (last: number) =>
  (_: Step, index: number): void => {
    if (index === last) throw new Error('cut off');
  };
const thereAndBack = [
  ['to-edge', 'data'],
  ['from-edge', 'back'],
] as const;

const inProcess =
  (backend: Backend) =>
  (path: string, init: RequestInit = {}) =>
    Promise.resolve(backend.fetch(new Request(new URL(path, backend.config.publicUrl), init)));
const signInTo = (backend: Backend, name: string): Promise<TestUser> =>
  signIn(inProcess(backend), backend.config.publicUrl, name);

/** A server with people, projects, clips, a history, and tombstones, which is stopped. @returns a clip's hash */
async function filledFolder(name: string): Promise<string> {
  const backend = await startBackend({ DATA_DIR: dirOf(name) });
  let sha256 = '';
  for (const person of ['Ada', 'Bob']) {
    const user = await signInTo(backend, person);
    for (let index = 0; index < 3; index++) {
      const json = idea(`Movie ${index} of ${person}`);
      const project = await user.json<Project>('/api/projects', { method: 'POST', json });
      if (index === 0) sha256 = (await plantClip(dirOf(name), project)).sha256;
      await user.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { isPublic: index === 1 } });
      if (index === 2) await user.fetch(`/api/projects/${project.id}`, { method: 'DELETE' });
    }
  }
  await backend.close();
  // Rows of every kind of value, and more than fit into one step, also where a column is the row's number.
  const db = await openFileDatabase(`file:${join(dirOf(name), 'storyreel.db')}`);
  await db.batch(
    Array.from({ length: 450 }, (_, index) => ({
      sql: `insert into dropped_files (sha256, after_ms) values (:sha256, :afterMs)`,
      args: { sha256: createHash('sha256').update(`file ${index}`).digest('hex'), afterMs: 9_000_000_000_000 + index },
    })),
    'write',
  );
  await db.batch(
    [
      'create table numbered (id integer primary key, bytes blob, amount real)',
      ...Array.from({ length: 450 }, (_, index) => ({
        sql: 'insert into numbered (id, bytes, amount) values (:id, :bytes, :amount)',
        args: { id: index * 3 + 1, bytes: new Uint8Array([index % 256, 0, 255]), amount: index / 7 },
      })),
    ],
    'write',
  );
  db.close();
  return sha256;
}

async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const schema = await schemaOf(db);
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  const digests = await Promise.all(tables.map(async (name) => [name, await digestTable(db, name)] as const));
  return { schema: schema.map(({ type, name, sql }) => [type, name, sql]), ...Object.fromEntries(digests) };
}
async function contentOfFolder(name: string): Promise<Record<string, unknown>> {
  const db = await openFileDatabase(`file:${join(dirOf(name), 'storyreel.db')}`);
  try {
    return await contentOf(db);
  } finally {
    db.close();
  }
}
const remote = () => remoteDatabase({ url: database.url, authToken: null });
async function filesOf(name: string): Promise<string[]> {
  const entries = await readdir(join(dirOf(name), 'media'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

test('there and back, every table, index, trigger, row, and file is the same, and people go on', async () => {
  const sha256 = await filledFolder('data');
  const before = await contentOfFolder('data');
  const there = await move('to-edge', 'data');
  expect(there.missing).toEqual([]);
  expect(there.tables.reduce((rows, table) => rows + table.rows, 0)).toBeGreaterThan(460);
  expect(await contentOf(remote())).toEqual(before);
  const back = await move('from-edge', 'back');
  expect(back).toMatchObject({ files: there.files, missing: [] });
  expect(await contentOfFolder('back')).toEqual(before);
  const files = await filesOf('back');
  expect(files).toContain(sha256);
  expect((await filesOf('data')).filter((name) => files.includes(name))).toEqual(files);
  await writeFile(join(dirOf('back'), 'secret.key'), await readFile(join(dirOf('data'), 'secret.key')), {
    mode: 0o600,
  });
  const backend = await startBackend({ DATA_DIR: dirOf('back') });
  try {
    const ada = await signInTo(backend, 'Ada');
    const titles = (await ada.json<Project[]>('/api/user/projects')).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Movie 0 of Ada', 'Movie 1 of Ada']);
    await ada.json('/api/projects', { method: 'POST', json: idea('One more') });
    const clips = await Promise.all(
      [ada, await signInTo(backend, 'Bob')].map((user) => user.fetch(`/api/media/${sha256}`)),
    );
    expect(clips.map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    await backend.close();
  }
});

test('cut off at random, it goes on where it ended, and sends no file twice', async () => {
  await filledFolder('data');
  const before = await contentOfFolder('data');
  const random = randomFrom(SEED);
  const cuts: number[] = [];
  for (const [direction, name] of thereAndBack) {
    for (let cut = 0; cut < CUTS; cut++) {
      // A step is a file or a table, and there are more than thirty tables.
      const last = Math.floor(random() * 30);
      const cutOff = move(direction, name, { onStep: cutAt(last) });
      await expect(cutOff, `seed ${SEED}`).rejects.toThrow('cut off');
      cuts.push(last);
    }
    await move(direction, name);
  }
  expect(await contentOf(remote())).toEqual(before);
  expect(await contentOfFolder('back')).toEqual(before);
  const puts = s3.calls.filter((call) => call.startsWith('PUT'));
  expect(puts.length, `seed ${SEED}`).toBe(new Set(puts).size);
  expect(cuts).toHaveLength(2 * CUTS);
});

/** `npm run migrate-data` as a process. @param killAt lines that it has printed by then, and milliseconds after. @returns its exit code, null if it was killed */
async function moveByCommand(
  script: string,
  direction: Direction,
  name: string,
  killAt: { line: number; afterMs: number } | null,
): Promise<number | null> {
  const { url, keyId, secret } = s3.bucket;
  const child = spawn(process.execPath, [script, direction], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dirOf(name),
      DATABASE_URL: database.url,
      BUCKET_URL: url,
      BUCKET_KEY_ID: keyId,
      BUCKET_SECRET: secret,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let isKilled = false;
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (killAt === null || isKilled || said.split('\n').length <= killAt.line) return;
    isKilled = true;
    setTimeout(() => child.kill('SIGKILL'), killAt.afterMs);
  });
  await once(child, 'close');
  if (child.exitCode !== null && child.exitCode !== 0) throw new Error(said);
  return child.exitCode;
}

test('killed at random, the command goes on where it ended, and all that arrives is what it should be by its hash', async () => {
  await filledFolder('data');
  const before = await contentOfFolder('data');
  await collectGarbage();
  const bundle = await bundleServer();
  const random = randomFrom(SEED);
  let kills = 0;
  try {
    for (const [direction, name] of thereAndBack) {
      let code: number | null = null;
      for (let kill = 0; kill < KILLS && code === null; kill++) {
        const killAt = { line: Math.floor(random() * 30), afterMs: random() * 20 };
        code = await moveByCommand(bundle.migrateData, direction, name, killAt);
        if (code === null) kills++;
      }
      code ??= await moveByCommand(bundle.migrateData, direction, name, null);
      expect(code, `TEST_SEED=${SEED}`).toBe(0);
    }
  } finally {
    await bundle.remove();
  }
  expect(kills, `TEST_SEED=${SEED}`).toBeGreaterThan(0);
  expect(await contentOf(remote()), `TEST_SEED=${SEED}`).toEqual(before);
  expect(await contentOfFolder('back'), `TEST_SEED=${SEED}`).toEqual(before);
  const files = await filesOf('back');
  expect(files.length).toBeGreaterThan(0);
  expect((await filesOf('data')).filter((file) => files.includes(file))).toEqual(files);
  for (const entry of await readdir(join(dirOf('back'), 'media'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.name.split('.')[0]);
  }
}, 3_600_000);

/** The database on the edge, in which something is still to be sent to a provider. */
async function edgeWithWork(): Promise<Db> {
  const db = remote();
  const found = await db.execute('select id, user_id as userId from projects where deleted_at_ms is null');
  const project = parseFirst(z.object({ id: z.string(), userId: z.string() }), found);
  if (project === null) throw new Error('There is no project.');
  const job = { id: crypto.randomUUID(), kind: 'breakdown', sceneId: null, quotaMark: null } as const;
  const owner = { userId: project.userId, projectId: project.id, nowMs: Date.now() };
  await db.batch([insertJob({ ...job, ...owner })], 'write');
  return db;
}

/** As a backup has it: nobody signed in, and no work that may have been paid for since. */
async function expectNothingToSend(db: Db): Promise<void> {
  expect((await db.execute('select state from jobs')).rows).toEqual([{ state: 'cancelled' }]);
  expect((await db.execute('select count(*) as count from sessions')).rows).toEqual([{ count: 0 }]);
}

test('the drill: everything on the edge is lost, and comes back from a backup, without what may have been paid for since', async () => {
  await filledFolder('data');
  await move('to-edge', 'data');
  const db = await edgeWithWork();
  const scenes = await digestTable(db, 'scenes');
  await move('from-edge', 'backup');
  const files = await filesOf('backup');
  await database.close();
  await s3.close();
  await rm(dirOf('edge'), { recursive: true });
  await rm(dirOf('data'), { recursive: true });

  database = await startLocalDatabase(join(folder, 'edge-2/database'));
  s3 = await startFakeS3();
  const backup = await contentOfFolder('backup');
  await move('to-edge', 'backup', { isBackup: true });
  expect(await contentOfFolder('backup')).toEqual(backup);
  expect((await readdir(dirOf('backup'))).filter((name) => !name.startsWith('storyreel.db'))).toEqual(['media']);
  const restored = remote();
  expect(await digestTable(restored, 'scenes')).toEqual(scenes);
  await expectNothingToSend(restored);
  expect(s3.calls.filter((call) => call.startsWith('PUT')).map((call) => call.slice(4))).toEqual(files);
});

test('a backup that another server works beside has no sessions and no work to send again, and what it was made of keeps both', async () => {
  await filledFolder('data');
  await move('to-edge', 'data');
  const db = await edgeWithWork();
  const before = await contentOf(db);
  await move('from-edge', 'backup', { isBackup: true });
  expect(await contentOf(db)).toEqual(before);
  const copy = await openFileDatabase(`file:${join(dirOf('backup'), 'storyreel.db')}`);
  await expectNothingToSend(copy);
  expect((await copy.execute(`select name from sqlite_master where name like 'storyreel%'`)).rows).toEqual([]);
  copy.close();
});

test('a backup whose restore is refused is as it was: nobody in it is signed out', async () => {
  await filledFolder('backup');
  const before = await contentOfFolder('backup');
  const db = remote();
  await db.batch(['create table notes (text text)'], 'write');
  await expect(move('to-edge', 'backup', { isBackup: true })).rejects.toThrow(/Nothing was changed/);
  expect(await contentOfFolder('backup')).toEqual(before);
});

test.each([
  ['its first table', () => 0],
  ['its last table', (tables: number) => tables - 1],
])('no server works with a database whose move was cut off after %s', async (_, placeOf) => {
  await filledFolder('data');
  const schema = z.array(z.tuple([z.string()]).rest(z.string())).parse((await contentOfFolder('data'))['schema']);
  const place = placeOf(schema.filter(([type]) => type === 'table').length);
  const moveCutOff = (direction: Direction, name: string) => {
    let copied = 0;
    const onStep = (step: Step): void => {
      if ('table' in step && copied++ === place) throw new Error('cut off');
    };
    return move(direction, name, { onStep });
  };
  const start = async (environment: Record<string, string>) => (await startBackend(environment)).close();

  await expect(moveCutOff('to-edge', 'data')).rejects.toThrow('cut off');
  await expect(bringForwardOnce(remote(), Date.now)()).rejects.toThrow(UnfinishedMoveError);
  const environment = { DATA_DIR: dirOf('server'), DATABASE_URL: database.url };
  await expect(start(environment)).rejects.toThrow(/still being moved/);
  await move('to-edge', 'data');
  await bringForwardOnce(remote(), Date.now)();

  await expect(moveCutOff('from-edge', 'back')).rejects.toThrow('cut off');
  await collectGarbage();
  await expect(start({ DATA_DIR: dirOf('back') })).rejects.toThrow(/still being moved/);
  await move('from-edge', 'back');
  await collectGarbage();
  await start({ DATA_DIR: dirOf('back') });
});

test('rows of an established database, whose pages are larger than a server answers at once', async () => {
  await filledFolder('data');
  const db = await openFileDatabase(`file:${join(dirOf('data'), 'storyreel.db')}`);
  const random = randomFrom(SEED);
  const documents = Array.from({ length: 300 }, (_, index) => ({
    sql: 'insert into documents (owner, id, body, packed) values (:owner, :id, :body, :packed)',
    args: {
      owner: `owner ${index % 7}`,
      id: `document ${index}`,
      body: JSON.stringify({ text: `“${index}” `.repeat(6_000) }),
      packed: new Uint8Array(Math.floor(random() * 2_000)).fill(index % 256),
    },
  }));
  documents[17] = {
    sql: documents[0]?.sql ?? '',
    args: { owner: 'owner 3', id: 'a long one', body: 'long '.repeat(800_000), packed: new Uint8Array() },
  };
  await db.batch(
    [
      'create table documents (owner text not null, id text not null, body text, packed blob, primary key (owner, id)) without rowid',
      ...documents,
    ],
    'write',
  );
  db.close();
  const before = await contentOfFolder('data');
  await move('to-edge', 'data');
  expect(await contentOf(remote()), `seed ${SEED}`).toEqual(before);
  await move('from-edge', 'back');
  expect(await contentOfFolder('back'), `seed ${SEED}`).toEqual(before);
  expect(before['documents']).toMatchObject({ rows: 300 });
});

test('what isn’t its own unfinished work is refused, and left as it was', async () => {
  await filledFolder('data');
  await filledFolder('other');
  const db = remote();
  await db.batch(['create table notes (text text)', `insert into notes values ('mine')`], 'write');
  await expect(move('to-edge', 'data')).rejects.toThrow(/isn’t empty/);
  expect((await db.execute('select text from notes')).rows).toEqual([{ text: 'mine' }]);
  await db.batch(['drop table notes'], 'write');
  await expect(move('to-edge', 'data', { onStep: cutAt(2) })).rejects.toThrow('cut off');
  await expect(move('to-edge', 'other')).rejects.toThrow(/unfinished move of other data/);
  await move('to-edge', 'data');
  await expect(move('to-edge', 'data')).rejects.toThrow(/isn’t empty/);
  await expect(move('from-edge', 'other')).rejects.toThrow(/isn’t empty/);
});

test('a server that runs, a file that is damaged, and a bucket that fails are told', async () => {
  const sha256 = await filledFolder('data');
  const backend = await startBackend({ DATA_DIR: dirOf('data') });
  await expect(move('to-edge', 'data')).rejects.toThrow(/in use/);
  await backend.close();
  await expect(move('to-edge', 'data', { bucket: { ...s3.bucket, secret: 'another' } })).rejects.toThrow(/403/);
  s3.fail(2);
  const path = join(dirOf('data'), 'media', sha256.slice(0, 2), sha256);
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
  await expect(move('to-edge', 'data')).rejects.toThrow(`The file ${sha256} isn’t what it was`);
  await writeFile(path, bytes);
  expect((await move('to-edge', 'data')).missing).toEqual([]);
});

test('the Worker works with what has moved: people, their keys, and their clips', async () => {
  const source = await startBackend({ DATA_DIR: dirOf('data') });
  const ada = await signInTo(source, 'Ada');
  const project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  const { sha256 } = await plantClip(dirOf('data'), project);
  await source.close();
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const bucket = await startFakeS3({
    get: async (key) => kept.get(key) ?? null,
    put: async (key, bytes) => kept.set(key, bytes),
  });
  await collectGarbage();
  try {
    await move('to-edge', 'data', { bucket: bucket.bucket });
  } finally {
    await bucket.close();
  }
  await database.close();
  const secret = (await readFile(join(dirOf('data'), 'secret.key'), 'utf8')).trim();
  const edge = await startLocalEdge({
    folder: dirOf('edge'),
    port: await freePort(),
    environment: { KEY_ENCRYPTION_SECRET: secret },
  });
  try {
    // A bucket of Miniflare's has no address of its own.
    const media = await edge.miniflare.getR2Bucket('MEDIA');
    for (const [name, bytes] of kept) await media.put(name, bytes);
    const send = (path: string, init: RequestInit = {}) =>
      fetch(new URL(path, edge.url), { redirect: 'manual', ...init });
    const again = await signIn(send, edge.url, 'Ada');
    expect(again.id).toBe(ada.id);
    expect((await again.json<Project[]>('/api/user/projects')).map(({ id }) => id)).toEqual([project.id]);
    const clip = Buffer.from(await (await again.fetch(`/api/media/${sha256}`)).arrayBuffer());
    expect(createHash('sha256').update(clip).digest('hex')).toBe(sha256);
    await again.json('/api/projects', { method: 'POST', json: idea('One more') });
  } finally {
    await edge.close();
  }
});
