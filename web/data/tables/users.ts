/** The person of a database, so that work goes on without the network: who is signed in on the device is in `device-person.ts`. */
import { z } from 'zod';
import { userSchema, type User } from '#shared/entities/user.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const CURRENT_USER = 'currentUserId';

/** The last known user, or null when nobody is signed in as far as this device knows. */
export async function readCurrentUser(db: StoryreelDb): Promise<User | null> {
  const id = await readCurrentUserId(db);
  const row = id === null ? undefined : await db.users.get(id);
  return row ? userSchema.parse(row) : null;
}

export function readCurrentUserId(db: StoryreelDb): Promise<string | null> {
  return readMeta(db, CURRENT_USER, z.string().nullable(), null);
}

/** @param at milliseconds since the epoch */
export async function rememberUser(db: StoryreelDb, user: User, at: number): Promise<void> {
  await db.transaction('rw', [db.users, db.meta], async () => {
    await db.users.put({ ...user, lastSeenAt: at });
    await rememberCurrentUser(db, user.id);
  });
}

export async function rememberCurrentUser(db: StoryreelDb, userId: string): Promise<void> {
  await writeMeta(db, CURRENT_USER, userId);
}

/** Nobody is signed in any more. The person's rows and unsent changes stay, under their id. */
export async function forgetCurrentUser(db: StoryreelDb): Promise<void> {
  await writeMeta(db, CURRENT_USER, null);
}
