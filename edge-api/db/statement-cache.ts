/** Statements that stay prepared: parsing and planning one costs several times what running it does. */
import type Database from 'libsql';

export type PreparedStatement = {
  statement: Database.Statement<[unknown]>;
  /** Null where a statement answers no rows. */
  columns: readonly string[] | null;
  /** Whether it changes rows. */
  isWriting: boolean;
};

/** The API has about a hundred statements. Lists of varying length make more of them, and then all are forgotten. */
const MOST_STATEMENTS = 250;

/** What reads and writes rows. Anything else may change the form of the database and is prepared each time. */
const isRepeatable = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Taking a read for a write by a word in it costs a lock and nothing more. */
const mayWrite = /^\s*(?:insert|update|delete|with\b.*\b(?:insert|update|delete))\b/is;

/** The prepared statements of a connection. */
export function statementCache(engine: Database.Database) {
  const kept = new Map<string, PreparedStatement>();
  const keep = (sql: string, prepared: PreparedStatement): PreparedStatement => {
    if (kept.size >= MOST_STATEMENTS) kept.clear();
    kept.set(sql, prepared);
    return prepared;
  };
  return {
    prepare(sql: string): PreparedStatement {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const prepared = prepare(engine, sql);
      if (isRepeatable.test(sql)) return keep(sql, prepared);
      kept.clear();
      return prepared;
    },
    clear: () => kept.clear(),
  };
}

function prepare(engine: Database.Database, sql: string): PreparedStatement {
  const statement = engine.prepare<[unknown]>(sql);
  const isWriting = mayWrite.test(sql);
  if (!statement.reader) return { statement, columns: null, isWriting };
  statement.raw().safeIntegers();
  return { statement, columns: statement.columns().map(({ name }) => name), isWriting };
}
