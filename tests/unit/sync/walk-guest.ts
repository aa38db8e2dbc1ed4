/** Somebody else at a device of a walk: one signs out, another signs in, edits a movie of their own, and leaves it as it was. */
import { expect } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { createPagePerson } from '#data/people/page-person.ts';
import { readPerson } from '#data/tables/device-person.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { userSchema, type User } from '#shared/entities/user.ts';
import { sessionMemory } from '#sync/session-memory.ts';
import type { TestDevice } from './test-device.ts';

/** Who is signed in on a device, by the page's own memory. Each person has a database of their own. */
export type Seat = {
  /** Ends one person's session and page, and begins the other's. */
  signOut(person: Sitter): Promise<void>;
  signIn(person: Sitter): Promise<void>;
  close(): Promise<void>;
};

export type Sitter = { device: TestDevice; userId: string };

let seats = 0;

/** Whoever takes it closes it. */
export function openSeat(): Seat {
  seats += 1;
  const deviceDb = new StoryreelDb(`walk-device-${seats}`);
  const pages = new Map<string, ReturnType<typeof newPage>>();
  const newPage = ({ device }: Sitter) => {
    let begun: () => void = () => undefined;
    const untilBegun = new Promise<void>((resolve) => (begun = resolve));
    const page = createPagePerson(() => begun());
    const { db } = device;
    return { untilBegun, ...sessionMemory({ db, deviceDb, device: device.device, page }, () => undefined) };
  };
  return {
    async signIn(person) {
      const page = newPage(person);
      pages.set(person.userId, page);
      await page.remember(userOf(person.userId));
      expect(await readPerson(deviceDb)).toBe(person.userId);
      expect(await readCurrentUserId(person.device.db)).toBe(person.userId);
    },
    async signOut(person) {
      const page = pages.get(person.userId);
      if (page === undefined) throw new Error('They aren’t signed in here.');
      // It begins the page anew, and never ends on this one.
      await Promise.race([page.forget(), page.untilBegun]);
      expect(await readPerson(deviceDb)).toBeNull();
      expect(await readCurrentUserId(person.device.db)).toBeNull();
    },
    async close() {
      deviceDb.close();
      await deviceDb.delete();
    },
  };
}

function userOf(id: string): User {
  const name = { firstName: 'A', lastName: 'Person', profileImageUrl: null, geminiApiKey: null };
  return userSchema.parse({ id, email: `${id}@example.test`, ...name });
}

/** Runs what a guest does while the owner of the device is signed out: the owner's rows stay as they are, and apart. */
export async function lend(seat: Seat, owner: Sitter, guest: Sitter, work: () => Promise<void>): Promise<void> {
  const before = await rowsOf(owner);
  await seat.signOut(owner);
  await seat.signIn(guest);
  await work();
  await seat.signOut(guest);
  await seat.signIn(owner);
  expect(await rowsOf(owner)).toEqual(before);
  await expectOwn(guest);
  await expectOwn(owner);
}

/** All that a person made here. */
async function rowsOf({ device: { db } }: Sitter): Promise<unknown> {
  const tables = [db.projects, db.scenes, db.outbox, db.history, db.ownFiles, db.bases, db.tombstones];
  return Promise.all(tables.map((table) => table.toArray()));
}

async function expectOwn({ device: { db }, userId }: Sitter): Promise<void> {
  const owners = await Promise.all(
    [db.projects, db.outbox, db.ownFiles, db.bases].map(async (table) =>
      (await table.toArray()).map((row) => row.userId),
    ),
  );
  expect(new Set([userId, ...owners.flat()])).toEqual(new Set([userId]));
}
