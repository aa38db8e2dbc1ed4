/** What this device remembers of who is signed in, and what it forgets with them. */
import type { SessionMemory } from '#api/queries/session.ts';
import type { Device } from '#data/device.ts';
import type { StoryreelDb } from '#data/db.ts';
import { writeReach } from '#data/tables/reach.ts';
import { forgetCurrentUser, readCurrentUser, readCurrentUserId, rememberUser } from '#data/tables/users.ts';

/**
 * What this device remembers.
 * @param forgetKey removes the API key kept in this browser: it belongs to the person who put it there
 */
export function sessionMemory(
  { db, device }: { db: StoryreelDb; device: Pick<Device, 'now'> },
  forgetKey: () => void,
): SessionMemory {
  return {
    // Asked only where no reply came.
    read: async () => {
      await writeReach(db, 'offline');
      return readCurrentUser(db);
    },
    // The first screen waits for it, so it is one transaction.
    remember: (user) =>
      db.transaction('rw', db.users, db.meta, async () => {
        if ((await readCurrentUserId(db)) !== user.id) forgetKey();
        await rememberUser(db, user, device.now());
        await writeReach(db, 'online');
      }),
    forget: async () => {
      forgetKey();
      await forgetCurrentUser(db);
    },
  };
}
