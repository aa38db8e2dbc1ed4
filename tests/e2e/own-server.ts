/** A server from before a file's first test until after its last. */
import { test } from '@playwright/test';
import type { RunningServer } from './server.ts';

export function ownServer(start: () => Promise<RunningServer>): Pick<RunningServer, 'url' | 'dataDir' | 'log'> {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await start();
  });
  test.afterAll(() => server.remove());
  return {
    get url() {
      return server.url;
    },
    get dataDir() {
      return server.dataDir;
    },
    log: () => server.log(),
  };
}
