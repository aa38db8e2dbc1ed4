/**
 * What other people on this device need of the files that all of them share. Their databases are only looked into: not
 * upgraded, and closed at once, so that nothing of theirs gets in the way of their next page.
 */
import { Dexie } from 'dexie';
import { isOurDatabase } from './page-person.ts';

/** Hashes of clips that databases other than this one refer to. */
export async function clipsOfOthers(own: string): Promise<ReadonlySet<string>> {
  const keys = await fromOthers(own, 'clips', (store) => store.getAllKeys());
  return new Set(keys.filter((key) => typeof key === 'string'));
}

/** Stored names of movies that databases other than this one have. */
export async function moviesOfOthers(own: string): Promise<ReadonlySet<string>> {
  const rows = await fromOthers(own, 'exports', (store): IDBRequest<unknown[]> => store.getAll());
  return new Set(rows.flatMap((row) => storedNameOf(row)));
}

function storedNameOf(row: unknown): string[] {
  const name = typeof row === 'object' && row !== null && 'storedName' in row ? row.storedName : null;
  return typeof name === 'string' ? [name] : [];
}

async function fromOthers<T>(
  own: string,
  table: string,
  read: (store: IDBObjectStore) => IDBRequest<T[]>,
): Promise<T[]> {
  const names = await Dexie.getDatabaseNames();
  const others = names.filter((name) => isOurDatabase(name) && name !== own);
  return (await Promise.all(others.map((name) => readRaw(name, table, read)))).flat();
}

async function readRaw<T>(name: string, table: string, read: (store: IDBObjectStore) => IDBRequest<T[]>): Promise<T[]> {
  const db = await openAsItIs(name);
  if (db === null) return [];
  try {
    if (!db.objectStoreNames.contains(table)) return [];
    return await answerOf(read(db.transaction(table).objectStore(table)));
  } finally {
    db.close();
  }
}

/** Null for one that was removed in the meantime: it isn't made again. */
async function openAsItIs(name: string): Promise<IDBDatabase | null> {
  const request = indexedDB.open(name);
  let isGone = false;
  request.addEventListener('upgradeneeded', () => {
    isGone = true;
    request.transaction?.abort();
  });
  try {
    return await answerOf(request);
  } catch (error) {
    if (isGone) return null;
    throw error;
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database doesn’t answer.')));
  });
}
