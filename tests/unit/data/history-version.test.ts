/** Databases of version 2, which knew of no history of the server's, and kept facts of clips that nothing read. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { testId } from '#tests/helpers/rows.ts';

const NAME = 'page-of-version-2';
/** The stores of version 2, as it was released. */
const STORES = {
  users: 'id',
  projects: 'id, userId',
  scenes: 'id, projectId',
  buried: 'sceneId, projectId',
  bases: 'projectId, userId',
  outbox: '++seq, &opId, projectId, userId',
  history: '++seq, projectId',
  clips: 'sha256',
  clipFacts: 'sha256',
  exports: 'id, projectId',
  meta: 'key',
  quarantine: '++id',
};

test('edits that wait and values that were overruled go into version 3 as they are', async () => {
  const edit = { kind: 'patch-scene', sceneId: testId(3), patch: { title: 'Dawn' } };
  const row = { userId: testId(2), projectId: testId(1), label: 'Edit scene 1', at: 5 };
  const waiting = { ...row, opId: testId(4), change: edit, request: null, attempts: 2, nextAt: 0, state: 'waiting' };
  const old = new Dexie(NAME);
  old.version(2).stores(STORES);
  await old.table('outbox').add({ ...waiting, refusal: null });
  await old.table('history').add({ ...row, changes: [edit], inverse: [edit], state: 'overruled' });
  await old.table('meta').put({ key: 'checkedSchemaVersion', value: 2 });
  await old.table('clipFacts').add({ sha256: 'a clip' });
  await old.table('quarantine').add({ table: 'clipFacts', row: {}, reason: 'no size', at: 5 });
  old.close();

  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    expect(await db.outbox.toArray()).toMatchObject([{ ...waiting, refusal: null, seq: 1, madeOn: null }]);
    expect(await db.history.toArray()).toMatchObject([{ state: 'overruled', inverse: [edit] }]);
    expect(db.backendDB().objectStoreNames).not.toContain('clipFacts');
    expect([await db.quarantine.count(), await db.pulledHistory.count(), await db.historyPulls.count()]).toEqual([
      0, 0, 0,
    ]);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
