/** Databases of version 2, which knew of no history of the server's, and kept facts of clips that nothing read. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-2';

test('edits that wait and values that were overruled go into version 3 as they are', async () => {
  const edit = { kind: 'patch-scene', sceneId: testId(3), patch: { title: 'Dawn' } };
  const row = { userId: testId(2), projectId: testId(1), label: 'Edit scene 1', at: 5 };
  const waiting = { ...row, opId: testId(4), change: edit, request: null, attempts: 2, nextAt: 0, state: 'waiting' };
  await leaveDatabase(NAME, 2, {
    outbox: [{ ...waiting, refusal: null }],
    history: [{ ...row, changes: [edit], inverse: [edit], state: 'overruled' }],
    meta: [{ key: 'checkedSchemaVersion', value: 2 }],
    clipFacts: [{ sha256: 'a clip' }],
    quarantine: [{ table: 'clipFacts', row: {}, reason: 'no size', at: 5 }],
  });
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
