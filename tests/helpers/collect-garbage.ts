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
