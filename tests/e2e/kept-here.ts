/** What the databases of a browser have, whoever's they are: read past the product. */
import type { Page } from '@playwright/test';

/** By database and table, its rows. */
export type Kept = Record<string, Record<string, unknown[]>>;

export function readKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('It does not answer.')));
      });
    const kept: Record<string, Record<string, unknown[]>> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answerOf(indexedDB.open(name));
      const tables: Record<string, unknown[]> = {};
      for (const table of db.objectStoreNames)
        tables[table] = await answerOf(db.transaction(table).objectStore(table).getAll());
      db.close();
      kept[name] = tables;
    }
    return kept;
  });
}

/** Puts all rows into the one database of a release that had one for everybody, with its stores and their indexes. */
export function leaveInOne(page: Page, version: number): Promise<void> {
  return page.evaluate(async (native) => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('It does not answer.')));
      });
    const shapes = new Map<string, { options: IDBObjectStoreParameters; indexes: IDBIndex[] }>();
    const rows: [table: string, row: object][] = [];
    let person: unknown = null;
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answerOf(indexedDB.open(name));
      for (const table of db.objectStoreNames) {
        const store = db.transaction(table).objectStore(table);
        const { keyPath, autoIncrement } = store;
        shapes.set(table, {
          options: { keyPath, autoIncrement },
          indexes: [...store.indexNames].map((one) => store.index(one)),
        });
        const all: object[] = await answerOf(store.getAll());
        for (const row of all) {
          // Each database has counted by itself.
          if (autoIncrement) Reflect.deleteProperty(row, String(keyPath));
          if (table !== 'meta') rows.push([table, row]);
        }
        if (table === 'users') person = (await answerOf(store.getAllKeys()))[0];
      }
      db.close();
      await answerOf(indexedDB.deleteDatabase(name));
    }
    rows.push(['meta', { key: 'currentUserId', value: person }]);
    const opening = indexedDB.open('storyreel', native);
    opening.addEventListener('upgradeneeded', () => {
      for (const [table, { options, indexes }] of shapes) {
        const store = opening.result.createObjectStore(table, options);
        for (const { name, keyPath, unique, multiEntry } of indexes)
          store.createIndex(name, keyPath, { unique, multiEntry });
      }
    });
    const db = await answerOf(opening);
    const writing = db.transaction([...shapes.keys()], 'readwrite');
    for (const [table, row] of rows) writing.objectStore(table).put(row);
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    db.close();
  }, version * 10);
}
