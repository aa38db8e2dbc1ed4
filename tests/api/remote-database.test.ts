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

test('that is locked by other writers is asked again, and its answer is given', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/pipeline')) return void response.writeHead(200).end();
    asked++;
    const locked = { type: 'error', error: { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' } };
    const done = {
      type: 'ok',
      response: { type: 'execute', result: { cols: [{ name: 'a' }], rows: [[{ type: 'integer', value: '7' }]] } },
    };
    const closed = { type: 'ok', response: { type: 'close' } };
    const result =
      asked < 3 ? locked : { ...done, response: { ...done.response, result: whole(done.response.result) } };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ baton: null, base_url: null, results: [result, closed] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const db = remoteDatabase({ url: `http://127.0.0.1:${port}`, authToken: null });
  expect((await db.execute('select 7 as a')).rows).toMatchObject([{ a: 7 }]);
  expect(asked).toBe(3);
  server.closeAllConnections();
  server.close();
});

function whole<Result extends object>(result: Result) {
  return { ...result, affected_row_count: 0, last_insert_rowid: null };
}
