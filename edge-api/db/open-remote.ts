/** A libSQL database on another machine, over HTTP. Runs on Node and on workers. */
import { createClient } from '@libsql/client/web';
import type { Db } from './client.ts';

export type RemoteDatabase = { url: string; authToken: string | null };

/**
 * Opens nothing that outlives a call: on workers, what one request opened another may not use. A client costs no
 * connection of its own, so one for each call is cheap.
 */
export function remoteDatabase({ url, authToken }: RemoteDatabase): Db {
  const withClient = async <Answer>(
    use: (client: ReturnType<typeof createClient>) => Promise<Answer>,
  ): Promise<Answer> => {
    const client = createClient(authToken === null ? { url } : { url, authToken });
    try {
      return await use(client);
    } finally {
      client.close();
    }
  };
  return {
    execute: (statement) => withClient((client) => client.execute(statement)),
    batch: (statements, mode) => withClient((client) => client.batch(statements, mode)),
  };
}
