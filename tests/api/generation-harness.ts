/** A job runner on a real database file and a real media folder, with a clock that stands until it is moved. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db, OpenDb } from '#edge-api/db/client.ts';
import type { JobDeps } from '#edge-api/jobs/job-deps.ts';
import { createJobRunner, type JobRunner } from '#edge-api/jobs/runner.ts';
import type { Log } from '#edge-api/log.ts';
import { noFrames, type FrameTaker } from '#edge-api/providers/frame-taker/port.ts';
import { dropFiles } from '#edge-api/services/dropped-files.ts';
import { quotasOf } from '#edge-api/services/quotas.ts';
import { HOLD_MS, holdingStore } from '#edge-api/services/held-store.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { geminiTextModel } from '#edge-api/providers/text-model/gemini.ts';
import type { TextModelFor } from '#edge-api/providers/text-model/port.ts';
import { geminiVideoModel } from '#edge-api/providers/video-model/gemini.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { appendExtension } from '#edge-api/repos/generated-scenes.ts';
import { findListedProject } from '#edge-api/repos/projects.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { generateScene, generateVideos, type GenerationDeps } from '#edge-api/services/generation.ts';
import { modelsForKey } from '#edge-api/models-for-key.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';
import { openMigratedDatabase } from '#tests/helpers/migrated-database.ts';
import { recordStatements, requireIndexes } from '#tests/helpers/query-plans.ts';

const EXTENSION_SECONDS = 7;
const START_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 60 * 60_000;

type Caller = { userId: string; idempotencyKey: string | null };

/** What tests use of a runner. */
export type StudioRunner = Pick<JobRunner, 'wake' | 'runUntilIdle' | 'start' | 'stop'>;

export type Studio = {
  db: OpenDb;
  folder: string;
  mediaStore: MediaStore;
  deps: JobDeps & GenerationDeps;
  runner: StudioRunner;
  userId: string;
  /** The key of the one person; null takes it away. */
  setKey(apiKey: string | null): void;
  now(): number;
  startedMs: number;
  /** Moves the clock and does nothing else. */
  skip(ms: number): void;
  /** Moves the clock and works on what fell due. */
  advance(ms: number): Promise<void>;
  /** Moves the clock from one due job to the next until none is left. */
  finish(): Promise<void>;
  /** The same, until nothing is due within an hour: what then waits, waits for somebody. */
  work(): Promise<void>;
  /** Another runner on the same database and clock, as after a restart or in a second process. */
  secondRunner(): StudioRunner;
  addProject(project?: { targetLength?: number; model?: ModelId; description?: string }): Promise<string>;
  /** Adds a scene with a prompt of its own. */
  addScene(
    projectId: string,
    scene: { prompt: string; duration?: number; resolution?: '720p' | '1080p' },
  ): Promise<string>;
  /** Makes a scene longer by an extension of seven seconds. */
  addExtension(projectId: string, sceneId: string): Promise<string>;
  /** Who asks, under a key or none. */
  caller(idempotencyKey?: string | null): Caller;
  /** Asks for the clips of a project: of all that have none, or of these scenes. */
  generate(projectId: string, sceneIds?: readonly string[]): Promise<unknown>;
  generateScene(sceneId: string, wish?: { acceptSecondCharge: boolean }): Promise<unknown>;
  /** Asks for clips of a project, or for a scene's, and works until nothing is left. */
  make(projectId: string, sceneIds?: readonly string[]): Promise<void>;
  makeScene(sceneId: string, wish?: { acceptSecondCharge: boolean }): Promise<void>;
  scenes(projectId: string): Promise<Scene[]>;
  statuses(projectId: string): Promise<string[]>;
  /** The kinds of all entries of the ledger, by attempt. */
  entries(): Promise<unknown[]>;
  scene(projectId: string, sceneId: string): Promise<Scene>;
  breakdown(projectId: string): Promise<{ status: string | null; error: string | null }>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** Everything that was logged. */
  logged: string[];
  /** How many files lie in the media folder, half-written ones too, when those that nobody named within an hour are gone. */
  storedFiles(): Promise<number>;
  close(): Promise<void>;
};

/** Shares of messages that come twice, late, or never, and of deliveries while which every isolate is thrown away. */
export type UnsteadyQueue = {
  random: () => number;
  twice: number;
  late: number;
  lost: number;
  thrownAway: number;
  /** What happened. */
  seen: { twice: number; late: number; lost: number; thrownAway: number };
};

export type StudioOptions = {
  apiKey: string;
  /** The provider's address, for the real adapters. */
  baseUrl?: string;
  /** By default this host takes no pictures. */
  frameTaker?: FrameTaker;
  textModelFor?: TextModelFor;
  /** What happens to messages and isolates in workerd; by default nothing does. */
  unsteadyQueue?: UnsteadyQueue;
  /** Handed the studio's clock. */
  videoModelFor?: (now: () => number) => VideoModelFor;
};

/** What a studio stands on: in this process, or in workerd. */
export type StudioHost = {
  db: OpenDb;
  /** The same, as what is asked of it by the code under test. */
  stepsDb: Db;
  folder: string;
  mediaStore: MediaStore;
  newRunner(deps: JobDeps, userId: string): StudioRunner;
  countFiles(): Promise<number>;
  close(): Promise<void>;
};

/** What keys of people are encrypted under. */
export const SECRET = new Uint8Array(32).fill(7);

/** A studio of nobody's but the test's, in this process or (TEST_API_HOST=edge) in workerd. The caller closes it. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  let nowMs = START_MS;
  let apiKey: string | null = options.apiKey;
  let runner: StudioRunner | null = null;
  const now = (): number => nowMs;
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  const logged: string[] = [];
  const host =
    process.env['TEST_API_HOST'] === 'edge'
      ? await (await import('./edge-studio.ts')).edgeStudioHost(options, logged, now)
      : await nodeHost(now);
  const { db, folder, mediaStore } = host;
  const baseUrl = options.baseUrl ?? null;
  const deps: JobDeps & GenerationDeps = {
    db: host.stepsDb,
    mediaStore,
    frameTaker: options.frameTaker ?? noFrames,
    textModelFor: options.textModelFor ?? ((key) => geminiTextModel({ apiKey: key, baseUrl })),
    videoModelFor: options.videoModelFor?.(now) ?? ((key) => geminiVideoModel({ apiKey: key, baseUrl })),
    readApiKey: async () => apiKey,
    keySecrets: { current: SECRET, previous: null },
    quotas: quotasOf({ storageLimitMb: 5_000 }),
    atOncePerPerson: { clips: 2, aiCalls: 4 },
    wakeJobs: () => runner?.wake(),
    pollMs: 5_000,
    now,
    randomBytes,
    log: logTo(logged),
  };
  const userId = uuidv7(now(), randomBytes(10));
  const mine = host.newRunner(deps, userId);
  runner = mine;
  await db.execute({
    sql: 'insert into users (id, email, created_at_ms, updated_at_ms) values (?, ?, ?, ?)',
    args: [userId, 'ada@example.org', now(), now()],
  });
  const scenes = (projectId: string): Promise<Scene[]> => listScenes(db, projectId);
  const caller: Studio['caller'] = (idempotencyKey = null) => ({ userId, idempotencyKey });
  const generate: Studio['generate'] = (projectId, sceneIds) => generateVideos(deps, caller(), projectId, sceneIds);
  const generateOne: Studio['generateScene'] = (sceneId, wish = { acceptSecondCharge: false }) =>
    generateScene(deps, caller(), sceneId, wish);
  const untilDueAfter = async (untilMs: number): Promise<void> => {
    for (let due = await mine.runUntilIdle(); due !== null && due < untilMs; due = await mine.runUntilIdle())
      nowMs = Math.max(nowMs + 1, due);
  };
  return {
    db,
    folder,
    mediaStore,
    deps,
    userId,
    logged,
    now,
    scenes,
    runner: mine,
    setKey: (key) => {
      apiKey = key;
    },
    startedMs: START_MS,
    skip: (ms) => {
      nowMs += ms;
    },
    advance: async (ms) => {
      nowMs += ms;
      await mine.runUntilIdle();
    },
    finish: () => untilDueAfter(Infinity),
    work: () => untilDueAfter(nowMs + HOUR_MS),
    caller,
    generate,
    generateScene: generateOne,
    make: (projectId, sceneIds) => generate(projectId, sceneIds).then(() => untilDueAfter(Infinity)),
    makeScene: (sceneId, wish) => generateOne(sceneId, wish).then(() => untilDueAfter(Infinity)),
    statuses: async (projectId) => (await scenes(projectId)).map(({ status }) => status),
    entries: async () =>
      (await db.execute('select entry from ledger order by attempt, entry')).rows.map((row) => row['entry']),
    secondRunner: () => host.newRunner(deps, userId),
    addProject: (project = {}) =>
      addProject(db, userId, { id: uuidv7(now(), randomBytes(10)), nowMs: now(), ...project }),
    addScene: async (projectId, scene) => {
      const id = uuidv7(now(), randomBytes(10));
      await addScene(db, { userId, projectId, id, nowMs: now(), ...scene });
      return id;
    },
    addExtension: async (projectId, sceneId) => {
      const id = uuidv7(now(), randomBytes(10));
      const extensionIndex = extensionsOf(sceneId, await scenes(projectId)).length + 1;
      const row = { id, parentSceneId: sceneId, extensionIndex, durationSeconds: EXTENSION_SECONDS, nowMs: now() };
      const longer = {
        sql: 'update scenes set duration = duration + :seconds where id = :sceneId',
        args: { seconds: EXTENSION_SECONDS, sceneId },
      };
      await db.batch([appendExtension(row), longer], 'write');
      return id;
    },
    scene: async (projectId, sceneId) => {
      const found = (await scenes(projectId)).find(({ id }) => id === sceneId);
      if (!found) throw new Error('The scene is gone.');
      return found;
    },
    breakdown: async (projectId) => {
      const project = (await findListedProject(db, userId, projectId))?.record ?? null;
      return { status: project?.breakdownStatus ?? null, error: project?.breakdownError ?? null };
    },
    rows: async (sql) => (await db.execute(sql)).rows.map((row) => ({ ...row })),
    storedFiles: async () => {
      await dropFiles({ db, mediaStore, now: () => nowMs + HOLD_MS });
      return host.countFiles();
    },
    close: async () => {
      await mine.stop();
      await host.close();
    },
  };
}

const readMaster = mastersOnDisk(join(import.meta.dirname, '../../edge-api/demo-masters/'));

/** A studio that makes demo clips, and asks nobody: no one answers at that address. */
export function startDemoStudio(): Promise<Studio> {
  const models = (now: () => number) => modelsForKey({ geminiBaseUrl: 'http://127.0.0.1:9' }, { readMaster, now });
  return startStudio({
    apiKey: DEMO_STUDIO_KEY,
    textModelFor: (apiKey) => models(() => 0).textModelFor(apiKey),
    videoModelFor: (now) => models(now).videoModelFor,
  });
}

async function nodeHost(now: () => number): Promise<StudioHost> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-jobs-'));
  const db = await openMigratedDatabase(join(folder, 'storyreel.db'));
  const recorded = recordStatements(db);
  return {
    db,
    stepsDb: recorded.db,
    folder,
    mediaStore: holdingStore(await openDiskStore(join(folder, 'media'), now), { db: recorded.db, now }),
    newRunner: (deps) => createJobRunner(deps),
    countFiles: async () => {
      const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    close: async () => {
      try {
        await requireIndexes(db, recorded.statements);
      } finally {
        db.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

type NewProject = { id: string; nowMs: number; targetLength?: number; model?: ModelId; description?: string };

async function addProject(db: OpenDb, userId: string, project: NewProject): Promise<string> {
  await db.execute({
    sql: `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
      values (:id, :userId, 'The last lighthouse', :description, '["drama","mystery"]', :targetLength, :model, '16:9', :nowMs, :nowMs)`,
    args: {
      id: project.id,
      userId,
      description:
        project.description ??
        'An old keeper sees a light at sea. He rows out into the storm. Nobody is there but his younger self.',
      targetLength: project.targetLength ?? 30,
      model: project.model ?? 'omni',
      nowMs: project.nowMs,
    },
  });
  return project.id;
}

type NewScene = {
  userId: string;
  projectId: string;
  id: string;
  nowMs: number;
  prompt: string;
  duration?: number;
  resolution?: '720p' | '1080p';
};

/** The scene's words are its prompt, so that what is sent is what the test wrote. */
async function addScene(db: OpenDb, scene: NewScene): Promise<void> {
  await db.execute({
    sql: `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, resolution, duration, metadata, created_at_ms, updated_at_ms)
      select :id, :projectId, :userId, coalesce(max(scene_number), 0) + 1, 'Scene', :prompt, '', :resolution, :duration,
        '{"cameraAngle":null,"mood":null,"lighting":null,"movement":null}', :nowMs, :nowMs
      from scenes where project_id = :projectId`,
    args: { resolution: '720p', duration: 4, ...scene },
  });
}

function logTo(lines: string[]): Log {
  const write = (level: string) => (event: string, fields?: Record<string, unknown>) => {
    const error = fields?.['error'];
    lines.push(
      `${level} ${event} ${JSON.stringify(fields)} ${error instanceof Error ? (error.stack ?? error.message) : ''}`,
    );
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
