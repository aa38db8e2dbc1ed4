/** As if a process had ended: the engine lets go of a closed file only when its statements have been collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let round = 0; round < 3; round++) {
    if (typeof collect === 'function') collect();
    await new Promise(setImmediate);
  }
}

const MOST_TRIES = 40;

/**
 * Runs what needs the database's file for itself. A process that ends lets go of its files at once; within one the engine
 * does so when it comes to it.
 */
export async function onceLetGo<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await collectGarbage();
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('DATA_DIR is in use')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
