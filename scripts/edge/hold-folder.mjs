/** One at a time: two libSQL servers on one database would each write over what the other has written. */
import { join } from 'node:path';
import Database from 'libsql';

/**
 * Holds a folder until it is closed, or this process has ended, however that was.
 * @param {string} folder
 * @returns {{ close(): void }}
 * @throws Error with a sentence for whoever started a second one
 */
export function holdFolder(folder) {
  const database = new Database(join(folder, 'held.db'));
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (error.code !== 'SQLITE_BUSY') throw error;
    throw new Error(`Another dev:edge works with ${folder}. Stop it, or set another DATA_DIR.`);
  }
  return { close: () => database.close() };
}
