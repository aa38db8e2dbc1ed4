/** Servers, workers and ffmpeg that are killed while they write movies: no export is lost, and nothing is left behind. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import type { ExportJobReply } from '#shared/api/export.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import {
  exportLeaseOf,
  openExportStage,
  untilAtWork,
  type Exporter,
  type ExportStage,
} from '#tests/helpers/kill/export-stage.ts';
import type { ServerProcess } from '#tests/helpers/kill/server-process.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** In all; `npm run test:long` asks for 300. */
const KILLS = Number(process.env['TEST_EXPORT_KILLS'] ?? 9);
/** Two seconds on a quiet machine. */
const MS_A_KILL = 20_000;
const LONGEST_LIFE_MS = 1_500;
/** The kernel ends what a dead process has left at once; a busy machine needs a moment to do so. */
const ORPHANS_END_MS = 2_000;
const PEOPLE = ['ada', 'bob', 'cleo'];
const FEW_WAITING = 6;

/** Encoded, and copied as a whole. */
const asked = [
  { resolution: '480p', format: 'mp4' },
  { resolution: '480p', format: 'mp4', range: { fromFrame: 7, toFrame: 60 } },
  { resolution: 'source', format: 'mp4' },
];

let bundle: ServerBundle;
let stage: ExportStage;

beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  stage = await openExportStage();
});
afterEach(() => stage.close());

async function untilNone(isLeft: () => Promise<unknown[]>, limitMs: number): Promise<unknown[]> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    const left = await isLeft();
    if (left.length === 0 || performance.now() > untilMs) return left;
    await pause(10);
  }
}

/** Kills a process and expects that the kernel ends what it had started, with nobody's help. */
async function kill(process: ServerProcess, dead: ServerProcess[]): Promise<void> {
  await process.end('SIGKILL');
  expect(await untilNone(() => stage.programs(process), ORPHANS_END_MS)).toEqual([]);
  await stage.endLeases(process);
  dead.push(process);
}

async function askForMore(url: string, people: readonly Exporter[]): Promise<void> {
  const [row] = await stage.rows(
    `select count(*) as waiting from export_jobs where status in ('pending', 'processing')`,
  );
  if (Number(row?.['waiting']) >= FEW_WAITING) return;
  for (const person of people) for (const json of asked) await person.start(url, json);
}

const UNFINISHED = `select id from export_jobs where status in ('pending', 'processing')`;

/** A list of the API ends after the newest hundred. */
const exportsOf = (name: string): string =>
  `select export_jobs.id from export_jobs join users on users.id = user_id where email = '${name}@example.test'`;

/** Everything that is left is written by one server; then nothing may be wrong. */
async function finish(
  people: readonly Exporter[],
  dead: ServerProcess[],
): Promise<{ complete: number; failed: number }> {
  const last = stage.start(bundle.server, { EXPORT_CONCURRENCY: '2' });
  const url = await last.ready;
  while ((await stage.rows(UNFINISHED)).length > 0) await pause(50);
  const jobs: ExportJobReply[] = [];
  const wrong: ExportJobReply[] = [];
  for (const [index, person] of people.entries()) {
    for (const { id } of await stage.rows(exportsOf(PEOPLE[index] ?? ''))) {
      const job = await person.read(url, String(id));
      jobs.push(job);
      if (!(await isWholeOrTold(url, person, job))) wrong.push(job);
    }
  }
  expect(wrong).toEqual([]);
  const files = jobs.flatMap(({ receipt }) => receipt?.file.sha256 ?? []);
  expect(await last.end('SIGTERM')).toBe(0);
  dead.push(last);
  expect([await stage.programs(), await stage.filesAtWork()]).toEqual([[], []]);
  const clips = (await stage.rows('select sha256 from media')).map(({ sha256 }) => String(sha256));
  const dropped = (await stage.rows('select sha256 from dropped_files')).map(({ sha256 }) => String(sha256));
  const named = new Set([...clips, ...files, ...dropped]);
  expect((await stage.storedFiles()).filter((name) => !named.has(name))).toEqual([]);
  requireWrittenOnce(dead);
  const complete = jobs.filter(({ status }) => status === 'complete').length;
  return { complete, failed: jobs.length - complete };
}

/** Its file is there as its receipt says, or a sentence says why there is none. */
async function isWholeOrTold(url: string, person: Exporter, job: ExportJobReply): Promise<boolean> {
  if (job.status === 'failed') return /^[A-Z].*\.$/.test(job.errorMessage ?? '');
  return job.status === 'complete' && (await person.downloadHash(url, job.id)) === job.receipt?.file.sha256;
}

/** No movie was finished by two workers. */
function requireWrittenOnce(processes: readonly ServerProcess[]): void {
  const written = processes.flatMap((process) =>
    Array.from(process.log().matchAll(/"event":"export_written","jobId":"([^"]+)"/g), ([, id]) => id),
  );
  expect(written.length).toBe(new Set(written).size);
}

describe(`with seed ${SEED}`, () => {
  test(`a server, a worker and ffmpeg, killed ${KILLS} times`, { timeout: 60_000 + KILLS * MS_A_KILL }, async () => {
    const random = randomFrom(SEED);
    const dead: ServerProcess[] = [];
    const startServer = () => stage.start(bundle.server, { EXPORT_CONCURRENCY: '2' });
    const startWorker = () => stage.start(bundle.exportWorker, { EXPORT_CONCURRENCY: '1' });
    let server = startServer();
    const people = await Promise.all(PEOPLE.map(async (name) => stage.person(await server.ready, name)));
    let worker = startWorker();
    let programsKilled = 0;
    for (let count = 0; count < KILLS; count++) {
      await askForMore(await server.ready, people);
      await untilAtWork(worker);
      await pause(random() * LONGEST_LIFE_MS);
      const victim = random();
      const [program] = victim < 1 / 3 ? await stage.programs() : [];
      if (program !== undefined) {
        programsKilled++;
        killProgram(program);
      } else if (victim < 2 / 3) {
        await kill(server, dead);
        server = startServer();
      } else {
        await kill(worker, dead);
        worker = startWorker();
      }
    }
    expect([exportLeaseOf(server), exportLeaseOf(worker)]).not.toEqual([null, null]);
    for (const alive of [server, worker]) await kill(alive, dead);
    const { complete, failed } = await finish(people, dead);
    console.warn(`${KILLS} kills, ${programsKilled} of ffmpeg: ${complete} exports complete, ${failed} failed`);
    expect(complete).toBeGreaterThan(failed);
  });
});

function killProgram(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
