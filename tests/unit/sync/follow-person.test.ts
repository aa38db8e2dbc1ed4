/** A page ends when somebody else is signed in on its device. */
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { createPagePerson, type PagePerson } from '#data/people/page-person.ts';
import { readPerson, writePerson } from '#data/tables/device-person.ts';
import { followPerson } from '#sync/follow-person.ts';
import { testId } from '#tests/helpers/rows.ts';
import { crash } from './test-device.ts';

const [ada, bob] = [testId(1), testId(2)];
let deviceDb: StoryreelDb;
let seen: string[];
let ends: AbortController[];

beforeEach(() => {
  deviceDb = new StoryreelDb('follow-person');
  seen = [];
  ends = [];
});
afterEach(async () => {
  for (const end of ends) end.abort();
  await deviceDb.delete();
});

function openPage(name: string): { page: PagePerson; host: EventTarget } {
  const page = createPagePerson(() => seen.push(`${name} began anew`));
  const host = new EventTarget();
  const end = new AbortController();
  ends.push(end);
  const stop = (): void => {
    seen.push(`${name} stopped`);
    end.abort();
  };
  followPerson({ deviceDb, page, host, stop, onCrash: crash }, end.signal);
  return { page, host };
}

/** Until every page that is open knows who is there: whoever asks later is answered later. */
async function untilAllKnow(): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = liveQuery(() => readPerson(deviceDb)).subscribe(() => {
      resolve();
      queueMicrotask(() => subscription.unsubscribe());
    });
  });
}

/** Long enough for every page to have heard what was written: one that was opened for nothing else has. */
async function untilHeard(): Promise<void> {
  const witness = openPage('witness');
  witness.page.settle(testId(9));
  await untilAllKnow();
  await writePerson(deviceDb, testId(8));
  await expect.poll(() => seen).toContain('witness began anew');
  seen = seen.filter((one) => !one.startsWith('witness'));
}

test('a page stops and begins anew when somebody else signs in, or its person signs out', async () => {
  await writePerson(deviceDb, ada);
  openPage('first').page.settle(ada);
  openPage('second').page.settle(ada);
  openPage('not known yet');
  await untilAllKnow();
  await writePerson(deviceDb, bob);
  const all = ['first stopped', 'first began anew', 'second stopped', 'second began anew'];
  await expect.poll(() => seen.toSorted()).toEqual(all.toSorted());
  await untilHeard();
  expect(seen.toSorted()).toEqual(all.toSorted());
});

test('what a page writes of its own person is no news to it', async () => {
  openPage('own').page.settle(ada);
  await untilAllKnow();
  await writePerson(deviceDb, ada);
  await untilAllKnow();
  expect(seen).toEqual([]);
});

test('a page that the browser brings back looks who is there now, though it had been left', async () => {
  await writePerson(deviceDb, ada);
  const { page, host } = openPage('back');
  page.settle(ada);
  await untilAllKnow();
  page.leave();
  await writePerson(deviceDb, null);
  await expect.poll(() => seen).toEqual(['back stopped']);
  host.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  host.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect.poll(() => seen).toEqual(['back stopped', 'back stopped', 'back began anew']);
});
