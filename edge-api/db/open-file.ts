/** A libSQL database in a file, inside this process. */
import { createClient } from '@libsql/client/sqlite3';
import type { OpenDb } from './client.ts';

/** How long a write waits for another process's write. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file and makes it when there is none. Readers never wait for the writer (WAL), and a commit is on
 * the disk before it is answered (`synchronous` stays FULL, the default of every connection): a request to a model is
 * written down before it is sent, and that must survive a power cut. The caller closes it.
 * @param url begins with `file:`
 */
export async function openFileDatabase(url: string): Promise<OpenDb> {
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS });
  try {
    await client.execute('pragma journal_mode = wal');
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}
