/** How the edge meets its database: brought forward by the first request, and answered for when it is away. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bringForwardOnce } from '#edge-api/bring-forward.ts';
import type { Db } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { errorBodySchema } from '#shared/api/error.ts';
import { readyReply } from '#shared/api/health.ts';
import { startTestApi } from './harness.ts';

/** What `npm run dev:edge` ends with. */
function startedOn(port: string): [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev-edge.mjs'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], PORT: port },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return [status, stderr.trim()];
}

test.each(['abc', '8787.5', '-1', '65536'])(
  'a port that is “%s” is refused with a sentence before anything is built',
  (port) => {
    expect(startedOn(port)).toEqual([
      1,
      `PORT must be a whole number from 0 to 65535, not “${port}”. Change it and start again.`,
    ]);
  },
);

test('a port that another server listens on, such as npm start, is named before anything is built', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(startedOn(String(port))).toEqual([1, `PORT ${port} on 127.0.0.1 is already in use.`]);
  other.close();
});

/** A database that counts its calls, and of them those that write. */
function counted(db: Db): { db: Db; calls: { all: number; writing: number } } {
  const calls = { all: 0, writing: 0 };
  return {
    calls,
    db: {
      execute: (statement) => {
        calls.all++;
        return db.execute(statement);
      },
      batch: (statements, mode) => {
        calls.all++;
        if (mode === 'write') calls.writing++;
        return db.batch(statements, mode);
      },
    },
  };
}

describe('a database', () => {
  test('that has this release’s form is read once, however many requests come first', async () => {
    const api = await startTestApi();
    const { db, calls } = counted(api.db);
    const ready = bringForwardOnce(db, Date.now);
    await Promise.all([ready(), ready(), ready()]);
    await ready();
    expect(calls).toEqual({ all: 1, writing: 0 });
    await api.close();
  });

  test('that is empty is brought forward, and one that failed is tried again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-'));
    const file = await openFileDatabase(`file:${join(folder, 'empty.db')}`);
    let isAway = true;
    const away = async (): Promise<never> => Promise.reject(new Error('The database is away.'));
    const ready = bringForwardOnce(
      {
        execute: (statement) => (isAway ? away() : file.execute(statement)),
        batch: (statements, mode) => (isAway ? away() : file.batch(statements, mode)),
      },
      Date.now,
    );
    await expect(ready()).rejects.toThrow('The database is away.');
    isAway = false;
    await ready();
    expect((await file.execute('select count(*) as people from users')).rows).toEqual([{ people: 0 }]);
    file.close();
    await rm(folder, { recursive: true });
  });
});

describe('the edge without its database', () => {
  // Nobody listens on this port.
  const environment = {
    DATABASE_URL: 'http://127.0.0.1:9',
    KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 5).toString('base64'),
    PUBLIC_URL: 'https://reel.example',
    ASSETS: {
      fetch: async () =>
        new Response('<meta property="og:image" content="/share.jpg" />', { headers: { 'Content-Type': 'text/html' } }),
    },
    MEDIA: {},
    JOBS: {},
  };
  const lines: string[] = [];
  beforeEach(() => {
    vi.resetModules();
    lines.length = 0;
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => void vi.restoreAllMocks());

  const ask = async (path: string): Promise<Response> => {
    const { default: worker } = await import('#edge-api/worker.ts');
    const request = new Request(`https://reel.example${path}`);
    return Reflect.apply(worker.fetch, worker, [request, environment, { waitUntil: () => undefined }]);
  };

  test('says in its health that it is away', async () => {
    const reply = await ask('/api/health');
    expect([reply.status, (await reply.json()).database]).toEqual([200, 'unreachable']);
    expect(lines.join('\n')).toContain('database_not_ready');
  });

  test('isn’t ready for requests', async () => {
    const reply = await ask('/api/health/ready');
    expect([reply.status, readyReply.parse(await reply.json())]).toEqual([
      503,
      { ready: false, database: 'unreachable', jobs: 'stopped' },
    ]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('still has the page, which says where its picture to share is', async () => {
    const reply = await ask('/landing');
    expect(await reply.text()).toContain('content="https://reel.example/share.jpg"');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('refuses everything else in the one form', async () => {
    const reply = await ask('/api/auth/user');
    expect(reply.status).toBe(500);
    const { code, requestId } = errorBodySchema.parse(await reply.json());
    expect([code, reply.headers.get('x-request-id')]).toEqual(['internal', requestId]);
    expect(lines.find((line) => line.includes('database_not_ready'))).toContain(`"requestId":"${requestId}"`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
