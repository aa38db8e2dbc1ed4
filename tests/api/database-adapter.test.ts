/** The adapter over the engine against `@libsql/client` over the same engine: whatever one answers, the other does. */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, LibsqlBatchError, LibsqlError } from '@libsql/client/sqlite3';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenDb, Value } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';

const openers: [string, (url: string) => Promise<OpenDb>][] = [
  ['the adapter', openFileDatabase],
  ['@libsql/client', async (url) => createClient({ url, timeout: 5_000 })],
];

describe.each(openers)('a database file through %s', (_, open) => {
  let folder: string;
  let url: string;
  let db: OpenDb;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storyreel-adapter-'));
    url = `file:${join(folder, 'some rows.db')}`;
    db = await open(url);
    await db.execute('create table rows (id integer primary key, value any, name text unique) strict');
  });
  afterEach(async () => {
    db.close();
    await rm(folder, { recursive: true });
  });

  const names = async (): Promise<unknown[]> =>
    (await db.execute('select name from rows order by id')).rows.map((row) => row['name']);
  const insert = (name: string) => ({ sql: 'insert into rows (name) values (:name)', args: { name } });

  const values: [string, Value | boolean | Date, Value][] = [
    ['null', null, null],
    ['a text', 'Ünïcode \u{1F3AC}', 'Ünïcode \u{1F3AC}'],
    ['an empty text', '', ''],
    ['a whole number', 7, 7],
    ['the largest exact integer', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['a fraction', -0.1, -0.1],
    ['a number that is no integer of the database', 1e300, 1e300],
    ['a bigint', 12n, 12],
    ['true', true, 1],
    ['false', false, 0],
    ['a moment', new Date(1_700_000_000_000), 1_700_000_000_000],
    ['bytes', new Uint8Array([0, 1, 255]).buffer, new Uint8Array([0, 1, 255]).buffer],
    ['no bytes', new ArrayBuffer(0), new ArrayBuffer(0)],
  ];
  test.each(values)('gives back %s, by name and by place, as often as it is asked', async (_name, given, kept) => {
    const sql = 'select value from rows where id = ?';
    await db.execute({ sql: 'insert into rows (id, value) values (1, :value)', args: { value: given } });
    await db.execute({ sql: 'insert into rows (id, value) values (?, ?)', args: [2, given] });
    for (const id of [1, 2, 1]) expect((await db.execute({ sql, args: [id] })).rows[0]?.['value']).toEqual(kept);
  });

  test('refuses an integer that no number holds exactly, and goes on', async () => {
    await db.execute({ sql: 'insert into rows (value) values (?)', args: [2n ** 53n] });
    await expect(db.execute('select value from rows')).rejects.toThrow(RangeError);
    expect((await db.execute('select cast(value as text) as text from rows')).rows[0]?.['text']).toBe(
      '9007199254740992',
    );
  });

  test('refuses what is no value', async () => {
    const sql = 'select ? as value';
    await expect(db.execute({ sql, args: [Number.NaN] })).rejects.toThrow(RangeError);
    // @ts-expect-error What the types rule out may still come from a cast.
    await expect(db.execute({ sql, args: [undefined] })).rejects.toThrow(TypeError);
  });

  test('names columns in their order, and takes the first of two of one name', async () => {
    const { rows } = await db.execute(`select 1 as a, 'x' as b, 2 as a`);
    expect({ ...rows[0] }).toEqual({ a: 1, b: 'x' });
  });

  test('answers more rows than come at a time', async () => {
    const sql = `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < :last) select n from counted`;
    for (const last of [0, 99, 100, 101, 250]) {
      const { rows } = await db.execute({ sql, args: { last } });
      expect(rows.map((row) => row['n'])).toEqual(Array.from({ length: Math.max(1, last) }, (_row, n) => n + 1));
    }
  });

  test('counts the rows that were written, and answers those that are returned', async () => {
    const results = await db.batch(['a', 'b', 'c'].map(insert), 'write');
    expect(results.map((result) => result.rowsAffected)).toEqual([1, 1, 1]);
    expect((await db.execute(`update rows set value = 1 where name > 'a'`)).rowsAffected).toBe(2);
    expect((await db.execute(`update rows set value = 1 where name > 'z'`)).rowsAffected).toBe(0);
    const { rows } = await db.execute(`delete from rows where name > 'a' returning name`);
    expect(rows.map((row) => row['name'])).toEqual(['b', 'c']);
    expect(await names()).toEqual(['a']);
  });

  test('writes a whole batch or nothing, and says which statement failed and why', async () => {
    await db.execute(insert('kept'));
    const failure: unknown = await db
      .batch([insert('new'), insert('kept'), insert('newer')], 'write')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LibsqlBatchError);
    expect(failure).toMatchObject({
      code: 'SQLITE_CONSTRAINT',
      extendedCode: 'SQLITE_CONSTRAINT_UNIQUE',
      rawCode: 2067,
      statementIndex: 1,
      message: expect.stringContaining('UNIQUE constraint failed: rows.name'),
    });
    expect(await names()).toEqual(['kept']);
    await db.batch([insert('new')], 'write');
    expect(await names()).toEqual(['kept', 'new']);
  });

  test('says what is wrong with a statement', async () => {
    const failure: unknown = await db.execute('select missing_column').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LibsqlError);
    expect(failure).toMatchObject({ code: 'SQLITE_ERROR', message: 'SQLITE_ERROR: no such column: missing_column' });
  });

  test('reads in one state what a batch reads', async () => {
    await db.execute(insert('a'));
    const [first, second] = await db.batch(['select count(*) as n from rows', 'select name from rows'], 'read');
    expect([first?.rows[0]?.['n'], second?.rows[0]?.['name']]).toEqual([1, 'a']);
  });

  test('sees at once what another connection wrote, and a form that changed', async () => {
    const other = await open(url);
    try {
      expect(await names()).toEqual([]);
      await other.execute(insert('theirs'));
      expect(await names()).toEqual(['theirs']);
      await db.execute(`alter table rows add column note text default 'plain'`);
      expect((await other.execute('select name, note from rows')).rows[0]).toMatchObject({
        name: 'theirs',
        note: 'plain',
      });
      expect(await names()).toEqual(['theirs']);
    } finally {
      other.close();
    }
  });

  test('leaves no lock behind a statement, however it ended', async () => {
    await db.execute(insert('a'));
    await expect(db.execute(insert('a'))).rejects.toThrow(/UNIQUE/);
    const other = await open(url);
    try {
      const { rows } = await other.execute('pragma wal_checkpoint(truncate)');
      expect(rows[0]?.['busy']).toBe(0);
    } finally {
      other.close();
    }
  });

  test('answers nothing once it is closed', async () => {
    db.close();
    await expect(db.execute('select 1')).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
    await expect(db.batch(['select 1'], 'read')).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
  });

  test('fails on a folder that is not there', async () => {
    await expect(open(`file:${join(folder, 'nowhere', 'x.db')}`)).rejects.toThrow(/unable to open|ConnectionFailed/i);
  });

  test('refuses a file of another machine', async () => {
    await expect(open('file://elsewhere/x.db')).rejects.toThrow(/file:\/\/elsewhere|Invalid host/);
  });

  test('finds a file by each form of its address', async () => {
    await db.execute(insert('here'));
    const path = join(folder, 'some rows.db');
    for (const address of [`file://${path}`, `file://localhost${path}`, `file:${path.replaceAll(' ', '%20')}`]) {
      const same = await open(address);
      try {
        expect((await same.execute('select name from rows')).rows[0]?.['name']).toBe('here');
      } finally {
        same.close();
      }
    }
  });
});

describe('a file', () => {
  let folder: string;
  let file: string;
  const opened: { close(): void }[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storyreel-adapter-'));
    file = join(folder, 'rows.db');
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) one.close();
    await rm(folder, { recursive: true });
  });

  const open = async (at = file): Promise<OpenDb> => {
    const db = await openFileDatabase(`file:${at}`);
    opened.push(db);
    return db;
  };
  /** Another’s connection, which waits for nobody for long. */
  const openOther = (): ReturnType<typeof createClient> => {
    const other = createClient({ url: `file:${file}`, timeout: 10 });
    opened.push(other);
    return other;
  };
  const namesIn = async (db: OpenDb): Promise<unknown[]> =>
    (await db.execute('select name from rows order by rowid')).rows.map((row) => row['name']);
  const insert = (name: string) => ({ sql: 'insert into rows (name) values (:name)', args: { name } });
  const CREATE = 'create table rows (name text)';

  test('that everybody has closed holds the whole database', async () => {
    const [db, other] = [await open(), await open()];
    await db.batch([CREATE, insert('first')], 'write');
    await db.execute(insert('second'));
    await namesIn(other);
    db.close();
    await other.execute(insert('third'));
    other.close();
    await copyFile(file, join(folder, 'copy.db'));
    expect(await namesIn(await open(join(folder, 'copy.db')))).toEqual(['first', 'second', 'third']);
  });

  test('holds no more what was deleted or replaced', async () => {
    const contents = async (): Promise<string> => (await readFile(file)).toString('latin1');
    const [secret, other] = ['sealed-once-and-taken-away', 'sealed-before-it-was-replaced'];
    const sealed = `${secret} ${other} ${'x'.repeat(200)}`;
    const before = await open();
    await before.execute('create table keys (id integer primary key, sealed text)');
    for (let id = 0; id < 50; id += 1)
      await before.execute({ sql: 'insert into keys values (?, ?)', args: [id, sealed] });
    before.close();
    expect(await contents()).toContain(secret);
    const after = await open();
    await after.execute('delete from keys where id < 25');
    await after.execute(`update keys set sealed = 'new'`);
    after.close();
    const left = await contents();
    expect([left.includes(secret), left.includes(other)]).toEqual([false, false]);
  });

  test('is closed without waiting for anybody who reads or writes, and loses nothing', async () => {
    const [db, other] = [await open(), openOther()];
    await db.batch([CREATE, insert('first')], 'write');
    const writing = await other.transaction('write');
    await writing.execute(insert('theirs'));
    const asked = vi.spyOn(Database.prototype, 'exec');
    db.close();
    expect(asked.mock.calls.map(([sql]) => sql)).toEqual([
      'pragma busy_timeout = 0',
      'pragma wal_checkpoint(truncate)',
    ]);
    asked.mockRestore();
    await writing.commit();
    expect(await namesIn(await open())).toEqual(['first', 'theirs']);
  });

  test('takes a write again that another connection’s kept out, which held nothing back', async () => {
    const [db, other] = [await open(), openOther()];
    await db.batch([CREATE, insert('first')], 'write');
    const writing = await other.transaction('write');
    await db.execute('pragma busy_timeout = 10');
    await writing.execute(insert('theirs'));
    await expect(db.execute(insert('ours'))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await expect(db.batch([insert('ours')], 'write')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    expect(await namesIn(db)).toEqual(['first']);
    await writing.commit();
    expect(await namesIn(db)).toEqual(['first', 'theirs']);
    await db.batch([insert('ours')], 'write');
    await db.execute(insert('ours too'));
    expect(await namesIn(db)).toEqual(['first', 'theirs', 'ours', 'ours too']);
  });
});
