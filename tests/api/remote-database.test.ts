/** A database on another machine that has too much to do. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';

/** Whatever a server answers, as a database; it is closed after the test. */
async function databaseAt(server: Server, timeoutMs?: number): Promise<Db> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return remoteDatabase({ url: `http://127.0.0.1:${port}`, authToken: null }, timeoutMs);
}

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
  const db = await databaseAt(server);
  await expect(db.execute('select 1')).rejects.toThrow(String(status));
  expect(asked).toBe(times);
});

test('that never answers is given up', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  const db = await databaseAt(server, 100);
  await expect(db.execute('select 1')).rejects.toThrow(/timeout|aborted/i);
});

test.each([
  ['by a statement', null],
  ['by a batch that can’t be begun', 0],
  ['by a batch whose statement fails', 1],
  ['by a batch that can’t be ended', 2],
])('that is locked by other writers is asked again %s, and its answer is given', async (_, lockedStep) => {
  let asked = 0;
  const locked = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' };
  const found = whole({ cols: [{ name: 'a' }], rows: [[{ type: 'integer', value: '7' }]] });
  const none = whole({ cols: [], rows: [] });
  const answerTo = (type: string): object => {
    if (type === 'execute' && asked < 3) return { type: 'error', error: locked };
    if (type === 'execute') return { type: 'ok', response: { type, result: found } };
    if (type !== 'batch') return { type: 'ok', response: { type } };
    // It is begun, has its statement, and is ended; or it is rolled back.
    const steps = [none, found, none, null];
    const result = {
      step_results: asked < 3 ? steps.map((step, index) => (index < (lockedStep ?? 0) ? step : null)) : steps,
      step_errors: steps.map((__, index) => (asked < 3 && index === lockedStep ? locked : null)),
    };
    return { type: 'ok', response: { type, result } };
  };
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (!request.url?.endsWith('/pipeline')) return void response.writeHead(200).end();
      asked++;
      const { requests } = z.object({ requests: z.array(z.object({ type: z.string() })) }).parse(JSON.parse(body));
      const results = requests.map(({ type }) => answerTo(type));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ baton: null, base_url: null, results }));
    })();
  }).listen(0, '127.0.0.1');
  const db = await databaseAt(server);
  const answer =
    lockedStep === null ? await db.execute('select 7 as a') : (await db.batch(['select 7 as a'], 'write'))[0];
  expect(answer?.rows).toMatchObject([{ a: 7 }]);
  expect(asked).toBe(3);
});

function whole<Result extends object>(result: Result) {
  return { ...result, affected_row_count: 0, last_insert_rowid: null };
}
