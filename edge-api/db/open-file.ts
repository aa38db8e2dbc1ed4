/** A libSQL database in a file, inside this process. */
import { setImmediate } from 'node:timers/promises';
import Database from 'libsql';
import type { OpenDb, ResultSet, Shrinkable, Statement } from './client.ts';
import { batchError, closedError, databaseError } from './database-error.ts';
import { statementCache, type PreparedStatement } from './statement-cache.ts';
import { bindable, recordOf } from './values.ts';

/** `file:relative.db`, `file:/absolute.db`, `file:///absolute.db`; nothing after a `?` or `#`. */
const fileUrl = /^file:(?:(?!\/\/)([^?#]+)|\/\/(?:localhost)?(\/[^?#]+))$/i;

/** @throws Error when the address names no file of this machine */
function filePath(url: string): string {
  const match = fileUrl.exec(url);
  const path = match?.[1] ?? match?.[2];
  if (path === undefined) throw new Error(`This is no address of a database file: ${url}`);
  return decodeURIComponent(path);
}

/** How long a write waits for another process's write. */
const BUSY_TIMEOUT_MS = 5_000;

const BEGIN = { write: 'begin immediate', read: 'begin transaction readonly' };
type Mode = keyof typeof BEGIN;

/**
 * Opens a database file and makes it when there is none. Readers never wait for the writer (WAL), and a commit is on
 * the disk before it is answered (`synchronous` stays FULL, the default of every connection): a request to a model is
 * written down before it is sent, and that must survive a power cut. The caller closes it.
 *
 * It goes to the engine of `@libsql/client` directly: that client prepares every statement anew (docs/adr/0012).
 * @param url begins with `file:`
 */
export async function openFileDatabase(url: string): Promise<OpenDb & Shrinkable> {
  const engine = openEngine(filePath(url));
  const connection = connectionOf(engine);
  try {
    // Of a new file alone: see `makeShrinkable`.
    await connection.execute('pragma auto_vacuum = incremental');
    await connection.execute('pragma journal_mode = wal');
    // What is deleted is overwritten: a key that a person took away is not to be read from the file's free pages.
    await connection.execute('pragma secure_delete = on');
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

function openEngine(path: string): Database.Database {
  try {
    return new Database(path, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw databaseError(error);
  }
}

/** Every call runs to its end before JavaScript goes on, so one connection serves them all. */
function connectionOf(engine: Database.Database): OpenDb & Shrinkable {
  const statements = statementCache(engine);
  const run = (prepared: PreparedStatement, statement: Statement): ResultSet =>
    runPrepared(prepared, bindable(typeof statement === 'string' ? [] : (statement.args ?? [])));
  const prepare = (statement: Statement): PreparedStatement =>
    statements.prepare(typeof statement === 'string' ? statement : statement.sql);
  return {
    execute: async (statement) => {
      const prepared = withEngine(engine, () => prepare(statement));
      const work = (): ResultSet => run(prepared, statement);
      if (!prepared.isWriting) return withEngine(engine, work);
      return afterOthers(withEngine(engine, () => inTransaction(engine, 'write', work)));
    },
    batch: async (batch, mode) => {
      const work = (): ResultSet[] =>
        batch.map((statement, index) => asPart(index, () => run(prepare(statement), statement)));
      const results = withEngine(engine, () => inTransaction(engine, mode, work));
      return mode === 'read' ? results : afterOthers(results);
    },
    makeShrinkable: () =>
      withEngine(engine, () => {
        if (pragmaNumber(engine, 'auto_vacuum') !== 0) return false;
        engine.exec('pragma auto_vacuum = incremental');
        engine.exec('vacuum');
        return true;
      }),
    shrink: (pages) =>
      withEngine(engine, () => {
        engine.exec(`pragma incremental_vacuum(${Math.floor(pages)})`);
        return pragmaNumber(engine, 'freelist_count');
      }),
    close: () => {
      statements.clear();
      if (!engine.open) return;
      mergeLog(engine);
      engine.close();
    },
  };
}

function pragmaNumber(engine: Database.Database, name: 'auto_vacuum' | 'freelist_count'): number {
  const [row] = engine.prepare<[]>(`pragma ${name}`).raw().all();
  return Array.isArray(row) ? Number(row[0]) : 0;
}

/**
 * Brings what is written ahead into the file itself, which the engine leaves beside it otherwise: a copy of the file is
 * whole then. Waits for nobody: where others have the database open, the last of them does it. Nothing is lost where it
 * can't be done, for whoever opens the database next reads both.
 */
function mergeLog(engine: Database.Database): void {
  try {
    engine.exec('pragma busy_timeout = 0');
    engine.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

/** Nothing here ever waits for the disk, so whoever writes on and on would keep everybody else from their turn. */
async function afterOthers<Answer>(answer: Answer): Promise<Answer> {
  await setImmediate();
  return answer;
}

function withEngine<Answer>(engine: Database.Database, work: () => Answer): Answer {
  if (!engine.open) throw closedError();
  try {
    return work();
  } catch (error) {
    throw databaseError(error);
  }
}

/**
 * A lock that can't be had is refused here, to a statement that is gone at once, and never to a kept one: that would
 * hold on to its view of the database, and keep out every commit, until it is run again.
 */
function inTransaction<Answer>(engine: Database.Database, mode: Mode, work: () => Answer): Answer {
  engine.exec(BEGIN[mode]);
  try {
    const answer = work();
    engine.exec('commit');
    return answer;
  } catch (error) {
    if (engine.inTransaction) engine.exec('rollback');
    throw error;
  }
}

function asPart<Answer>(index: number, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw batchError(error, index);
  }
}

function runPrepared({ statement, columns }: PreparedStatement, args: ReturnType<typeof bindable>): ResultSet {
  if (columns === null) return { rows: [], rowsAffected: statement.run(args).changes };
  return { rows: statement.all(args).map((values) => recordOf(columns, values)), rowsAffected: 0 };
}
