/** Turns at an export: who has it, how one ends, and what is left when a worker dies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimExports, EXPORT_ATTEMPTS } from '#edge-api/repos/export-jobs.ts';
import { databaseDesk } from '#edge-api/services/export-desk.ts';
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
import type { TestApi, TestUser } from './harness.ts';

let exports: ExportApi;
let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  exports = await startExportApi();
  ({ api } = exports);
  ada = await api.as('Ada');
});
afterEach(() => exports.close());

/** The processes that work in the folder of exports. */
async function programsAtWork(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.flatMap((pid, at) => (folders[at]?.startsWith(join(api.folder, 'exporting')) ? [Number(pid)] : []));
}

async function processesAtWork(): Promise<number> {
  return (await programsAtWork()).length;
}

/** As the system does when memory runs short. */
async function endPrograms(): Promise<void> {
  for (const pid of await programsAtWork()) process.kill(pid, 'SIGKILL');
}

async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}

async function beginSlowExport(): Promise<string> {
  const { id: projectId } = await filmedProject(api, ada, 'slow and long');
  const id = await startExport(ada, projectId);
  await untilExport(ada, id, ({ progress }) => progress > 0);
  return id;
}

const sql = (text: string) => api.db.execute(text);

test('tells how far it is and what it does', async () => {
  const id = await beginSlowExport();
  const { status, phase, progress, place } = await readExport(ada, id);
  expect([status, phase, place]).toEqual(['processing', 'encoding', null]);
  await untilExport(ada, id, (job) => job.progress > progress);
});

describe('an export that is canceled', () => {
  test('ends its program at the next look, of which there are some a second, and leaves nothing', async () => {
    const id = await beginSlowExport();
    expect(await processesAtWork()).toBe(1);
    expect((await ada.fetch(`/api/export-jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    const { execute } = api.deps.db;
    let looks = 0;
    api.deps.db.execute = (statement) => {
      if (typeof statement !== 'string' && 'leaseBy' in (statement.args ?? {})) looks++;
      return execute(statement);
    };
    await untilTrue(async () => (await processesAtWork()) === 0);
    // One may have been on its way before.
    expect(looks).toBeLessThanOrEqual(2);
    expect(databaseDesk({ ...api.deps, now: Date.now }).watchEveryMs).toBeLessThan(1_000);
    expect((await ada.fetch(`/api/export-jobs/${id}`)).status).toBe(404);
    await untilTrue(async () => (await filesAtWork(api)).length === 0);
  });

  test('before its turn is never begun', async () => {
    const { id: projectId } = await filmedProject(api, ada, 'slow and long');
    const ids = await Promise.all([1, 2, 3].map(() => startExport(ada, projectId)));
    await untilTrue(async () => exports.writer.begun.length === 2);
    const jobs = await Promise.all(ids.map((id) => readExport(ada, id)));
    const last = jobs.find(({ place }) => place === 1);
    for (const { id } of [last, ...jobs].flatMap((job) => job ?? []))
      await ada.fetch(`/api/export-jobs/${id}`, { method: 'DELETE' });
    await untilTrue(async () => (await processesAtWork()) === 0);
    await exports.runner.stop();
    expect(exports.writer.begun).toHaveLength(2);
  });
});

describe('a worker', () => {
  test('that stops gives back what it has not finished, and another writes it', async () => {
    const id = await beginSlowExport();
    await exports.runner.stop();
    expect(await readExport(ada, id)).toMatchObject({ status: 'pending', progress: 0, place: 1, phase: null });
    expect([await processesAtWork(), await filesAtWork(api)]).toEqual([0, []]);
    await exports.addRunner();
    await untilExport(ada, id, ({ progress }) => progress > 0);
  });

  test('that died leaves its export to another, which ends its programs and removes its files', async () => {
    await exports.runner.stop();
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId);
    await sql(`update export_jobs set status = 'processing', lease_by = 'dead', attempt = 1, lease_until_ms = 0`);
    const folder = join(api.folder, 'exporting', `${id}.dead`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'movie.mp4'), 'half of it');
    const orphan = spawn('sleep', ['600'], { cwd: folder });
    const ended = once(orphan, 'close');
    await exports.addRunner();
    expect(await untilExport(ada, id)).toMatchObject({ status: 'complete' });
    expect(await ended).toEqual([null, 'SIGKILL']);
    await untilTrue(async () => (await filesAtWork(api)).length === 0);
  });

  test('sweeps at its start what nobody works on, and nothing else', async () => {
    const id = await beginSlowExport();
    const folder = join(api.folder, 'exporting', '01890000-0000-7000-8000-000000000000.dead');
    await mkdir(folder);
    await exports.addRunner();
    await untilTrue(async () => !(await filesAtWork(api)).some((name) => name.includes('.dead')));
    expect((await filesAtWork(api)).some((name) => name.startsWith(id))).toBe(true);
    expect(await processesAtWork()).toBe(1);
  });

  test('whose lease another took writes nothing more', async () => {
    const id = await beginSlowExport();
    await sql(`update export_jobs set lease_by = 'another', lease_until_ms = ${Date.now() + 60_000}, progress = 1`);
    await untilTrue(async () => (await processesAtWork()) === 0);
    await exports.runner.stop();
    expect(await readExport(ada, id)).toMatchObject({ status: 'processing', progress: 1 });
  });

  test('gives up what stopped it again and again', async () => {
    await exports.runner.stop();
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId);
    const leaseUntilMs = Date.now() + 60_000;
    await sql(`update export_jobs set status = 'processing', lease_by = 'dead', attempt = ${EXPORT_ATTEMPTS},
      lease_until_ms = ${leaseUntilMs}`);
    const runner = await exports.addRunner();
    await mkdir(join(api.folder, 'exporting', `${id}.dead`));
    await sql('update export_jobs set lease_until_ms = 0');
    runner.wake();
    expect(await untilExport(ada, id)).toMatchObject({
      status: 'failed',
      errorMessage: 'The server stopped several times while writing this movie. Export again.',
    });
    await runner.stop();
    expect(await filesAtWork(api)).toEqual([]);
  });

  test('without ffmpeg takes only what needs none', async () => {
    await exports.runner.stop();
    const { id: projectId } = await filmedProject(api, ada);
    const [encoded, copied] = [await startExport(ada, projectId), await startExport(ada, projectId)];
    await sql(`update export_jobs set needs_ffmpeg = 0 where id = '${copied}'`);
    const poor = { leaseBy: 'poor', nowMs: Date.now(), limit: 5, hasFfmpeg: false };
    const claimed = await claimExports(api.deps.db, poor);
    expect(claimed.map(({ id }) => id)).toEqual([copied]);
    expect(await readExport(ada, encoded)).toMatchObject({ status: 'pending', place: 1 });
  });
});

test('an export of a release that kept movies in another form fails, and is not begun again and again', async () => {
  await exports.runner.stop();
  const { id: projectId } = await filmedProject(api, ada);
  const id = await startExport(ada, projectId);
  await sql(`update export_jobs set movie = '{"plan":{}}'`);
  await exports.addRunner();
  expect(await untilExport(ada, id)).toMatchObject({
    status: 'failed',
    errorMessage: 'Something went wrong on the server while writing this movie. Export again.',
  });
});

describe('an export whose ffmpeg is killed', () => {
  test('is written again', async () => {
    const id = await beginSlowExport();
    await endPrograms();
    await untilTrue(async () => exports.writer.begun.length === 2);
    expect((await untilExport(ada, id, ({ progress }) => progress > 0)).status).toBe('processing');
  });

  test('a second time is given up, and says so', async () => {
    const id = await beginSlowExport();
    await endPrograms();
    await untilTrue(async () => exports.writer.begun.length === 2 && (await processesAtWork()) === 1);
    await endPrograms();
    expect(await untilExport(ada, id)).toMatchObject({
      status: 'failed',
      errorMessage:
        'The server’s ffmpeg was stopped more than once, maybe because memory ran short. Choose a smaller size or a shorter part, then export again.',
    });
    await exports.runner.stop();
    expect([exports.writer.begun.length, await filesAtWork(api)]).toEqual([2, []]);
  });
});

test('an export that takes too long is stopped, though the database is slow to answer', async () => {
  await exports.runner.stop();
  let laterMs = 0;
  const runner = await exports.addRunner({ answerMs: 50, now: () => Date.now() + laterMs });
  const id = await beginSlowExport();
  laterMs = 60 * 60_000;
  expect(await untilExport(ada, id)).toMatchObject({
    status: 'failed',
    errorMessage:
      'This export took too long and was stopped. Choose a smaller size or a shorter part, then export again.',
  });
  await runner.stop();
  expect([await processesAtWork(), await filesAtWork(api)]).toEqual([0, []]);
});

describe('a disk', () => {
  const noRoom = 'The server has no room for this movie. Free some disk space there, then export again.';
  let free: number;
  /** The real disk, on which so much is said to be left. */
  const addRunnerOnDisk = () => exports.addRunner({ bench: (bench) => ({ ...bench, freeBytes: async () => free }) });

  beforeEach(() => exports.runner.stop());

  test('without room for a movie is told before it begins', async () => {
    free = 290_000_000;
    await addRunnerOnDisk();
    const { id: projectId } = await filmedProject(api, ada);
    const id = await startExport(ada, projectId, { ...HD, resolution: '4k' });
    expect(await untilExport(ada, id)).toMatchObject({ status: 'failed', errorMessage: noRoom });
    expect(exports.writer.begun).toEqual([]);
  });

  test('that fills up ends what is written, and its file is removed', async () => {
    free = 10e9;
    const runner = await addRunnerOnDisk();
    const id = await beginSlowExport();
    free = 50_000_000;
    expect(await untilExport(ada, id)).toMatchObject({ status: 'failed', errorMessage: noRoom });
    await runner.stop();
    expect([await processesAtWork(), await filesAtWork(api)]).toEqual([0, []]);
  });
});

test('two workers on one database write no movie twice', async () => {
  await exports.addRunner();
  await exports.addRunner();
  const people = await Promise.all(['Bob', 'Cleo', 'Dan', 'Eve'].map((name) => api.as(name)));
  const started: { person: TestUser; id: string }[] = [];
  for (const person of people) {
    const { id: projectId } = await filmedProject(api, person);
    for (let count = 0; count < 3; count++) started.push({ person, id: await startExport(person, projectId) });
  }
  for (const { person, id } of started) expect((await untilExport(person, id)).status).toBe('complete');
  expect([exports.writer.begun.length, new Set(exports.writer.begun).size]).toEqual([12, 12]);
  const { rows } = await sql('select attempt, count(*) as count from export_jobs group by attempt');
  expect(rows).toEqual([{ attempt: 1, count: 12 }]);
});
