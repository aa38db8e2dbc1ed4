/** A device for tests of the document: a database of its own, a clock that is moved by hand, and ids that repeat in every run. */
import 'fake-indexeddb/auto';
import { createActions } from '#editor/actions.ts';
import { StoryreelDb } from '#data/db.ts';
import { rememberUser } from '#data/tables/users.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Locks } from '#sync/locks.ts';
import type { SyncDeps } from '#sync/sync-deps.ts';
import { testId } from '#tests/helpers/rows.ts';
import { MemoryServer } from './memory-server.ts';

export const USER_ID = testId(2);

let databases = 0;

/** Locks of one imaginary browser: first come, first served. */
export function memoryLocks(): Locks {
  const queues = new Map<string, Promise<unknown>>();
  return {
    hold(name, work) {
      const before = queues.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      queues.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}

export type TestDevice = SyncDeps & {
  actions: ReturnType<typeof createActions>;
  server: MemoryServer;
  setNow(ms: number): void;
  close(): Promise<void>;
};

/** Whoever makes one closes it. */
export async function testDevice(server: MemoryServer = new MemoryServer(USER_ID), seed = 1): Promise<TestDevice> {
  databases += 1;
  const db = new StoryreelDb(`test-${databases}`);
  let nowMs = 1_000_000;
  let ids = 0;
  const device = {
    now: () => nowMs,
    newId: () => {
      ids += 1;
      return uuidv7(nowMs, Uint8Array.from([seed, ids >> 8, ids & 255, 0, 0, 0, 0, 0, 0, 0]));
    },
  };
  await rememberUser(
    db,
    {
      id: USER_ID,
      firstName: 'Ines',
      lastName: null,
      email: 'ines@example.org',
      profileImageUrl: null,
      geminiApiKey: null,
    },
    nowMs,
  );
  return {
    db,
    device,
    server,
    locks: memoryLocks(),
    call: server.call,
    read: server.read,
    pulled: new Map(),
    dice: () => 0,
    actions: createActions({ db, device }),
    setNow: (ms) => {
      nowMs = ms;
    },
    close: async () => {
      db.close();
      await db.delete();
    },
  };
}
