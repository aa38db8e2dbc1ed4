import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeWhileFrozen } from '#sync/frozen-page.ts';
import { testDevice, type TestDevice } from './test-device.ts';

let it: TestDevice;
beforeEach(async () => {
  it = await testDevice();
});
afterEach(() => it.close());

test('the database of a frozen page is closed, and live queries go on when it is opened again', async () => {
  const [page, stop] = [new EventTarget(), new AbortController()];
  closeWhileFrozen(it.db, page, stop.signal);
  const seen: unknown[] = [];
  const subscription = liveQuery(() => it.db.meta.get('a')).subscribe((row) => seen.push(row?.value));
  await it.db.meta.put({ key: 'a', value: 1 });
  await expect.poll(() => seen.at(-1)).toBe(1);
  page.dispatchEvent(new Event('freeze'));
  expect(it.db.isOpen()).toBe(false);
  await it.db.meta.put({ key: 'a', value: 2 });
  await expect.poll(() => seen.at(-1)).toBe(2);
  subscription.unsubscribe();
  stop.abort();
  page.dispatchEvent(new Event('freeze'));
  expect(it.db.isOpen()).toBe(true);
});
