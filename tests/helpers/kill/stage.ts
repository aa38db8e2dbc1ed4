/** A data folder, the fake model, and people whose scenes are being generated while servers on that folder are killed. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import type { Db } from '#edge-api/db/client.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { saveKey, sendOver, signIn } from '#tests/api/harness.ts';
import { lighthouse } from '#tests/api/new-project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startProcess, type ServerProcess } from './server-process.ts';

export type Stage = {
  gemini: FakeGemini;
  dataDir: string;
  /** Starts a server on the folder. The caller ends it. */
  start(script: string, environment?: Record<string, string>): ServerProcess;
  /** What a killed process held is free: as if everybody had waited until its leases ran out. */
  endLeases(dead: ServerProcess): Promise<void>;
  /** Signs somebody in on a running server and saves a key for them. */
  person(url: string, name: string): Promise<Person>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export type Person = {
  /** The same as `call`, and the reply whatever it says. */
  send(url: string, method: 'GET' | 'POST' | 'PATCH', path: string, json?: object, key?: string): Promise<Response>;
  /** A call to the server at some address, in this person's name. Throws when it is refused. */
  call(url: string, method: 'GET' | 'POST', path: string, json?: object, key?: string): Promise<unknown>;
  /** A project whose scenes are named by the marks. */
  addScenes(url: string, marks: readonly string[], seconds?: number): Promise<string>;
  scenes(url: string, projectId: string): Promise<Scene[]>;
  /** The SHA-256 of the bytes under a scene's address; null when there are none. */
  clipHash(url: string, scene: Scene): Promise<string | null>;
};

/** Short, so that much happens between two kills; the model's delays let a request be on its way for a while. */
const POLL_MS = 25;
const delays: Partial<Record<string, number>> = {
  'interactions.create': 120,
  'models.generateContent': 120,
  'interactions.get': 15,
  'files.download': 40,
};

const SHORT_SECONDS = 4;

const made = new Map<number, Promise<Uint8Array>>();

/** A clip of that length, made once: an extended one is longer than what it goes on from. */
function clipOf(seconds: number): Promise<Uint8Array> {
  const clip = made.get(seconds) ?? makeClip({ seconds, size: '720p', ratio: '16:9', sceneNumber: 1 });
  made.set(seconds, clip);
  return clip;
}

/** The caller closes it. @param place a folder of the caller's, for a data folder in it; else it is among temporary files */
export async function openStage(place = tmpdir()): Promise<Stage> {
  const dataDir = await mkdtemp(join(place, 'storyreel-kill-'));
  const gemini = await startFakeGemini({
    slowPolls: 1,
    delayMs: (operation) => delays[operation] ?? 0,
    clips: async ({ prompt, durationSeconds }) => markedClip(await clipOf(durationSeconds), prompt),
  });
  return stageOn(dataDir, gemini, () => gemini.close());
}

/** The same folder again and again, as it is now, with the model that knows what was made in it. The caller closes each. */
export function copiesOf({ dataDir, gemini }: Stage): () => Promise<Stage> {
  const made = gemini.requests.length;
  return async () => {
    const begin = gemini.requests.length;
    const copy = await mkdtemp(join(tmpdir(), 'storyreel-kill-'));
    await cp(dataDir, copy, { recursive: true });
    const sinceThen: FakeGemini = {
      ...gemini,
      get requests() {
        return [...gemini.requests.slice(0, made), ...gemini.requests.slice(begin)];
      },
    };
    return stageOn(copy, sinceThen, async () => undefined);
  };
}

function stageOn(dataDir: string, gemini: FakeGemini, closeModel: () => Promise<void>): Stage {
  let opened: (Db & { close(): void }) | null = null;
  const database = async () => (opened ??= await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`));
  return {
    gemini,
    dataDir,
    start: (script, environment = {}) =>
      startProcess(script, {
        DATA_DIR: dataDir,
        GOOGLE_GEMINI_BASE_URL: gemini.url,
        GENERATION_POLL_MS: String(POLL_MS),
        // No ffmpeg: taking pictures would be most of what there is to interrupt.
        PATH: '',
        ...environment,
      }),
    endLeases: async (dead) => {
      const leaseBy = dead.leaseBy();
      if (leaseBy === null) return;
      const sql = 'update jobs set lease_until_ms = 0 where lease_by = :leaseBy';
      await (await database()).batch([{ sql, args: { leaseBy } }], 'write');
    },
    person: newPerson,
    rows: async (sql) => (await (await database()).execute(sql)).rows.map((row) => ({ ...row })),
    close: async () => {
      opened?.close();
      await closeModel();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A clip with its prompt in it, so that no two scenes have the same file. */
function markedClip(clip: Uint8Array, prompt: string): Uint8Array {
  const words = Buffer.from(prompt);
  const box = Buffer.alloc(8 + words.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  words.copy(box, 8);
  return Buffer.concat([clip, box]);
}

async function newPerson(url: string, name: string): Promise<Person> {
  const user = await signIn(sendOver(url), url, name);
  const { cookie } = user;
  const send = (at: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(at + path, {
      ...init,
      headers: { Cookie: cookie, Origin: at, 'Content-Type': 'application/json', ...init.headers },
    });
  const ask: Person['send'] = (at, method, path, json, key) => {
    const body = method === 'GET' ? {} : { body: JSON.stringify(json ?? {}) };
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return send(at, path, { method, headers, ...body });
  };
  const call: Person['call'] = async (at, method, path, json, key) => {
    const answer = await ask(at, method, path, json, key);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await saveKey(user, FAKE_KEYS.good);
  return {
    send: ask,
    call,
    addScenes: async (at, marks, seconds = SHORT_SECONDS) => {
      const json = { ...lighthouse, model: 'omni' };
      const project = (await call(at, 'POST', '/api/projects', json)) as Project;
      for (const mark of marks) {
        const scene = { title: 'A scene', description: `It goes on. ${mark}`, duration: seconds };
        await call(at, 'POST', `/api/projects/${project.id}/scenes`, scene);
      }
      return project.id;
    },
    scenes: async (at, projectId) => sceneListReply.parse(await call(at, 'GET', `/api/projects/${projectId}/scenes`)),
    clipHash: async (at, { videoUrl }) => {
      if (videoUrl === null) return null;
      const answer = await send(at, videoUrl);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.ok ? createHash('sha256').update(bytes).digest('hex') : null;
    },
  };
}

/** Waits until a question to the database has an answer. */
export async function untilRows(stage: Stage, sql: string): Promise<void> {
  while ((await stage.rows(sql)).length === 0) await pause(POLL_MS / 5);
}

/** Waits until nothing is to be done any more. Jobs are looked up in the database, where no server is in the way. */
export function untilIdle(stage: Stage): Promise<void> {
  return untilRows(
    stage,
    `select 1 where not exists (select 1 from jobs
      where state in ('queued', 'backing_off', 'submitting', 'running', 'saving') or cancel_due = 1)`,
  );
}
