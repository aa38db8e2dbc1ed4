/** Who is signed in on this device, and whose data is still to be removed from it. Kept in the device's own database. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';
import { readCurrentUserId } from './users.ts';

/** Present where no person's rows are in the device's own database any more (`people/move-people.ts`). */
export const PEOPLE_MOVED = 'peopleMoved';
const PERSON = 'person';
const LEAVING = 'leaving';

/** Null when nobody is signed in, as far as this device knows. */
export async function readPerson(device: StoryreelDb): Promise<string | null> {
  const person = await readMeta(device, PERSON, z.string().nullable().optional(), undefined);
  // Earlier versions had everybody's rows in this database, and named the person there.
  return person === undefined ? readCurrentUserId(device) : person;
}

/**
 * Writes only what is new, so that no other tab is woken for nothing. Whoever signs in again takes back what of theirs
 * could not be removed by then: what they do from now on must not go with it.
 */
export async function writePerson(device: StoryreelDb, userId: string | null): Promise<void> {
  await device.transaction('rw', device.meta, async () => {
    if (userId !== null && (await readLeaving(device)).includes(userId)) await endLeaving(device, userId);
    if ((await device.meta.get(PERSON))?.value !== userId) await writeMeta(device, PERSON, userId);
  });
}

/** People whose databases are to go: a page that was closed meanwhile leaves them to the next one. */
export function readLeaving(device: StoryreelDb): Promise<string[]> {
  return readMeta(device, LEAVING, z.array(z.string()), []);
}

/** Notes that a person's database is to go, and signs them out here. */
export async function beginLeaving(device: StoryreelDb, userId: string): Promise<void> {
  await device.transaction('rw', device.meta, async () => {
    const others = (await readLeaving(device)).filter((id) => id !== userId);
    await writeMeta(device, LEAVING, [...others, userId]);
    if ((await readPerson(device)) === userId) await writeMeta(device, PERSON, null);
  });
}

export async function endLeaving(device: StoryreelDb, userId: string): Promise<void> {
  await device.transaction('rw', device.meta, async () => {
    await writeMeta(
      device,
      LEAVING,
      (await readLeaving(device)).filter((id) => id !== userId),
    );
  });
}
