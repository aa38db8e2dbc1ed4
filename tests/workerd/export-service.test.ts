/** Movies of people on the edge, written by services that have neither its database nor its bucket, and that are killed. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_SERVICE_PATH } from '#shared/api/export-service.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { limits } from '#shared/limits.ts';
import type { Project } from '#shared/entities/project.ts';
import { signLink } from '#edge-api/services/signed-link.ts';
import { freePort } from '#scripts/free-port.mjs';
import { idea } from '#tests/api/battery/people.ts';
import { readExport, startExport, untilExport } from '#tests/api/export-harness.ts';
import type { TestUser } from '#tests/api/harness.ts';
import type { PlantedClip } from '#tests/api/plant-clip.ts';
import { startFakeQueue, type FakeQueue } from '#tests/helpers/fake-queue.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import { startProcess, type ServerProcess } from '#tests/helpers/kill/server-process.ts';
import { loneFetch } from '#tests/helpers/lone-fetch.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

const TOKEN = 'token-of-the-services';
const SECRET = Buffer.alloc(32, 3);
/** Encoded as a whole. */
const LONG = { resolution: '1080p', format: 'webm' };
const HD = { resolution: '1080p', format: 'mp4' };

let bundle: ServerBundle;
let queue: FakeQueue;
let stage: EdgeStage;
let ada: TestUser;
let project: Project;
let clip: PlantedClip;
let servicePort: number;
const folders: string[] = [];
const services: Service[] = [];

beforeAll(async () => {
  bundle = await bundleServer();
  servicePort = await freePort();
  queue = await startFakeQueue();
  stage = await openEdgeStage(
    { EXPORT_SERVICE_TOKEN: TOKEN, KEY_ENCRYPTION_SECRET: SECRET.toString('base64') },
    { beside: [queue.fedFrom('storyreel-exports')] },
  );
  ada = await stage.as('Ada');
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  clip = await stage.plantClip(project);
  await stage.plantClip(project);
});
afterAll(async () => {
  await stage.close();
  await queue.close();
  await bundle.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.end('SIGTERM');
  // What a test's own exports asked for is no other test's.
  queue.clear();
});

type Service = ServerProcess & { url: string; folder: string; wake(): Promise<unknown> };

/** As a container runs it: the address of the server and a token, a folder that is empty, and nothing else. */
async function startService(environment: Record<string, string> = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-service-'));
  folders.push(folder);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const service = startProcess(bundle.exportService, {
    PORT: port,
    PUBLIC_URL: stage.edge.url,
    EXPORT_SERVICE_TOKEN: TOKEN,
    DATA_DIR: folder,
    EXPORT_CONCURRENCY: '1',
    ...environment,
  });
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const wake = () => fetch(`${url}/wake`, { method: 'POST', headers });
  const started = { ...service, url, folder, wake };
  services.push(started);
  while (!service.log().includes('export_runner_started')) await pause(20);
  return started;
}

const available = () => ada.json<{ available: boolean; error: string | null }>('/api/check-ffmpeg');
const objects = async (): Promise<string[]> =>
  (await (await stage.edge.miniflare.getR2Bucket('MEDIA')).list({ startAfter: '', limit: 1000 })).objects.map(
    ({ key }) => key,
  );
/** Who finished an export. */
const writtenBy = (id: string) =>
  services.filter((service) => service.log().includes(`"event":"export_written","jobId":"${id}"`));

/** What is downloaded is what its receipt says. */
async function expectWhole(id: string): Promise<void> {
  const job = await readExport(ada, id);
  expect(job).toMatchObject({ status: 'complete', errorMessage: null });
  const reply = await ada.fetch(`/api/export-jobs/${id}/download`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.receipt?.file.sha256);
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
}

test('without a service, nobody is promised an export on the server', async () => {
  expect(await available()).toEqual({ available: false, error: expect.stringMatching(/Export in this browser/) });
  const reply = await ada.fetch(`/api/projects/${project.id}/export`, { method: 'POST', json: HD });
  expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ code: 'ffmpeg_unavailable' })]);
});

// Before one is killed: that one can't say that it is gone, and is counted on for a while.
test('a service that is stopped gives its export back, and one that is canceled leaves nothing', async () => {
  const first = await startService();
  await expect.poll(available).toMatchObject({ available: true });
  const id = await startExport(ada, project.id, LONG);
  await first.wake();
  await untilExport(ada, id, ({ status, progress }) => status === 'processing' && progress >= 1);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await readExport(ada, id)).toMatchObject({ status: 'pending', progress: 0 });
  expect((await ada.fetch(`/api/export-jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await readdir(join(first.folder, 'exporting'))).toEqual([]);
  // It has said that it is gone.
  expect(await available()).toMatchObject({ available: false });
});

test('a service that knows only the address and a token writes the movie', async () => {
  const service = await startService();
  await expect.poll(available).toEqual({ available: true, error: null });
  const before = new Set(await objects());
  const id = await startExport(ada, project.id);
  // Nobody pulls and nobody is called here: it would look by itself within half a minute.
  await service.wake();
  await untilExport(ada, id);
  await expectWhole(id);
  expect(writtenBy(id)).toHaveLength(1);
  const { receipt } = await readExport(ada, id);
  // Of the parts that it came in, and of what was passing, nothing is left.
  expect((await objects()).filter((key) => !before.has(key))).toEqual([receipt?.file.sha256]);
  expect(await readdir(join(service.folder, 'exporting'))).toEqual([]);
});

test('of a service that is killed while it writes, another finishes the movie, and it is written once', async () => {
  const first = await startService();
  await expect.poll(available).toMatchObject({ available: true });
  const id = await startExport(ada, project.id, LONG);
  await first.wake();
  await untilExport(ada, id, ({ status, progress }) => status === 'processing' && progress >= 1);
  await first.end('SIGKILL');
  const second = await startService();
  await untilExport(ada, id);
  expect(await readExport(ada, id)).toMatchObject({ status: 'complete', errorMessage: null });
  expect(writtenBy(id).map(({ log }) => log())).toEqual([second.log()]);
  const { receipt } = await readExport(ada, id);
  expect((await objects()).filter((key) => key === receipt?.file.sha256)).toHaveLength(1);
  expect((await objects()).filter((key) => key.startsWith('unfinished/'))).toEqual([]);
}, 180_000);

test(
  'two services that are woken at once take one movie each, and neither is written twice',
  { timeout: 180_000 },
  async () => {
    const bob = await stage.as('Bob');
    const his = await bob.json<Project>('/api/projects', { method: 'POST', json: idea('The Harbor') });
    await stage.plantClip(his);
    const pair = [await startService(), await startService()];
    await expect.poll(available).toMatchObject({ available: true });
    const orders = [
      { user: ada, id: await startExport(ada, project.id, LONG) },
      { user: bob, id: await startExport(bob, his.id, LONG) },
    ];
    await Promise.all([...pair, ...pair].map((service) => service.wake()));
    for (const { user, id } of orders) await untilExport(user, id);
    for (const { user, id } of orders) {
      expect(await readExport(user, id)).toMatchObject({ status: 'complete', errorMessage: null });
      expect(writtenBy(id)).toHaveLength(1);
    }
    // Each writes one movie at a time, so one of them alone would have been half as fast.
    expect(new Set(orders.flatMap(({ id }) => writtenBy(id).map(({ folder }) => folder))).size).toBe(2);
    expect((await objects()).filter((key) => key.startsWith('unfinished/'))).toEqual([]);
  },
);

test(
  'the Worker sends for each export that waits, each minute again, and services pull what it sends',
  { timeout: 180_000 },
  async () => {
    const pulling = { EXPORT_QUEUE_URL: queue.url, EXPORT_QUEUE_TOKEN: queue.token };
    const first = await startService(pulling);
    await expect.poll(available).toMatchObject({ available: true });
    await first.end('SIGKILL');
    queue.clear();
    const id = await startExport(ada, project.id, LONG);
    await expect.poll(queue.left).toBe(1);
    // As if that one had been lost.
    queue.clear();
    await stage.edge.ring(Date.UTC(2026, 10, 21, 12, 7));
    await expect.poll(queue.left).toBe(1);
    expect(stage.log()).toContain('"event":"exports_swept","waiting":1');
    queue.refuse({ calls: 'ack', status: 500 });
    const second = await startService(pulling);
    await expect.poll(second.log).toContain('queue_not_pulled');
    expect([queue.counts.acked, (await readExport(ada, id)).status]).toEqual([0, 'processing']);
    // So its message comes to another as well, who finds nothing to do.
    queue.refuse(null);
    queue.expire();
    await startService(pulling);
    await expect.poll(queue.left).toBe(0);
    expect(queue.counts).toMatchObject({ delivered: 2, acked: 1, retried: 0 });
    await untilExport(ada, id);
    expect(await readExport(ada, id)).toMatchObject({ status: 'complete', errorMessage: null });
    expect(writtenBy(id)).toEqual([second]);
    // What nobody waits for any more isn’t sent for.
    await stage.edge.ring(Date.UTC(2026, 10, 21, 12, 8));
    expect(queue.left()).toBe(0);
  },
);

test('a service with the wrong token for the queue says so, and leaves the messages to others', async () => {
  queue.send();
  const wrong = await startService({ EXPORT_QUEUE_URL: queue.url, EXPORT_QUEUE_TOKEN: 'another' });
  await expect.poll(wrong.log).toContain('queue_not_pulled');
  expect(queue.left()).toBe(1);
});

describe('links', () => {
  const in_ = (ms: number) => Date.now() + ms;
  const get = (link: string, init: RequestInit = {}) => stage.fetch(link, init);
  const media = () => `${EXPORT_SERVICE_PATH}/media/${clip.sha256}`;
  const part = (id: string, bytes: number) =>
    signLink(SECRET, 'PUT', `${EXPORT_SERVICE_PATH}/exports/${id}/parts/1?by=abcdef12&bytes=${bytes}`, in_(60_000));
  const put = (link: string, body: Uint8Array<ArrayBuffer>) =>
    loneFetch(new Request(new URL(link, stage.edge.url), { method: 'PUT', body, headers: { Origin: stage.edge.url } }));

  test('open the file they name, by ranges as well', async () => {
    const link = signLink(SECRET, 'GET', media(), in_(60_000));
    const whole = Buffer.from(await (await get(link)).arrayBuffer());
    expect(createHash('sha256').update(whole).digest('hex')).toBe(clip.sha256);
    const reply = await get(link, { headers: { Range: 'bytes=10-19' } });
    expect([reply.status, Buffer.from(await reply.arrayBuffer())]).toEqual([206, whole.subarray(10, 20)]);
    expect((await get(link, { headers: { Range: `bytes=${whole.byteLength}-` } })).status).toBe(416);
  });

  test.each([
    ['that nobody signed', () => media()],
    ['that have run out', () => signLink(SECRET, 'GET', media(), in_(-1))],
    ['for another method', () => signLink(SECRET, 'PUT', media(), in_(60_000))],
    ['under another secret', () => signLink(Buffer.alloc(32, 4), 'GET', media(), in_(60_000))],
    [
      'with a later time',
      () => signLink(SECRET, 'GET', media(), in_(60_000)).replace(/until=\d+/, `until=${in_(90_000)}`),
    ],
    [
      'for another file',
      () => signLink(SECRET, 'GET', media(), in_(60_000)).replace(/media\/[0-9a-f]{64}/, `media/${'0'.repeat(64)}`),
    ],
    ['with more in them', () => `${signLink(SECRET, 'GET', media(), in_(60_000))}&more=1`],
    ['without a whole signature', () => signLink(SECRET, 'GET', media(), in_(60_000)).slice(0, -1)],
  ])('%s open nothing', async (_, link) => {
    expect((await get(link())).status).toBe(404);
  });

  test('take no part of a movie that nobody holds, and none larger than they say', async () => {
    const id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
    expect((await put(part(id, 3), new Uint8Array(3))).status).toBe(404);
    expect((await put(part(id, limits.uploadPartBytes), new Uint8Array(limits.uploadPartBytes + 1))).status).toBe(413);
  });

  test('and orders need the token', async () => {
    const order = (token: string | null) =>
      stage.fetch(EXPORT_SERVICE_PATH, {
        method: 'POST',
        headers: {
          Origin: stage.edge.url,
          'Content-Type': 'application/json',
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ order: 'next', hasFfmpeg: true }),
      });
    expect([(await order(null)).status, (await order(`${TOKEN}x`)).status, (await order(TOKEN)).status]).toEqual([
      401, 401, 200,
    ]);
  });
});

const oneService = () => ({ EXPORT_SERVICE_TOKEN: TOKEN, EXPORT_SERVICE_URL: `http://127.0.0.1:${servicePort}` });

test('of the one service whose address it knows, the server says when it doesn’t answer', async () => {
  const alone = await openEdgeStage(oneService());
  try {
    const answer = await (await alone.as('Bob')).json('/api/check-ffmpeg');
    expect(answer).toEqual({
      available: false,
      error: expect.stringMatching(/doesn’t answer\. Export in this browser/),
    });
  } finally {
    await alone.close();
  }
});

test('the one service whose address the server knows is called when somebody asks for an export', async () => {
  const called = await openEdgeStage(oneService());
  const bob = await called.as('Bob');
  const service = await startService({ PUBLIC_URL: called.edge.url });
  const calls: string[] = [];
  const between = createServer((asked, answer) => {
    const call = `${asked.method} ${asked.url}`;
    calls.push(call);
    const { method = 'GET', headers } = asked;
    request(new URL(asked.url ?? '/', service.url), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    }).end();
  }).listen(servicePort, '127.0.0.1');
  try {
    // The answer from before it was there is kept for ten seconds.
    await expect.poll(() => bob.json('/api/check-ffmpeg')).toEqual({ available: true, error: null });
    const movie = await bob.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
    await called.plantClip(movie);
    expect(calls).not.toContain('POST /wake');
    const id = await startExport(bob, movie.id);
    await expect.poll(() => calls).toContain('POST /wake');
    expect(await untilExport(bob, id)).toMatchObject({ status: 'complete' });
    const ask = async (path: string, method = 'GET') => (await fetch(`${service.url}${path}`, { method })).status;
    expect([await ask('/check'), await ask('/wake', 'POST'), await ask('/health')]).toEqual([401, 401, 200]);
  } finally {
    between.closeAllConnections();
    between.close();
    await service.end('SIGTERM');
    await called.close();
  }
});

test('the image runs the command that was run here', async () => {
  const text = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const stageOf = text.slice(text.indexOf(' AS export-service'));
  expect(stageOf).toMatch(/^CMD \["node", "dist\/server\/node\/export-service-command\.js"\]$/m);
  const built = await readFile(new URL('../../scripts/rolldown.config.mjs', import.meta.url), 'utf8');
  expect(built).toContain(`'export-service-command': 'edge-api/node/export-service-command.ts'`);
});
