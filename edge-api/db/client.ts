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

/** A file that gives back the space of what was deleted. */
export type Shrinkable = {
  /** Lets a file of an earlier release shrink from now on, which writes it anew once. @returns whether it had to */
  makeShrinkable(): boolean;
  /** Gives back up to so many free pages, a few milliseconds for 500. @returns how many are left */
  shrink(pages: number): number;
};

/** A database that somebody has to close. */
export type OpenDb = Db & { close(): void };
