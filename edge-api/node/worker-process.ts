/** How processes that write exports end. */
import { ConfigError } from '../config.ts';

/** The first signal gives back what is begun; the second is a person who does not want to wait. */
export function stopOnSignals(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

export function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
