/** A database on another machine that has too much to do. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';

test.each([
  [429, 6],
  [500, 1],
  [401, 1],
])('that answers %i is asked %i times', async (status, times) => {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/pipeline')) asked++;
    response.writeHead(request.url?.endsWith('/pipeline') ? status : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const db = remoteDatabase({ url: `http://127.0.0.1:${port}`, authToken: null });
  await expect(db.execute('select 1')).rejects.toThrow(String(status));
  expect(asked).toBe(times);
  server.closeAllConnections();
  server.close();
});
