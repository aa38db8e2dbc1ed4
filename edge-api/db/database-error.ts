/** The engine's failures in the form of `@libsql/client`, so that a file and a remote database fail alike. */
import { LibsqlBatchError, LibsqlError } from '@libsql/client/web';
import Database from 'libsql';

/** A failure of a single statement. What is no failure of the engine stays as it is. */
export function databaseError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  return new LibsqlError(error.message, baseCode(error.code), error.code, error.rawCode, error);
}

/** A failure of one of a batch's statements. */
export function batchError(error: unknown, index: number): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  return new LibsqlBatchError(error.message, index, baseCode(error.code), error.code, error.rawCode, error);
}

export function closedError(): LibsqlError {
  return new LibsqlError('The client is closed', 'CLIENT_CLOSED');
}

/** `SQLITE_CONSTRAINT` of `SQLITE_CONSTRAINT_UNIQUE` (https://sqlite.org/rescode.html). */
function baseCode(code: string): string {
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? 'SQLITE_UNKNOWN';
}
