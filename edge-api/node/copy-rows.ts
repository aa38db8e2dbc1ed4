/**
 * Makes one database equal to another: the same tables with the same rows under the same numbers, then indexes and triggers.
 * What is equal already is left alone, so it may be cut off anywhere and begun again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db, Statement, Value } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';
import { ARRIVED_TABLE, MARK_TABLE } from '#edge-api/db/unfinished-move.ts';

/** Copied last: without its rows, not even a release that knows nothing of unfinished moves works with a database. */
const LAST_TABLE = 'schema_version';
const ROWS_A_STEP = 200;
/** Servers refuse answers over some size: sqld’s limit is 10 MB, and bytes grow when they are written as JSON. */
const BYTES_A_STEP = 1_000_000;

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

/** What there is, but for what engines keep for themselves, and what a move writes down. */
export async function schemaOf(db: Db): Promise<SchemaObject[]> {
  const result = await db.execute(
    `select type, name, tbl_name as tableName, sql from sqlite_master where sql is not null
      and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\' order by name`,
  );
  return parseRows(objectSchema, result).filter(
    ({ tableName }) => tableName !== MARK_TABLE && tableName !== ARRIVED_TABLE,
  );
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
    // From here on such a release may work with it, so everything else must be there.
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
  for await (const page of pagesOf(db, table)) {
    for (const row of page) hash.update(`${textOf(row)}\n`);
    rows += page.length;
  }
  return { rows, sha256: hash.digest('hex') };
}

async function copyTable(from: Db, to: Side, table: Table): Promise<CopiedTable> {
  const hash = createHash('sha256');
  const copied = { name: table.name, rows: 0, written: 0 };
  let after: Row | null = null;
  for await (const page of pagesOf(from, table)) {
    const range: Range = { after, upTo: page.at(-1) ?? null };
    const texts = page.map(textOf);
    if (!(await hasRows(to.db, table, range, texts))) {
      await to.write([deleteRange(table, range), ...page.map((row) => insert(table, row))]);
      copied.written += page.length;
    }
    for (const text of texts) hash.update(`${text}\n`);
    copied.rows += page.length;
    after = range.upTo;
  }
  const rest = { after, upTo: null };
  if (!(await hasRows(to.db, table, rest, []))) await to.write([deleteRange(table, rest)]);
  return { ...copied, sha256: hash.digest('hex') };
}

/** Whether there are these rows in a range, and no others. */
async function hasRows(db: Db, table: Table, range: Range, texts: readonly string[]): Promise<boolean> {
  let rows = 0;
  for await (const page of pagesOf(db, table, range))
    for (const row of page) if (textOf(row) !== texts[rows++]) return false;
  return rows === texts.length;
}

/** Rows in the order of their keys, as many at once as a server answers. A page has at least one row. */
async function* pagesOf(
  db: Db,
  table: Table,
  { after, upTo }: Range = { after: null, upTo: null },
): AsyncGenerator<Row[]> {
  const keyOf = (row: Row): string => JSON.stringify(table.key.map((name) => row[name]));
  for (let last = after; ;) {
    const page = await pageOf(db, table, { after: last, upTo });
    if (page.length === 0) return;
    yield page;
    last = page.at(-1) ?? null;
    if (last !== null && upTo !== null && keyOf(last) === keyOf(upTo)) return;
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

/** Rows behind one and up to another; null where there is no bound. */
type Range = { after: Row | null; upTo: Row | null };

function rangeOf({ key }: Table, { after, upTo }: Range): { where: string; args: Record<string, Value> } {
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

/** The next rows of a range. Which ones fit is found out by their keys and lengths, where the rows are. */
async function pageOf(db: Db, table: Table, range: Range): Promise<Row[]> {
  const { where, args } = rangeOf(table, range);
  const order = table.key.map(quoted).join(', ');
  // Where a column stands for the number, the answer would bear that column's name.
  const columns = table.columns.map((name) => [quoted(name), `"${name}"`].join(' as ')).join(', ');
  const keys = table.key.map((name, index) => [quoted(name), `key_${index}`].join(' as ')).join(', ');
  const keyNames = table.key.map((_, index) => `key_${index}`).join(', ');
  const bytes = table.columns.map((name) => `coalesce(octet_length(${quoted(name)}), 0)`).join(' + ');
  const sql = `select ${columns} from ${quoted(table.name)} ${where} ${where === '' ? 'where' : 'and'} (${order}) <= (
      select ${keyNames} from (
        select ${keyNames}, row_number() over ordered as place, sum(bytes) over ordered as bytes_so_far
        from (select ${keys}, ${bytes} as bytes from ${quoted(table.name)} ${where} order by ${order} limit ${ROWS_A_STEP})
        window ordered as (order by ${keyNames} rows unbounded preceding))
      where place = 1 or bytes_so_far <= ${BYTES_A_STEP} order by place desc limit 1)
    order by ${order}`;
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
