/**
 * Makes one database equal to another: the same tables with the same rows under the same numbers, then indexes and triggers.
 * What is equal already is left alone, so it may be cut off anywhere and begun again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db, Statement, Value } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';

/** Says in the other database whose copy it is to become. Removed when it is one. */
export const MARK_TABLE = 'storyreel_migration';
/** Copied last: without its rows, no server of any release works with a database. */
const LAST_TABLE = 'schema_version';
const ROWS_A_STEP = 200;

export type Side = {
  db: Db;
  /** Writes all of the statements or none, whatever their rows refer to. */
  write(statements: Statement[]): Promise<void>;
};

export type CopiedTable = { name: string; rows: number; written: number; sha256: string };

const objectSchema = z.object({ type: z.string(), name: z.string(), tableName: z.string(), sql: z.string() });
type SchemaObject = z.infer<typeof objectSchema>;

type Table = { name: string; columns: readonly string[]; key: readonly string[] };
type Row = Readonly<Record<string, Value>>;

/** What there is, but for what engines keep for themselves. */
export async function schemaOf(db: Db): Promise<SchemaObject[]> {
  const result = await db.execute(
    `select type, name, tbl_name as tableName, sql from sqlite_master where sql is not null
      and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\' order by name`,
  );
  return parseRows(objectSchema, result).filter(({ tableName }) => tableName !== MARK_TABLE);
}

/** @param onTable called after each table */
export async function copyRows(
  from: Side,
  to: Side,
  onTable: (table: CopiedTable) => void = () => {},
): Promise<CopiedTable[]> {
  const [wanted, there] = [await schemaOf(from.db), await schemaOf(to.db)];
  const known = new Set(there.map(({ name }) => name));
  const missing = (type: string): Statement[] =>
    wanted.filter((object) => object.type === type && !known.has(object.name)).map(({ sql }) => sql);
  // Triggers would answer to every row.
  await writeIfAny(to, [
    ...there.filter(({ type }) => type === 'trigger').map(({ name }) => `drop trigger ${quoted(name)}`),
    ...missing('table'),
  ]);
  const names = wanted.filter(({ type }) => type === 'table').map(({ name }) => name);
  const copied: CopiedTable[] = [];
  for (const name of [...names.filter((one) => one !== LAST_TABLE), ...names.filter((one) => one === LAST_TABLE)]) {
    // From here on a server may work with it, so everything else must be there.
    if (name === LAST_TABLE)
      await writeIfAny(to, [
        ...missing('index'),
        ...missing('view'),
        ...wanted.filter(({ type }) => type === 'trigger').map(({ sql }) => sql),
      ]);
    const done = await copyTable(from.db, to, await tableOf(from.db, name));
    onTable(done);
    copied.push(done);
  }
  return copied;
}

/** Rows and the hash of all of them, in their order. Equal tables have equal hashes, whatever holds them. */
export async function digestTable(db: Db, name: string): Promise<{ rows: number; sha256: string }> {
  const table = await tableOf(db, name);
  const hash = createHash('sha256');
  let rows = 0;
  for (let after: Row | null = null; ;) {
    const page: Row[] = await rowsOf(db, table, { after, limit: ROWS_A_STEP });
    for (const row of page) hash.update(`${textOf(row)}\n`);
    rows += page.length;
    after = page.at(-1) ?? null;
    if (page.length < ROWS_A_STEP) return { rows, sha256: hash.digest('hex') };
  }
}

async function copyTable(from: Db, to: Side, table: Table): Promise<CopiedTable> {
  const hash = createHash('sha256');
  const copied = { name: table.name, rows: 0, written: 0 };
  for (let after: Row | null = null; ;) {
    const page: Row[] = await rowsOf(from, table, { after, limit: ROWS_A_STEP });
    const last = page.at(-1) ?? null;
    const isEnd = page.length < ROWS_A_STEP;
    const range = { after, upTo: isEnd ? null : last };
    const there = await rowsOf(to.db, table, range);
    const texts = page.map(textOf);
    if (texts.length !== there.length || there.some((row, index) => textOf(row) !== texts[index])) {
      await to.write([deleteRange(table, range), ...page.map((row) => insert(table, row))]);
      copied.written += page.length;
    }
    for (const text of texts) hash.update(`${text}\n`);
    copied.rows += page.length;
    after = last;
    if (isEnd) return { ...copied, sha256: hash.digest('hex') };
  }
}

/** Rows are told apart by their number; of tables without one, by their key. Numbers are kept: some orders go by them. */
async function tableOf(db: Db, name: string): Promise<Table> {
  const info = parseRows(
    z.object({ name: z.string(), pk: z.number() }),
    await db.execute({ sql: 'select name, pk from pragma_table_info(:name) order by cid', args: { name } }),
  );
  const columns = info.map((column) => column.name);
  const key = info.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const definition = (await schemaOf(db)).find((object) => object.type === 'table' && object.name === name)?.sql ?? '';
  const isWithoutNumber = /\)[^)]*without\s+rowid[^)]*$/i.test(definition);
  return isWithoutNumber
    ? { name, columns, key: key.map((column) => column.name) }
    : { name, columns: ['rowid', ...columns], key: ['rowid'] };
}

type Range = { after: Row | null; upTo?: Row | null; limit?: number };

function rangeOf({ key }: Table, { after, upTo = null }: Range): { where: string; args: Record<string, Value> } {
  const columns = key.map(quoted).join(', ');
  const bound = (prefix: string): string => key.map((_, index) => `:${prefix}${index}`).join(', ');
  const args = (prefix: string, row: Row | null): [string, Value][] =>
    row === null ? [] : key.map((name, index) => [prefix + index, row[name] ?? null]);
  const conditions = [
    ...(after === null ? [] : [`(${columns}) > (${bound('a')})`]),
    ...(upTo === null ? [] : [`(${columns}) <= (${bound('b')})`]),
  ];
  return {
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    args: Object.fromEntries([...args('a', after), ...args('b', upTo)]),
  };
}

async function rowsOf(db: Db, table: Table, range: Range): Promise<Row[]> {
  const { where, args } = rangeOf(table, range);
  const order = table.key.map(quoted).join(', ');
  // Where a column stands for the number, the answer would bear that column's name.
  const columns = table.columns.map((name) => [quoted(name), `"${name}"`].join(' as ')).join(', ');
  const sql = `select ${columns} from ${quoted(table.name)} ${where} order by ${order} limit ${range.limit ?? -1}`;
  return (await db.execute({ sql, args })).rows;
}

function deleteRange(table: Table, range: Range): Statement {
  const { where, args } = rangeOf(table, range);
  return { sql: `delete from ${quoted(table.name)} ${where}`, args };
}

function insert({ name, columns }: Table, row: Row): Statement {
  return {
    sql: `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    args: columns.map((column) => row[column] ?? null),
  };
}

/** One text for equal rows, whichever engine answered them. */
function textOf(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((name) => {
        const value = row[name] ?? null;
        return [name, value instanceof ArrayBuffer ? { hex: Buffer.from(value).toString('hex') } : value];
      }),
  );
}

async function writeIfAny(side: Side, statements: Statement[]): Promise<void> {
  if (statements.length > 0) await side.write(statements);
}

function quoted(name: string): string {
  return name === 'rowid' ? name : `"${name.replaceAll('"', '""')}"`;
}
