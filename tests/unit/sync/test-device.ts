/** A device for tests of the document: a database of its own, a clock that is moved by hand, and ids that repeat in every run. */
import { afterEach, beforeEach } from 'vitest';
import { createActions } from '#editor/actions.ts';
import { StoryreelDb } from '#data/db.ts';
import { rememberUser } from '#data/tables/users.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Pace } from '#data/follow.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { drainProject } from '#sync/drain.ts';
import type { Locks } from '#sync/locks.ts';
import { pullProject } from '#sync/pull.ts';
import type { SyncDeps } from '#sync/sync-deps.ts';
import type { Timer } from '#sync/timer.ts';
import { idea, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { MemoryServer, TabCrash } from './memory-server.ts';

export const USER_ID = testId(2);
export const PROJECT = testId(1);
export const sceneId = (n: number): string => testId(100 + n);

let databases = 0;

type Holder = { lose: () => void; isAwake: () => boolean };

/** Locks of one imaginary browser: first come, first served, and taken by whoever steals them. */
export function memoryBrowser(): {
  /** The locks as one of its tabs has them. @param isAwake whether it answers others */
  tab(isAwake?: () => boolean): Locks;
} {
  const holders = new Map<string, Holder>();
  const queues = new Map<string, (() => void)[]>();
  const tab = (isAwake: () => boolean = () => true): Locks => {
    const run = async <T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T> => {
      const lost = new AbortController();
      const holder = { lose: () => lost.abort(), isAwake };
      holders.set(name, holder);
      try {
        return await work(lost.signal);
      } finally {
        if (holders.get(name) === holder) {
          holders.delete(name);
          queues.get(name)?.shift()?.();
        }
      }
    };
    return {
      async hold(name, work, signal) {
        signal?.throwIfAborted();
        if (holders.has(name)) {
          await new Promise<void>((resolve, reject) => {
            const queue = queues.get(name) ?? [];
            queues.set(name, [...queue, resolve]);
            signal?.addEventListener('abort', () => {
              queues.set(name, queues.get(name)?.filter((other) => other !== resolve) ?? []);
              reject(new DOMException('Given up.', 'AbortError'));
            });
          });
        }
        return run(name, work);
      },
      steal(name, work) {
        holders.get(name)?.lose();
        return run(name, work);
      },
      isHolderAwake: async (name) => holders.get(name)?.isAwake() ?? true,
    };
  };
  return { tab };
}

/** The locks of a browser with one tab. */
export const memoryLocks = (): Locks => memoryBrowser().tab();

/** A tab that is gone writes nothing more. */
const dieWith =
  (db: StoryreelDb) =>
  (error: unknown): never => {
    if (error instanceof TabCrash) db.close();
    throw error;
  };

/** Whether the tab died: what it still tried met a closed database. */
export function isDeath(error: unknown): boolean {
  return error instanceof TabCrash || (error instanceof Error && error.name === 'DatabaseClosedError');
}

/** As in a hidden page: what is read by a clock of its own could come when the test's has moved on. */
const noRest: Pace = {
  restMs: 0,
  after(_, work) {
    queueMicrotask(work);
    return () => undefined;
  },
};

/** A clock that is moved by hand. What hangs rings it: nothing else would ever happen. */
export function handClock(startMs: number) {
  let nowMs = startMs;
  let alarms: { at: number; work: () => void }[] = [];
  const timer: Timer = {
    after(ms, work) {
      const alarm = { at: nowMs + ms, work };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
  };
  const ringNext = (): void => {
    const [next] = alarms.toSorted((a, b) => a.at - b.at);
    if (!next) return;
    alarms = alarms.filter((alarm) => alarm !== next);
    nowMs = Math.max(nowMs, next.at);
    next.work();
  };
  const setNow = (ms: number): void => {
    nowMs = ms;
  };
  const untilNextAlarm = (): number => Math.max(0, Math.min(...alarms.map(({ at }) => at)) - nowMs);
  const pass = (ms: number): void => {
    const until = nowMs + ms;
    while (nowMs + untilNextAlarm() <= until) ringNext();
    nowMs = until;
  };
  return { timer, ringNext, untilNextAlarm, pass, setNow, now: () => nowMs };
}

export type TestDevice = SyncDeps & {
  actions: ReturnType<typeof createActions>;
  server: MemoryServer;
  setNow(ms: number): void;
  /** Lets time pass: what is due by then rings. */
  pass(ms: number): void;
  /** Milliseconds; infinite without an alarm. */
  untilNextAlarm(): number;
  close(): Promise<void>;
};

/** Whoever makes one closes it. */
export async function testDevice(server: MemoryServer = new MemoryServer(USER_ID), seed = 1): Promise<TestDevice> {
  databases += 1;
  const db = new StoryreelDb(`test-${databases}`);
  const clock = handClock(1_000_000);
  let ids = 0;
  const device = {
    now: clock.now,
    newId: () => {
      ids += 1;
      return uuidv7(clock.now(), Uint8Array.from([seed, ids >> 16, ids >> 8, ids, 0, 0, 0, 0, 0, 0]));
    },
  };
  const person = { firstName: 'Ines', lastName: null, email: 'ines@example.org', profileImageUrl: null };
  await rememberUser(db, { id: USER_ID, ...person, geminiApiKey: null }, clock.now());
  return {
    db,
    device,
    server,
    locks: memoryLocks(),
    timer: clock.timer,
    rest: noRest,
    call: (outgoing, signal) => server.call(outgoing, { signal, onHang: clock.ringNext }).catch(dieWith(db)),
    read: (path, known, signal) => server.read(path, known, { signal, onHang: clock.ringNext }).catch(dieWith(db)),
    pulled: new Map(),
    makeRoom: async () => undefined,
    dice: () => 0,
    actions: createActions({ db, device }),
    setNow: clock.setNow,
    pass: clock.pass,
    untilNextAlarm: clock.untilNextAlarm,
    close: async () => {
      db.close();
      await db.delete();
    },
  };
}

/** The device of the test that runs: see `eachOnDevice`. */
export let it: TestDevice;

/**
 * Gives each test a device of its own, in the present suite.
 * @param scenes of the project that is on the server and was pulled; or how many; null for no project
 */
export function eachOnDevice(scenes: readonly Scene[] | number | null, project: Partial<Project> = {}): void {
  const rows = typeof scenes === 'number' ? Array.from({ length: scenes }, (_, index) => sceneRow(index + 1)) : scenes;
  beforeEach(async () => {
    it = await testDevice();
    if (rows === null) return;
    it.server.seed(projectRow({ userId: USER_ID, sceneCount: rows.length, ...project }), [...rows]);
    await pull();
  });
  afterEach(() => it.close());
}

/** Sends what waits of the project, and asks for it. */
export const drain = () => drainProject(it, PROJECT, USER_ID);
export const pull = () => pullProject(it, PROJECT, USER_ID);

export const outbox = (): Promise<OutboxRow[]> => it.db.outbox.orderBy('seq').toArray();
export const sceneHere = (n: number) => it.db.scenes.get(sceneId(n));
export const onServer = (n: number) => it.server.documents.get(PROJECT)?.scenes.find(({ id }) => id === sceneId(n));

/** The same device, with the calls of changes as the test has them. */
export function calling(call: TestDevice['call'], device: TestDevice = it): TestDevice {
  return { ...device, call };
}

/** A movie that is made on a device, and not sent yet. */
export async function makeMovie(
  { actions }: Pick<TestDevice, 'actions'>,
  titles: readonly string[],
  fields: Partial<typeof idea> = {},
): Promise<{ projectId: string; sceneIds: string[] }> {
  const projectId = await actions.createProject({ ...idea, ...fields });
  const sceneIds: string[] = [];
  for (const title of titles)
    sceneIds.push(await actions.addScene(projectId, { title, description: `${title}.`, duration: 8 }));
  return { projectId, sceneIds };
}

/** Of what a test expects nobody to meet with. */
export function crash(error: unknown): never {
  throw error;
}

/** A moment that is waited for, and comes when the test says so. */
export function moment(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((come) => (resolve = come));
  return { promise, resolve };
}
