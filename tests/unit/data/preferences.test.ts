import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { changePreferences, NO_PREFERENCES, readPreferences } from '#data/tables/preferences.ts';
import { testId } from '#tests/helpers/rows.ts';

const [ada, ines] = [testId(1), testId(2)];
let db: StoryreelDb;
beforeEach(() => void (db = new StoryreelDb('preferences')));
afterEach(() => db.delete());

test('what one person prefers is not another’s', async () => {
  await changePreferences(db, ada, { timelineView: 'list' });
  await changePreferences(db, ada, { keys: { split: ['x'] } });
  expect(await readPreferences(db, ada)).toEqual({ timelineView: 'list', keys: { split: ['x'] } });
  expect(await readPreferences(db, ines)).toEqual(NO_PREFERENCES);
});

test('what can’t be read is as if it was never chosen, and the rest stays', async () => {
  await db.meta.put({ key: `preferences:${ada}`, value: { timelineView: 'cube', keys: { split: ['x'] } } });
  expect(await readPreferences(db, ada)).toEqual({ timelineView: 'lanes', keys: { split: ['x'] } });
  await db.meta.put({
    key: `preferences:${ada}`,
    value: { timelineView: 'list', keys: { split: Array(99).fill('x') } },
  });
  expect(await readPreferences(db, ada)).toEqual({ timelineView: 'list', keys: {} });
});
