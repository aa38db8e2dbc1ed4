/**
 * A newer version of the app in another tab has given the database another shape: this tab must not write rows of the old
 * one into it, and can't trust what it would read.
 */
import type { DBCore, DBCoreTable, Dexie } from 'dexie';
import { supersededWords } from './words.ts';

/** Thrown for every write from then on. */
export class SupersededError extends Error {
  constructor() {
    super(supersededWords.refused);
    this.name = 'SupersededError';
  }
}

export type Succession = {
  /** Calls back once, at once if it has happened already. */
  whenSuperseded(tell: () => void): void;
  /** The newer version was met elsewhere: this database is given up with the other one. */
  end(): void;
};

/**
 * Writes are refused from the moment that a newer version opens the database. Reads are never answered, so that the screen
 * stays as it is, with what was typed. A transaction that has begun is let through to its end: the upgrade waits for it.
 */
export function watchSuccession(db: Dexie, version: number): Succession {
  let isSuperseded = false;
  const listeners: (() => void)[] = [];
  const supersede = (): void => {
    if (isSuperseded) return;
    isSuperseded = true;
    for (const tell of listeners) tell();
  };
  // Deleting the database is announced as well, without a version.
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null && newVersion > 0) supersede();
  });
  // Dexie opens a database of a newer version all the same. Its versions are tens of the browser's.
  db.on('ready', () => void (Math.floor(db.backendDB().version / 10) > version && supersede()), true);
  db.use({ stack: 'dbcore', name: 'succession', create: (core) => guarded(core, () => isSuperseded) });
  return {
    end: supersede,
    whenSuperseded(tell) {
      if (isSuperseded) tell();
      else listeners.push(tell);
    },
  };
}

function guarded(core: DBCore, isSuperseded: () => boolean): DBCore {
  const late = new WeakSet<object>();
  const unlessLate =
    <Request extends { trans: object }, Answer>(read: (request: Request) => Promise<Answer>) =>
    (request: Request): Promise<Answer> =>
      late.has(request.trans) ? new Promise<Answer>(() => {}) : read(request);
  return {
    ...core,
    transaction(stores, mode, options) {
      if (isSuperseded() && mode === 'readwrite') throw new SupersededError();
      const transaction = core.transaction(stores, mode, options);
      if (isSuperseded()) late.add(transaction);
      return transaction;
    },
    table(name): DBCoreTable {
      const table = core.table(name);
      return {
        ...table,
        get: unlessLate((request) => table.get(request)),
        getMany: unlessLate((request) => table.getMany(request)),
        query: unlessLate((request) => table.query(request)),
        openCursor: unlessLate((request) => table.openCursor(request)),
        count: unlessLate((request) => table.count(request)),
      };
    },
  };
}
