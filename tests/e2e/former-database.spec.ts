/** What a browser keeps since a release that had one database for everybody who used it. */
import { expect, test, type Page } from '@playwright/test';
import { databaseNameOf } from '#data/people/page-person.ts';
import { untilAppIsKept } from './journey.ts';
import { editAndSignOut, expectSent, readKept, userId } from './kept-here.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

/** Puts all rows into the one database of a release that had one for everybody, with its stores and their indexes. */
function leaveInOne(page: Page, version: number): Promise<void> {
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

test('the one database of an earlier version becomes one for each, with what was never sent', async ({ page }) => {
  const first = await openPlanted(page, server.url, 0);
  const ines = await userId(page, server.url);
  await untilAppIsKept(page);
  await editAndSignOut(page, 'Written long ago');
  await openPlanted(page, server.url, 1);
  const noor = await userId(page, server.url);
  await editAndSignOut(page, 'Written by somebody else');
  // Where no page of the app opens them again.
  await page.goto(`${server.url}/api/health`);
  await leaveInOne(page, 18);
  expect(Object.keys(await readKept(page))).toEqual([databaseNameOf(null)]);

  await openPlanted(page, server.url, 0);
  await expectSent(page, server.url, first.projectId, 'Written long ago');
  const kept = await readKept(page);
  expect(Object.keys(kept).toSorted()).toEqual([null, ines, noor].map(databaseNameOf).toSorted());
  expect(kept[databaseNameOf(noor)]?.['outbox']).toHaveLength(1);
  expect(JSON.stringify(kept[databaseNameOf(null)])).not.toContain(noor);
  expect(JSON.stringify(kept[databaseNameOf(ines)])).not.toContain(noor);

  const second = await openPlanted(page, server.url, 1);
  await expectSent(page, server.url, second.projectId, 'Written by somebody else');
});
