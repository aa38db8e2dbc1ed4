/** Bounds of work that makes calls: a Worker may make only so many in one invocation, whatever there is to do. */
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';

/** Work in steps asks between two of them. */
export type Spending = {
  /** Whether no other step may begin; what is left over waits for the next time. Without it there is no bound. */
  isSpent?(): boolean;
};

type Callers = { db: Db; mediaStore: MediaStore };

/**
 * The same dependencies, with their calls counted.
 * @param calls to the database and the media store together; the step that is under way when they are spent goes on
 */
export function withBudget<D extends Callers>(deps: D, calls: number): D & Required<Spending> {
  let spent = 0;
  const { db, mediaStore } = deps;
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      spent += 1;
      return call(...args);
    };
  return {
    ...deps,
    db: { execute: counted(db.execute.bind(db)), batch: counted(db.batch.bind(db)) },
    mediaStore: {
      put: counted(mediaStore.put.bind(mediaStore)),
      size: counted(mediaStore.size.bind(mediaStore)),
      read: counted(mediaStore.read.bind(mediaStore)),
      list: counted(mediaStore.list.bind(mediaStore)),
      remove: counted(mediaStore.remove.bind(mediaStore)),
      removeUnfinished: counted(mediaStore.removeUnfinished.bind(mediaStore)),
    },
    isSpent: () => spent >= calls,
  };
}
