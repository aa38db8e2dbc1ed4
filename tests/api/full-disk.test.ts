/** A disk that is full for a while: reading goes on, what can't be saved says so, and nothing that is paid for is lost. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBackend, type Backend } from '#edge-api/node/backend.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import { askForMore, requireNothingPaidTwice, scenesByMark, type Asked } from '#tests/helpers/kill/kill-again.ts';
import { openStage, untilIdle, type Stage } from '#tests/helpers/kill/stage.ts';
import type { ServerProcess } from '#tests/helpers/kill/server-process.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { openSmallDisk, whyNoSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';
import { lighthouse, newProject } from './new-project.ts';
import { SEED } from '#tests/helpers/test-values.ts';
import { sendTo, signIn, type TestUser } from './harness.ts';

/** How often the disk runs full; `npm run test:long` asks for 100. */
const RUNS = Number(process.env['TEST_FULL_DISKS'] ?? 4);
const MS_A_RUN = 30_000;
/** The longest that a disk is full, and has room. */
const LONGEST_MS = 600;

const whyNot = await whyNoSmallDisk();
if (whyNot !== null) console.warn(`Disks don't run full in this run. ${whyNot}`);

const HOUR_MS = 60 * 60_000;
let disk: SmallDisk;

describe.skipIf(whyNot !== null)('on a full disk', () => {
  let backend: Backend;
  let aheadMs: number;
  let ada: TestUser;
  let project: Project;
  beforeEach(async () => {
    aheadMs = 0;
    disk = await openSmallDisk();
    backend = await startBackend({ DATA_DIR: disk.folder, WRITES_PER_MINUTE: '1000000' }, (deps) => ({
      ...deps,
      now: () => Date.now() + aheadMs,
    }));
    ada = await signIn(sendTo(backend), backend.config.publicUrl, 'Ada');
    project = await newProject(ada);
  });
  afterEach(async () => {
    await backend.close();
    await disk.close();
  });
  const health = (): Promise<Record<string, unknown>> => ada.json('/api/health');

  test('people who are signed in for days read all that is theirs', async () => {
    await disk.fill();
    aheadMs = 48 * HOUR_MS;
    for (const path of ['/api/user/projects', `/api/projects/${project.id}`, '/api/auth/user'])
      expect([path, (await ada.fetch(path)).status]).toEqual([path, 200]);
  });

  test('a change that can’t be saved says why, and is saved as soon as there is room', async () => {
    await disk.fill();
    const json = { ...lighthouse, description: 'y'.repeat(4_000) };
    const change = () => ada.fetch('/api/projects', { method: 'POST', json });
    let reply = await change();
    // What the log of the database has left over from before takes a few more changes.
    for (let tries = 0; reply.ok && tries < 1_000; tries++) reply = await change();
    expect([reply.status, await reply.json()]).toEqual([
      507,
      expect.objectContaining({ code: 'storage_full', message: expect.stringContaining('out of storage space') }),
    ]);
    await disk.makeRoom();
    expect((await change()).status).toBe(201);
  });

  test('the service says that it is not well, and asks the disk at most every 30 seconds', async () => {
    expect(await health()).toMatchObject({ status: 'ok', database: 'ok' });
    await disk.fill();
    expect(await health()).toMatchObject({ status: 'ok', database: 'ok' });
    aheadMs = 31_000;
    const degraded = await health();
    expect(degraded).toMatchObject({ status: 'degraded', database: 'ok' });
    expect(Object.keys(degraded).toSorted()).toEqual(['database', 'ffmpeg', 'status', 'version']);
    await disk.makeRoom();
    expect(await health()).toMatchObject({ status: 'degraded' });
    aheadMs = 62_000;
    expect(await health()).toMatchObject({ status: 'ok' });
  });
});

describe.skipIf(whyNot !== null)(`a disk that is full ${RUNS} times, with seed ${SEED}`, () => {
  let bundle: ServerBundle;
  let stage: Stage;
  let server: ServerProcess;
  beforeAll(async () => {
    bundle = await bundleServer();
  });
  afterAll(() => bundle.remove());
  beforeEach(async () => {
    disk = await openSmallDisk();
    stage = await openStage(disk.folder);
    server = stage.start(bundle.server);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await stage.close();
    await disk.close();
  });

  test(
    'loses nothing, pays for nothing twice, and keeps every file',
    { timeout: 60_000 + RUNS * MS_A_RUN },
    async () => {
      const random = randomFrom(SEED);
      const url = await server.ready;
      const projects: Asked[] = [];
      const titles = new Map<string, string>();
      let refused = 0;
      for (let round = 0; round < RUNS; round++) {
        if (round % 4 === 0) projects.push(...(await askForMore(stage, url, projects, {})));
        await pause(random() * LONGEST_MS);
        await disk.fill();
        const edit = rename(url, projects[Math.floor(random() * projects.length)], `Round ${round}`);
        const [{ projectId, title, tries }] = await Promise.all([
          edit,
          afterAWhile(random() * LONGEST_MS, disk.makeRoom),
        ]);
        titles.set(projectId, title);
        refused += tries - 1;
      }
      await untilIdle(stage);
      const scenes = await scenesByMark(url, projects);
      console.info(
        `${scenes.size} clips while the disk was full ${RUNS} times; ${refused} saves were refused and sent again`,
      );
      const unfinished = [...scenes.values()].filter(({ status }) => status !== 'complete');
      expect(unfinished.map(({ errorMessage }) => errorMessage)).toEqual([]);
      await requireNothingPaidTwice(stage, scenes);
      for (const { person, projectId } of projects) {
        const { title } = (await person.call(url, 'GET', `/api/projects/${projectId}`)) as Project;
        expect(title).toBe(titles.get(projectId) ?? title);
      }
      expect(await server.end('SIGTERM')).toBe(0);
      await requireEveryFile([...scenes.values()]);
    },
  );

  /** Sends an edit under one key until it is saved, as an outbox does. */
  async function rename(
    url: string,
    asked: Asked | undefined,
    title: string,
  ): Promise<{ projectId: string; title: string; tries: number }> {
    if (asked === undefined) throw new Error('Nobody has a project.');
    const { person, projectId } = asked;
    const key = crypto.randomUUID();
    for (let tries = 1; ; tries++) {
      const reply = await person.send(url, 'PATCH', `/api/projects/${projectId}`, { title }, key);
      if (reply.ok) return { projectId, title, tries };
      const text = await reply.text();
      expect([reply.status, text]).toEqual([507, expect.stringContaining('"code":"storage_full"')]);
      await pause(100);
    }
  }

  async function requireEveryFile(scenes: readonly Scene[]): Promise<void> {
    const entries = await readdir(join(stage.dataDir, 'media'), { recursive: true, withFileTypes: true });
    const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    expect(scenes.filter(({ sha256 }) => sha256 === null || !files.has(sha256))).toEqual([]);
    expect(files.size).toBe(new Set(scenes.map(({ sha256 }) => sha256)).size);
  }
});

async function afterAWhile(waitMs: number, then: () => Promise<void>): Promise<void> {
  await pause(waitMs);
  await then();
}
