/**
 * Earlier versions kept everybody's rows in one database. Here they go into one for each person, step by step: copied,
 * counted, noted as arrived, and only then deleted. Every step can be repeated, so that a page that is closed in between
 * loses and doubles nothing; nobody's database is opened before it has its rows.
 */
import type { IndexableType } from 'dexie';
import { CHECKED_VERSION, StoryreelDb } from '../db.ts';
import { PEOPLE_MOVED, readPerson, writePerson } from '../tables/device-person.ts';
import { NOBODY } from '../tables/opened-file.ts';
import { ownersOf } from '../tables/set-aside.ts';
import { forgetCurrentUser, rememberCurrentUser } from '../tables/users.ts';
import { databaseNameOf } from './page-person.ts';

/** Rows that are in memory at once. */
const CHUNK = 200;
/** In a person's database: all of their rows have come. */
const HAS_COME = 'rowsHaveCome';
/** Values that each person gets: they were everybody's. */
const COPIED = ['deviceId', 'notKeptOffline', 'clipFetchPaused', 'uploadsPaused', 'recordingChoice'];

/** Primary keys by table. */
type Keys = Map<string, IndexableType[]>;

/**
 * Does nothing when it has been done.
 * @param open a person's database, which is closed here
 * @throws the database's error, QuotaExceededError too: what was not moved is still where it was
 */
export async function movePeople(
  device: StoryreelDb,
  open: (userId: string) => StoryreelDb = openLasting,
): Promise<void> {
  if (await device.meta.get(PEOPLE_MOVED)) return;
  for (const [userId, keys] of await peopleIn(device)) {
    const target = open(userId);
    try {
      await movePerson(device, target, userId, keys);
    } finally {
      target.close();
    }
  }
  const person = await readPerson(device);
  await device.transaction('rw', device.meta, async () => {
    await writePerson(device, person);
    await forgetCurrentUser(device);
    await device.meta.bulkDelete(COPIED);
    await device.meta.put({ key: PEOPLE_MOVED, value: true });
  });
}

/** What is written is on the disk before it goes where it was: a power failure is no exception. */
function openLasting(userId: string): StoryreelDb {
  return new StoryreelDb(databaseNameOf(userId), { chromeTransactionDurability: 'strict' });
}

async function movePerson(device: StoryreelDb, target: StoryreelDb, userId: string, keys: Keys): Promise<void> {
  if (!(await target.meta.get(HAS_COME))) {
    const hashes = new Set<string>();
    for (const [table, all] of keys) await copyRows(device, target, table, all, hashes);
    // Which files are here: those that the person's rows name. A file may be several people's.
    const clips = await device.clips.bulkGet([...hashes]);
    await target.clips.bulkPut(clips.filter((row) => row !== undefined));
    await copyMeta(device, target, new Set(keys.get('projects')));
    // They come as they were, checked or not.
    await target.meta.delete(CHECKED_VERSION);
    for (const [table, all] of keys) await requireAll(target, table, all);
    await target.transaction('rw', target.meta, async () => {
      await rememberCurrentUser(target, userId);
      await target.meta.put({ key: HAS_COME, value: true });
    });
  }
  await device.transaction('rw', device.tables, async () => {
    for (const [table, all] of keys) await device.table(table).bulkDelete(all);
  });
}

async function copyRows(
  device: StoryreelDb,
  target: StoryreelDb,
  table: string,
  keys: readonly IndexableType[],
  hashes: Set<string>,
): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    const rows: unknown[] = await device.table(table).bulkGet(keys.slice(from, from + CHUNK));
    const found = rows.filter((row) => row !== undefined);
    for (const [hash] of JSON.stringify(found).matchAll(/\b[0-9a-f]{64}\b/g)) hashes.add(hash);
    // With their own keys: the outbox keeps its order, and what is copied twice is here once.
    await target.table(table).bulkPut(found);
  }
}

async function copyMeta(device: StoryreelDb, target: StoryreelDb, projects: ReadonlySet<unknown>): Promise<void> {
  const rows = await device.meta.bulkGet(COPIED);
  const own = rows.flatMap((row) => {
    if (row === undefined) return [];
    const { key, value } = row;
    return [{ key, value: Array.isArray(value) ? value.filter((id) => projects.has(id)) : value }];
  });
  await target.meta.bulkPut(own);
}

async function requireAll(target: StoryreelDb, table: string, keys: readonly IndexableType[]): Promise<void> {
  const arrived = await target.table(table).bulkGet([...keys]);
  const missing = arrived.filter((row) => row === undefined).length;
  if (missing > 0) throw new Error(`${missing} of ${keys.length} rows of ${table} haven’t arrived.`);
}

/** What is each person's. Rows that nobody owns are in none, and stay. */
function peopleIn(device: StoryreelDb): Promise<Map<string, Keys>> {
  const people = new Map<string, Keys>();
  /** Owners of projects. */
  const owners = new Map<IndexableType, string>();
  const give = (userId: unknown, table: string, key: IndexableType): void => {
    if (typeof userId !== 'string' || userId === '' || userId === NOBODY) return;
    const keys = people.get(userId) ?? new Map<string, IndexableType[]>();
    people.set(userId, keys);
    const ofTable = keys.get(table) ?? [];
    keys.set(table, ofTable);
    ofTable.push(key);
  };
  return device.transaction('r', device.tables, async () => {
    for (const { name } of [device.bases, device.projects, device.outbox, device.ownFiles, device.versions])
      await device
        .table(name)
        .orderBy('userId')
        .eachKey((userId, { primaryKey }) => {
          give(userId, name, primaryKey);
          if (typeof userId === 'string' && (name === 'bases' || name === 'projects')) owners.set(primaryKey, userId);
        });
    for (const { name } of [device.scenes, device.tombstones, device.historyPulls])
      await device
        .table(name)
        .orderBy('projectId')
        .eachKey((projectId, { primaryKey }) => give(owners.get(projectId), name, primaryKey));
    for (const { name } of [device.users, device.history, device.pulledHistory, device.exports, device.quarantine])
      await device.table(name).each((row: unknown, { primaryKey }) => {
        give(ownerOf(name, row, owners), name, primaryKey);
      });
    await device.meta.each(({ key, value }) => {
      // `preferences:…` and `spending.…` end with whose they are, and folders' copies say it.
      const named = /^(?:preferences:|spending\.)(.+)$/.exec(key)?.[1];
      give(named ?? ownersOf({ table: 'meta', row: value }).ownerId, 'meta', key);
    });
    return people;
  });
}

function ownerOf(table: string, row: unknown, owners: ReadonlyMap<IndexableType, string>): string | undefined {
  const isSetAside =
    table === 'quarantine' && typeof row === 'object' && row !== null && 'row' in row && 'table' in row;
  const { ownerId, project } = ownersOf(isSetAside ? { table: String(row.table), row: row.row } : { table, row });
  return ownerId ?? (project === undefined ? undefined : owners.get(project));
}
