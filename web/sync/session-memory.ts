/** What this device remembers of who is signed in, and what it forgets with them. */
import type { SessionMemory } from '#api/queries/session.ts';
import type { Device } from '#data/device.ts';
import type { StoryreelDb } from '#data/db.ts';
import { adoptNobodys } from '#data/people/adopt-nobodys.ts';
import type { PagePerson } from '#data/people/page-person.ts';
import { readPerson, writePerson } from '#data/tables/device-person.ts';
import { writeReach } from '#data/tables/reach.ts';
import { forgetCurrentUser, readCurrentUser, rememberUser } from '#data/tables/users.ts';

export type MemoryDeps = {
  db: StoryreelDb;
  /** The device's own database. */
  deviceDb: StoryreelDb;
  device: Pick<Device, 'now'>;
  page: PagePerson;
};

/**
 * What this device remembers. The first answer settles whose database the page opens. When somebody else is signed in
 * later, or nobody, the page begins anew, and the answer never comes.
 * @param forgetKey removes the API key kept in this browser: it belongs to the person who put it there
 */
export function sessionMemory({ db, deviceDb, device, page }: MemoryDeps, forgetKey: () => void): SessionMemory {
  return {
    knows: async () => (await readPerson(deviceDb)) !== null,
    // Asked only where no reply came.
    read: async () => {
      const known = page.current() === undefined ? await readPerson(deviceDb) : await personHere(deviceDb, page);
      page.settle(known);
      await writeReach(db, 'offline');
      return known === null ? null : readCurrentUser(db);
    },
    // The first screen waits for it.
    remember: async (user) => {
      if ((await readPerson(deviceDb)) !== user.id) forgetKey();
      if (!page.settle(user.id)) {
        await writePerson(deviceDb, user.id);
        return page.beginAnew();
      }
      await adoptNobodys(deviceDb, db);
      await db.transaction('rw', db.users, db.meta, async () => {
        await rememberUser(db, user, device.now());
        await writeReach(db, 'online');
      });
      await writePerson(deviceDb, user.id);
    },
    forget: async () => {
      forgetKey();
      await writePerson(deviceDb, null);
      if (page.settle(null)) {
        // Nobody pulls or sends anything that would tell it.
        await writeReach(db, 'online');
        return;
      }
      await forgetCurrentUser(db);
      await page.beginAnew();
    },
    // Nobody is shown, but the device still knows who was here.
    doubt: async () => void page.settle(null),
  };
}

/** The page's person, if it is still the device's. */
async function personHere(deviceDb: StoryreelDb, page: PagePerson): Promise<string | null> {
  const known = await readPerson(deviceDb);
  return known === page.current() ? known : null;
}
