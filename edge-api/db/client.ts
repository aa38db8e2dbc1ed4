/** The database as the rest of the API sees it: single statements and whole batches, no interactive transactions. */
import type { Client, InStatement } from '@libsql/client/web';

/**
 * A libSQL database. Writes go through `batch(statements, 'write')`: all of them or none, in one call that holds no
 * lock while JavaScript waits for something else.
 */
export type Db = Pick<Client, 'execute' | 'batch'>;

export type Statement = Exclude<InStatement, string>;

/** A database that somebody has to close. */
export type OpenDb = Db & { close(): void };
