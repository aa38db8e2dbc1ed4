/** What has to be done before a page opens its database: rows of earlier versions are moved, and removals ended. */
import type { StoryreelDb } from '../db.ts';
import { PEOPLE_MOVED, readLeaving } from '../tables/device-person.ts';

const LOCK = 'storyreel-people';

/** Of several tabs that ask at once, one does it. @throws the database's error: nobody's database is to be opened then */
export async function makeReady(device: StoryreelDb): Promise<void> {
  if (await isReady(device)) return;
  await navigator.locks.request(LOCK, async () => {
    if (!(await device.meta.get(PEOPLE_MOVED))) await (await import('./move-people.ts')).movePeople(device);
    if ((await readLeaving(device)).length > 0) await (await import('./remove-person.ts')).endRemovals(device);
  });
}

async function isReady(device: StoryreelDb): Promise<boolean> {
  const [moved, leaving] = await Promise.all([device.meta.get(PEOPLE_MOVED), readLeaving(device)]);
  return moved !== undefined && leaving.length === 0;
}
