/** Exports on the server: their queue, their files, and how they end. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportJobReply } from '#shared/api/export.ts';
import { limits } from '#shared/limits.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import {
  filesAtWork,
  filmedProject,
  HD,
  readExport,
  startExport,
  startExportApi,
  untilExport,
  type ExportApi,
} from './export-harness.ts';
import { storedFiles, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let exports: ExportApi;
let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  exports = await startExportApi();
  ({ api } = exports);
  ada = await api.as('Ada');
});
afterEach(() => exports.close());

describe('an export', () => {
  test('becomes a file that is downloaded under the movie’s name', async () => {
    const { id: projectId } = await filmedProject(api, ada, 'Ein Leuchtturm: “Ost” & West');
    const id = await startExport(ada, projectId);
    const job = await untilExport(ada, id);
    expect(job).toMatchObject({
      ...{ id, projectId, status: 'complete', progress: 100, ...HD, errorMessage: null, place: null, phase: null },
      receipt: { file: { width: 1920, height: 1080, frameCount: 96 } },
      fileName: 'Ein-Leuchtturm---Ost----West.mp4',
    });
    expect(job.expiresAt).toBeGreaterThan(Date.now() + DAY_MS - 60_000);

    const reply = await ada.fetch(`/api/export-jobs/${id}/download`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('video/mp4');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="Ein-Leuchtturm---Ost----West.mp4"; filename*=UTF-8''Ein-Leuchtturm---Ost----West.mp4`,
    );
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.length).toBe(job.sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.receipt?.file.sha256);

    const part = await ada.fetch(`/api/export-jobs/${id}/download`, { headers: { Range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`);
    await exports.runner.stop();
    expect(await filesAtWork(api)).toEqual([]);
  });

  test('is its owner’s alone', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId);
    await untilExport(ada, id);
    const bob = await api.as('Bob');
    expect(await bob.json('/api/export-jobs')).toEqual([]);
    // Nor is the file a clip that could be asked for by its hash.
    const { receipt } = await readExport(ada, id);
    expect((await bob.fetch(`/api/media/${receipt?.file.sha256}`)).status).toBe(404);
  });

  test('is listed, of one project and of all, until it is removed with its file', async () => {
    const [one, two] = [await filmedProject(api, ada), await filmedProject(api, ada)];
    const first = await startExport(ada, one.id);
    await untilExport(ada, first);
    const second = await startExport(ada, two.id, { resolution: '480p', format: 'webm' });
    await untilExport(ada, second);
    const ids = (jobs: ExportJobReply[]) => jobs.map(({ id }) => id);
    expect(ids(await ada.json('/api/export-jobs'))).toEqual([second, first]);
    expect(ids(await ada.json(`/api/projects/${one.id}/export-jobs`))).toEqual([first]);
    const before = await storedFiles(api.folder);
    expect((await ada.fetch(`/api/export-jobs/${first}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ada.fetch(`/api/export-jobs/${first}/download`)).status).toBe(404);
    expect(ids(await ada.json('/api/export-jobs'))).toEqual([second]);
    expect(await storedFiles(api.folder)).toHaveLength(before.length - 1);
  });

  test('goes with its project', async () => {
    const { id: projectId } = await filmedProject(api, ada, 'slow and long');
    const id = await startExport(ada, projectId);
    await untilExport(ada, id, ({ status }) => status === 'processing');
    await ada.fetch(`/api/projects/${projectId}`, { method: 'DELETE' });
    expect((await ada.fetch(`/api/export-jobs/${id}`)).status).toBe(404);
  });

  test('is kept for a day', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId);
    const { receipt } = await untilExport(ada, id);
    const tidyAt = (now: number) => tidyUp({ ...api.deps, now: () => now });
    await tidyAt(Date.now() + DAY_MS - 60_000);
    expect((await ada.fetch(`/api/export-jobs/${id}/download`)).status).toBe(200);
    await tidyAt(Date.now() + DAY_MS + 60_000);
    expect((await ada.fetch(`/api/export-jobs/${id}`)).status).toBe(404);
    expect(await storedFiles(api.folder)).not.toContain(receipt?.file.sha256);
  });

  test('that is asked for again under its key is the same', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    const ask = (json: object) =>
      ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json, headers: { 'Idempotency-Key': 'one' } });
    const [first, again] = [await ask(HD), await ask(HD)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(await again.json()).toEqual(await first.json());
    expect((await ask({ ...HD, format: 'webm' })).status).toBe(409);
    expect(await ada.json('/api/export-jobs')).toHaveLength(1);
  });

  test('of a range is of these frames, and says so in its name', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId, { ...HD, range: { fromFrame: 24, toFrame: 48 } });
    const job = await untilExport(ada, id);
    expect(job.receipt?.file.frameCount).toBe(24);
    const past = { ...HD, range: { fromFrame: 96, toFrame: 120 } };
    const reply = await ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json: past });
    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { code: 'invalid_input', message: 'This range has no frames of the movie.' },
    ]);
  });

  test('of a project without clips is refused in the specification’s words', async () => {
    const { id: projectId } = await newProject(ada);
    const reply = await ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json: HD });
    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { message: 'No completed scenes available. Generate videos first.' },
    ]);
  });
});

describe('an export that fails', () => {
  test.each([
    ['refused', 'Scene 1 can’t be decoded: it’s damaged.'],
    ['full', 'The server has no room for this movie. Free some disk space there, then export again.'],
    ['surprised', 'Something went wrong on the server while writing this movie. Export again.'],
  ])('because it is %s says so and leaves nothing', async (title, errorMessage) => {
    const { id: projectId } = await filmedProject(api, ada, title);
    const before = await storedFiles(api.folder);
    const id = await startExport(ada, projectId);
    expect(await untilExport(ada, id)).toMatchObject({
      status: 'failed',
      errorMessage,
      receipt: null,
      sizeBytes: null,
    });
    expect((await ada.fetch(`/api/export-jobs/${id}/download`)).status).toBe(404);
    await exports.runner.stop();
    expect([await filesAtWork(api), await storedFiles(api.folder)]).toEqual([[], before]);
  });

  test('because a clip is gone says so', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    await api.deps.mediaStore.remove(await storedFiles(api.folder));
    const job = await untilExport(ada, await startExport(ada, projectId));
    expect(job.errorMessage).toBe(
      'The server no longer has a clip of this movie. Generate or add that clip again, then export again.',
    );
  });
});

describe('the queue', () => {
  test('shows its places, writes no more at once than it may, and takes everybody in turn', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => api.as(`Person${index}`)));
    const projects = await Promise.all(people.map((person) => filmedProject(api, person)));
    const asked = people.flatMap((person, index) =>
      Array.from({ length: 5 }, () => ({ person, projectId: projects[index]?.id ?? '' })),
    );
    const started = await Promise.all(
      asked.map(async ({ person, projectId }) => ({ person, id: await startExport(person, projectId) })),
    );
    const waiting = await Promise.all(started.map(({ person, id }) => readExport(person, id)));
    const places = waiting.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b);
    expect(places.length).toBeGreaterThan(15);
    const jobs: ExportJobReply[] = [];
    for (const { person, id } of started) jobs.push(await untilExport(person, id));
    expect(jobs.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 'complete'));
    expect([exports.writer.begun.length, new Set(exports.writer.begun).size]).toEqual([30, 30]);
    expect(exports.writer.mostAtOnce()).toBe(2);
    await exports.runner.stop();
    expect(await filesAtWork(api)).toEqual([]);
  });

  test('takes no more from one person who keeps as much as the server keeps, until some is removed', async () => {
    const { id: projectId } = await filmedProject(api, ada);
    const kept = await startExport(ada, projectId);
    await untilExport(ada, kept);
    await api.db.execute(`update export_jobs set file_bytes = ${limits.exportsKeptBytes} where id = '${kept}'`);
    const refused = await ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json: HD });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        code: 'quota_reached',
        message:
          'The server keeps up to 10 GB of finished exports for you. Dismiss some of them, or wait until the server removes them after 24 hours.',
      },
    ]);
    const bob = await api.as('Bob');
    await untilExport(bob, await startExport(bob, (await filmedProject(api, bob)).id));
    expect((await ada.fetch(`/api/export-jobs/${kept}`, { method: 'DELETE' })).status).toBe(204);
    await untilExport(ada, await startExport(ada, projectId));
  });

  test('has a stated end for one person', async () => {
    const { id: projectId } = await filmedProject(api, ada, 'slow and long');
    const ask = () => ada.fetch(`/api/projects/${projectId}/export`, { method: 'POST', json: HD });
    const replies = await Promise.all(Array.from({ length: 40 }, ask));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(202), count(429)]).toEqual([limits.exportsWaiting, 40 - limits.exportsWaiting]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(await refused?.json()).toMatchObject({
      code: 'rate_limited',
      message: 'You can have up to 10 exports waiting on the server. Wait until one is done, or cancel one.',
    });
    const jobs = await ada.json<ExportJobReply[]>('/api/export-jobs');
    const [next] = jobs.filter(({ place }) => place === 1);
    expect(jobs.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { id } of jobs.filter((job) => job.status === 'processing'))
      await ada.fetch(`/api/export-jobs/${id}`, { method: 'DELETE' });
    await untilExport(ada, next?.id ?? '', ({ status }) => status === 'processing');
  });
});
