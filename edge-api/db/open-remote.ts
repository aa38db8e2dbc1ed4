/** A libSQL database on another machine, over HTTP. Runs on Node and on workers. */
import { createClient, LibsqlError } from '@libsql/client/web';
import type { Db, Statement } from './client.ts';

export type RemoteDatabase = { url: string; authToken: string | null };

/** How long one answer may take. Nothing that people wait for takes as long; a connection without an end is given up. */
const ANSWER_TIMEOUT_MS = 30_000;
/** The same where a new index over many rows is made, or all rows are moved. */
export const LONG_ANSWER_MS = 5 * 60_000;

/**
 * Opens nothing that outlives a call: on workers, what one request opened another may not use. A client costs no
 * connection of its own, so one for each call is cheap.
 */
export function remoteDatabase({ url, authToken }: RemoteDatabase, timeoutMs = ANSWER_TIMEOUT_MS): Db {
  const ask = (request: Request): Promise<Response> => fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
  const withClient = async <Answer>(
    use: (client: ReturnType<typeof createClient>) => Promise<Answer>,
  ): Promise<Answer> => {
    const client = createClient({ url, fetch: ask, ...(authToken !== null && { authToken }) });
    try {
      return await use(client);
    } finally {
      client.close();
    }
  };
  return {
    execute: (statement) => patiently(() => withClient((client) => client.execute(fitting(statement)))),
    batch: (statements, mode) => patiently(() => withClient((client) => client.batch(statements.map(fitting), mode))),
  };
}

/**
 * Writes rows of a database on another machine as they come, without holding references to others against them: for rows
 * that were whole where they come from, in whatever order.
 */
export function remoteRowWriter({ url, authToken }: RemoteDatabase): (statements: Statement[]) => Promise<void> {
  return async (statements) => {
    const client = createClient(authToken === null ? { url } : { url, authToken });
    try {
      await patiently(() => client.migrate(statements));
    } finally {
      client.close();
    }
  };
}

/** A server refuses values that a statement has no place for; a file ignores them. */
function fitting(statement: Statement): Statement {
  if (typeof statement === 'string' || statement.args === undefined || Array.isArray(statement.args)) return statement;
  const names = new Set(Array.from(statement.sql.matchAll(/[:@$](\w+)/g), ([, name]) => name));
  const args = Object.entries(statement.args).filter(([name]) => names.has(name.replace(/^[:@$]/, '')));
  return { sql: statement.sql, args: Object.fromEntries(args) };
}

const TRIES = 6;
const SHORTEST_PAUSE_MS = 40;

/** Asks again, after longer and longer pauses, where the server has turned a call away because it has too many. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES || !isTurnedAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, SHORTEST_PAUSE_MS * 2 ** tries * (0.5 + Math.random())));
    }
  }
}

function isTurnedAway(error: unknown): boolean {
  // Nothing of a call that found the database locked was carried out: a batch is rolled back as a whole.
  return error instanceof LibsqlError && (error.code === 'SQLITE_BUSY' || error.message.endsWith('HTTP status 429'));
}
