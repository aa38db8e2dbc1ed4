import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'outbox-of-version-3';
let db: StoryreelDb;
beforeEach(() => {
  db = new StoryreelDb(NAME);
});
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

/** As version 3 kept it: one count for every send, and a wait of minutes after those that had failed. */
const stuck: Omit<OutboxRow, 'unanswered' | 'conflicts'> = {
  seq: 1,
  opId: testId(3),
  userId: testId(2),
  projectId: testId(1),
  label: 'Edit scene 1',
  madeOn: null,
  change: { kind: 'patch-scene', sceneId: testId(101), patch: { title: 'Mine' } },
  at: 5,
  request: { method: 'PATCH', path: `/api/scenes/${testId(101)}`, body: '{"title":"Mine"}', ifMatch: 1 },
  attempts: 12,
  nextAt: 9_000_000,
  state: 'waiting',
  refusal: null,
};

test('a change that had stuck in the version before is due, with its request as it was and no failure counted', async () => {
  await leaveDatabase(NAME, 3, { outbox: [stuck] });
  await checkRows(db, 1);
  expect(await db.outbox.toArray()).toEqual([{ ...stuck, unanswered: 0, conflicts: 0, nextAt: 0 }]);
  expect(await db.quarantine.count()).toBe(0);
});
