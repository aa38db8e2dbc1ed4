/** Everybody's rows leave the one database of earlier versions: each into their own, wherever a page is closed meanwhile. */
import { Dexie, type DBCore } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHECKED_VERSION, StoryreelDb } from '#data/db.ts';
import { movePeople } from '#data/people/move-people.ts';
import { readPerson } from '#data/tables/device-person.ts';
import { readNotKept, readIsPaused } from '#data/tables/offline-choice.ts';
import { NOBODY } from '#data/tables/opened-file.ts';
import { readOwnDeviceId } from '#data/tables/own-device.ts';
import { readUploadsPaused } from '#data/tables/uploads-paused.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { SEED, someOf } from '#tests/helpers/test-values.ts';
import { leaveDatabase } from '../old-database.ts';
import { ADA, BOB, CAT, clipOf, rowsOf, SHARED_CLIP } from './plant-person.ts';

const NAME = 'everybodys';
const PEOPLE = [ADA, BOB, CAT];
/** The order in which they edited. */
const SEQS: Record<string, number[]> = { [ADA]: [3, 6, 7], [BOB]: [4, 9], [CAT]: [5, 8, 12] };
const DEVICE_ID = '01a20000-0000-7000-8000-0000000000dd';

/** Rows that say no person, and values of the device. */
const NOBODYS: Record<string, object[]> = {
  scenes: [{ id: 'scene of an unknown project', projectId: 'unknown' }],
  exports: [{ id: 'export of nobody', projectId: 'opened', userId: NOBODY, storedName: 'nobodys.mp4' }],
  clips: [{ sha256: 'e'.repeat(64), sizeBytes: 1, storedAt: 1 }],
  quarantine: [{ table: 'scenes', row: 'unreadable', reason: '', at: 0 }],
  meta: [
    { key: 'currentUserId', value: BOB },
    { key: 'deviceId', value: DEVICE_ID },
    { key: 'notKeptOffline', value: [`project of ${ADA}`, `project of ${BOB}`] },
    { key: 'clipFetchPaused', value: true },
    { key: 'uploadsPaused', value: true },
    { key: 'reach', value: 'offline' },
    { key: CHECKED_VERSION, value: 18 },
    { key: 'openedFileClips', value: ['e'.repeat(64)] },
  ],
};

function allTables(): Record<string, object[]> {
  const all: Record<string, object[]> = {};
  for (const tables of [...PEOPLE.map((userId) => rowsOf(userId, SEQS[userId] ?? [])), NOBODYS])
    for (const [table, rows] of Object.entries(tables)) all[table] = [...(all[table] ?? []), ...rows];
  return all;
}

/** As the version before left it, and nobody's of their own. */
async function leaveAnew(tables: Record<string, object[]>): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  await leaveDatabase(NAME, 18, tables);
}

beforeEach(() => leaveAnew(allTables()));
afterEach(async () => {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

const nameOf = (userId: string): string => `${NAME}-${userId}`;

/** One page: it moves what is left, and is closed at the given step, counted over all databases. */
async function runPage(closedAt = Infinity): Promise<{ steps: number; isDone: boolean }> {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > closedAt) throw new Error('The page was closed.');
  };
  const made: StoryreelDb[] = [];
  const openDb = (name: string): StoryreelDb => {
    const db = new StoryreelDb(name);
    db.use({ stack: 'dbcore', name: 'closed', create: (core) => counted(core, step) });
    made.push(db);
    return db;
  };
  const isDone = await movePeople(openDb(NAME), (userId) => openDb(nameOf(userId))).then(
    () => true,
    (error: unknown) => {
      if (closedAt === Infinity) throw error;
      return false;
    },
  );
  for (const db of made) db.close();
  return { steps, isDone };
}

/** Every transaction and every write is a step. One that is broken off takes its transaction along. */
function counted(core: DBCore, step: () => void): DBCore {
  return {
    ...core,
    transaction(...request) {
      step();
      return core.transaction(...request);
    },
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => {
          step();
          return table.mutate(request);
        },
      };
    },
  };
}

async function textOf(name: string): Promise<Record<string, unknown[]>> {
  const db = new StoryreelDb(name);
  try {
    const tables: Record<string, unknown[]> = {};
    for (const table of db.tables) tables[table.name] = await table.toArray();
    return tables;
  } finally {
    db.close();
  }
}

/** Everything, in everybody's databases. */
async function everything(): Promise<Record<string, unknown>> {
  const names = [NAME, ...PEOPLE.map(nameOf)];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await textOf(name)])));
}

test('everybody’s rows go into their own database, whole and in their order, and nobody’s stay', async () => {
  await runPage();
  for (const userId of PEOPLE) {
    const found = await textOf(nameOf(userId));
    const planted = rowsOf(userId, SEQS[userId] ?? []);
    for (const [table, rows] of Object.entries(planted).filter(([name]) => name !== 'meta'))
      expect([table, found[table]?.length]).toEqual([table, rows.length]);
    expect(found['outbox']).toEqual(planted['outbox']);
    expect(found['history']).toEqual(planted['history']);
    expect(found['meta']).toEqual(expect.arrayContaining(planted['meta'] ?? []));
    const others = PEOPLE.filter((id) => id !== userId);
    for (const other of others) {
      expect(JSON.stringify(found)).not.toContain(other);
      expect(JSON.stringify(found)).not.toContain(clipOf(other));
    }
    expect(JSON.stringify(found['clips'])).toContain(SHARED_CLIP);
  }
  const left = await textOf(NAME);
  for (const table of ['scenes', 'exports']) expect([table, left[table]]).toMatchObject([table, NOBODYS[table]]);
  expect(left['quarantine']).toMatchObject(NOBODYS['quarantine'] ?? []);
  // But who is signed in.
  left['meta'] = (left['meta'] ?? []).filter(
    (row) => JSON.stringify(row) !== JSON.stringify({ key: 'person', value: BOB }),
  );
  for (const userId of PEOPLE) expect(JSON.stringify({ ...left })).not.toContain(userId);
});

test('each gets the choices that were everybody’s, and the device knows who is signed in', async () => {
  await runPage();
  const device = new StoryreelDb(NAME);
  const ada = new StoryreelDb(nameOf(ADA));
  try {
    expect([await readPerson(device), await readCurrentUserId(device)]).toEqual([BOB, null]);
    expect(await readOwnDeviceId(device)).toBeNull();
    expect([await readOwnDeviceId(ada), await readCurrentUserId(ada)]).toEqual([DEVICE_ID, ADA]);
    expect([await readIsPaused(ada), await readUploadsPaused(ada)]).toEqual([true, true]);
    expect([...(await readNotKept(ada))]).toEqual([`project of ${ADA}`]);
    // They are looked at once, as after every change of their shape.
    expect(await ada.meta.get(CHECKED_VERSION)).toBeUndefined();
    // Later changes come after those that waited.
    expect(await ada.table('outbox').add({ opId: 'later', userId: ADA, projectId: 'p' })).toBe(8);
  } finally {
    device.close();
    ada.close();
  }
});

test('a page that is closed at any step loses nothing and doubles nothing', { timeout: 120_000 }, async () => {
  // Every way in which rows are found, in as few tables as that takes.
  const few = ['projects', 'scenes', 'outbox', 'clips', 'meta', 'quarantine'];
  const tables = Object.fromEntries(Object.entries(allTables()).filter(([name]) => few.includes(name)));
  await leaveAnew(tables);
  const { steps } = await runPage();
  const whole = await everything();
  expect(steps).toBeGreaterThan(50);
  for (const closedAt of someOf(Array.from({ length: steps }, (_, step) => step))) {
    await leaveAnew(tables);
    expect((await runPage(closedAt)).isDone).toBe(false);
    await runPage();
    expect([closedAt, await everything()]).toEqual([closedAt, whole]);
  }
});

test('nor do several that are closed one after the other', { timeout: 120_000 }, async () => {
  const { steps } = await runPage();
  const whole = await everything();
  const random = randomFrom(SEED);
  for (let run = 0; run < 3; run += 1) {
    await leaveAnew(allTables());
    for (let page = 0; page < 4; page += 1) await runPage(Math.floor(random() * steps));
    await runPage();
    expect([run, await everything()]).toEqual([run, whole]);
  }
});

test('what has been moved is not moved again over what was done since', async () => {
  await runPage();
  const ada = new StoryreelDb(nameOf(ADA));
  await ada.outbox.clear();
  ada.close();
  await runPage();
  expect((await textOf(nameOf(ADA)))['outbox']).toEqual([]);
});

test('a new database has nobody’s rows to move', async () => {
  await Dexie.delete(NAME);
  const device = new StoryreelDb(NAME);
  const opened: string[] = [];
  await movePeople(device, (userId) => {
    opened.push(userId);
    return new StoryreelDb(nameOf(userId));
  });
  device.close();
  expect(opened).toEqual([]);
});
