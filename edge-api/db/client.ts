/** The database as the rest of the API sees it: single statements and whole batches, no interactive transactions. */
import type { InStatement, ResultSet } from '@libsql/client/web';

export type Statement = InStatement;

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
