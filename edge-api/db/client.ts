/** The database as the rest of the API sees it: single statements and whole batches, no interactive transactions. */
import type { InStatement } from '@libsql/client/web';

export type Statement = InStatement;

/** An integer that a number can't hold exactly is refused; a blob comes as a buffer of its own. */
export type Value = null | string | number | bigint | ArrayBuffer;

export type ResultSet = {
  /** Values by the names of their columns. */
  rows: Readonly<Record<string, Value>>[];
  /** Rows that a statement without rows of its own has written. */
  rowsAffected: number;
};

/** A libSQL database. */
export interface Db {
  execute(statement: Statement): Promise<ResultSet>;
  /**
   * All of the statements or none of them, in one call that holds no lock while JavaScript waits for something else.
   * 'write' for everything that changes a row; 'read' for several selects that must see one state.
   */
  batch(statements: Statement[], mode: 'write' | 'read'): Promise<ResultSet[]>;
}

/** A database that somebody has to close. */
export type OpenDb = Db & { close(): void };
