/** An imaginary browser and an imaginary server for tests of exports that the server makes. */
import { StoryreelDb } from '#data/db.ts';
import type { ExportServer } from '#data/export-server.ts';
import { exportLockName } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { rememberUser } from '#data/tables/users.ts';
import { createServerExports } from '#editor/server-exports.ts';
import type { ExportJobReply } from '#shared/api/export.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { completeScene, projectRow, testHash, testId } from '#tests/helpers/rows.ts';
import { memoryLocks } from './memory-locks.ts';
import { untilExports } from './until-exports.ts';

export const PROJECT_ID = testId(1);
export const JOB_ID = testId(900);

/** What the server was asked, in order: `start`, `read`, … */
type Asked = { call: string; with?: unknown };

export type ServerBench = {
  db: StoryreelDb;
  asked: Asked[];
  /** Answers of the calls; a test replaces what it is about. */
  server: ExportServer;
  setJob(fields: Partial<ExportJobReply>): void;
  /** What the server has, asked for from whichever browser. */
  setListed(jobs: ExportJobReply[]): void;
  /** How often the server was asked what it has. */
  listings(): number;
  setTexts(pictures: { sha256: string }[]): void;
  setHidden(isHidden: boolean): void;
  clock: { now: number };
  openTab(): { exports: ReturnType<typeof createServerExports>; close(): void };
  /** Lets the time pass for which somebody waits, once somebody does. */
  tick(): Promise<void>;
  until(isWanted: (rows: ExportRow[]) => boolean): Promise<void>;
  untilAsked(call: string, times?: number): Promise<void>;
  /** Resolves when a second tab waits for its turn with an export. */
  untilWanted(id: string): Promise<void>;
  /** Resolves when no tab works on an export. */
  untilFree(id: string): Promise<void>;
  signIn(): Promise<void>;
  close(): Promise<void>;
};

const INES = {
  ...{ firstName: 'Ines', lastName: null, email: 'ines@example.test', profileImageUrl: null, geminiApiKey: null },
  id: projectRow().userId,
};

export class Unanswered extends Error {}

let databases = 0;

export async function serverBench(): Promise<ServerBench> {
  databases += 1;
  const db = new StoryreelDb(`server-exports-${databases}`);
  await rememberUser(db, INES, 1);
  await db.projects.put({ ...projectRow(), rev: 1 });
  await db.scenes.bulkPut([1, 2].map((number) => ({ ...completeScene(number), rev: 1 })));
  const asked: Asked[] = [];
  const clock = { now: 1_000_000 };
  const held = new Set<string>();
  const locks = memoryLocks(held);
  const waits = new Set<{ at: number; work: () => void }>();
  let job: ExportJobReply = newJob();
  let listings = 0;
  let jobs: ExportJobReply[] = [];
  let texts: { sha256: string }[] = [];
  let isHidden = false;
  let ids = 0;
  const tell = <T>(call: string, answer: T, using?: unknown): Promise<T> => {
    asked.push({ call, with: using });
    return Promise.resolve(answer);
  };
  const server: ExportServer = {
    settle: () => tell('settle', undefined),
    missingPictures: (hashes) => tell('missing', hashes, hashes),
    sendPicture: (sha256) => tell('send', undefined, sha256),
    start: (_, request, key) => tell('start', JOB_ID, { request, key }),
    list() {
      listings += 1;
      return Promise.resolve(jobs);
    },
    read: () => tell('read', job),
    remove: (id) => tell('remove', undefined, id),
    isUnanswered: (error) => error instanceof Unanswered,
    sentenceOf: (error) => (error instanceof Error ? error.message : null),
    downloadPath: (id) => `/download/${id}`,
  };
  return {
    db,
    asked,
    server,
    setJob: (fields) => (job = { ...job, ...fields }),
    setListed: (listed) => (jobs = listed),
    listings: () => listings,
    setTexts: (pictures) => (texts = pictures),
    setHidden: (hidden) => (isHidden = hidden),
    clock,
    openTab() {
      const stop = new AbortController();
      const exports = createServerExports({
        db,
        device: { now: () => clock.now, newId: () => uuidv7(clock.now + (ids += 1), new Uint8Array(10)) },
        locks,
        server: () => server,
        drawTexts: async ({ scenes }) =>
          texts.map(({ sha256 }) => ({
            png: new Blob([sha256]),
            drawn: { sceneId: scenes[0]?.sceneId ?? '', overlayIndex: 0, sha256, x: 2, y: 4 },
          })),
        after(ms, work) {
          const wait = { at: clock.now + ms, work };
          waits.add(wait);
          return () => waits.delete(wait);
        },
        isHidden: () => isHidden,
        tabId: 'tab',
      });
      exports.follow(stop.signal, (error) => {
        throw error;
      });
      return { exports, close: () => stop.abort() };
    },
    async tick() {
      await poll(() => waits.size > 0);
      const next = Math.min(...[...waits].map(({ at }) => at));
      clock.now = Math.max(clock.now, next);
      for (const wait of [...waits].filter(({ at }) => at <= clock.now)) {
        waits.delete(wait);
        wait.work();
      }
    },
    until: (isWanted) => untilExports(db, isWanted),
    untilAsked: (call, times = 1) => poll(() => asked.filter((one) => one.call === call).length >= times),
    untilFree: (id) => poll(() => !held.has(exportLockName(id))),
    signIn: () => rememberUser(db, INES, 1),
    untilWanted: (id) => poll(() => locks.isWanted(exportLockName(id))),
    async close() {
      db.close();
      await db.delete();
    },
  };
}

/** A job that waits its turn. */
export function newJob(): ExportJobReply {
  return {
    ...{ id: JOB_ID, projectId: PROJECT_ID, status: 'pending', progress: 0, resolution: '720p', format: 'mp4' },
    ...{ createdAt: 1, errorMessage: null, place: 3, phase: null, receipt: null, sizeBytes: null, expiresAt: null },
    fileName: 'The-Glass-Lighthouse.mp4',
  };
}

/** The hash of a picture that a test speaks of. */
export const picture = (n: number): { sha256: string } => ({ sha256: testHash(n) });

async function poll(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 2_000;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error('It did not come to that');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
