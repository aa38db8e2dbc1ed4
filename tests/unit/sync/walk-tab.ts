/** A tab of the real sending loops on a clock that is moved by hand, with the age of all that it could send. */
import { setMaxListeners } from 'node:events';
import { expect } from 'vitest';
import { ApiError, OfflineError } from '#api/errors.ts';
import { filesToSend } from '#data/tables/own-files.ts';
import { writeReach } from '#data/tables/reach.ts';
import { versionsToSend } from '#data/tables/versions.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { dueAt } from '#sync/backoff.ts';
import { followNetwork } from '#sync/follow-network.ts';
import { heldUpAmong, withoutSuperseded } from '#sync/held-up.ts';
import { nextDue } from '#sync/claim.ts';
import { pullProject } from '#sync/pull.ts';
import { runDrain } from '#sync/run-drain.ts';
import { sendVersions } from '#sync/send-versions.ts';
import { runUploads, type UploadCalls } from '#sync/uploads.ts';
import type { Fault } from './memory-server.ts';
import { isDeath, type TestDevice } from './test-device.ts';
import type { MadeFile } from '#tests/helpers/own-files.ts';
import { storeOf } from './walk-files.ts';

/** The network of a device. `asking` counts the calls that are on their way. */
export type Net = { isReachable: boolean; isSignedIn: boolean; faults: Fault[]; asking: number };

type TabOptions = {
  device: TestDevice;
  net: Net;
  projectId: string;
  userId: string;
  /** Whether the tab also notices that the network is back, as a page does; else it only sends when its waits are over. */
  isWatching: boolean;
  /** Own files are sent by the page's own loop, too. */
  uploads?: { calls: UploadCalls; files: readonly MadeFile[] };
};

/** While the server answers, nothing that can be sent waits longer. */
const LONGEST_AGE_MS = 60_000;
const LONGEST_TICK_MS = 5_000;
/** Turns after which what is due and isn't sent is left to wait: its age is what is judged. Sending takes some dozens. */
const MOST_IDLE_TURNS = 300;
/** Turns of the event loop in which nothing is due. Live queries tell of a change only some turns later. */
const QUIET_TURNS = 6;

/**
 * Leaves a tab open until it has nothing to send, or for so long. A tab that dies is opened again.
 * @throws where something that can be sent is older than a minute of a server that answers
 */
export async function leaveTabOpen(options: TabOptions, forMs: number): Promise<void> {
  const { device, net } = options;
  const until = device.device.now() + forMs;
  const ages = new Map<string, number>();
  let tab = await openTab(options);
  try {
    for (;;) {
      await untilQuiet(options, tab);
      if (tab.hasCrashed()) {
        tab.close();
        await reload(device);
        tab = await openTab(options);
        continue;
      }
      const rows = [
        ...(await sendable(options)),
        ...(await filesOnTheirWay(options)),
        ...(await versionsToSend(device.db, options.userId)).map((id) => ({ id, label: `version ${id}` })),
      ];
      const leftMs = until - device.device.now();
      if (rows.length === 0 || leftMs <= 0) return;
      const isServerWell = net.isReachable && net.isSignedIn && net.faults.length === 0;
      const tickMs = Math.max(1, Math.min(leftMs, device.untilNextAlarm(), LONGEST_TICK_MS));
      if (!isServerWell) ages.clear();
      for (const { id, label } of isServerWell ? rows : []) {
        const ageMs = (ages.get(id) ?? 0) + tickMs;
        expect(ageMs, `the age of “${label}”`).toBeLessThanOrEqual(LONGEST_AGE_MS);
        ages.set(id, ageMs);
      }
      device.pass(tickMs);
    }
  } finally {
    tab.close();
  }
}

/** What is on the disk is all that is left. */
export async function reload({ db, pulled }: TestDevice): Promise<void> {
  db.close();
  pulled.clear();
  await db.open();
}

type Tab = { hasCrashed(): boolean; bug(): unknown; close(): void };

async function openTab({ device, net, projectId, userId, isWatching, uploads }: TabOptions): Promise<Tab> {
  const { db, timer } = device;
  const stop = new AbortController();
  // A page has no limit, and this one sends in several ways at once.
  setMaxListeners(0, stop.signal);
  let hasCrashed = false;
  let bug: unknown = null;
  const onCrash = (error: unknown): void => {
    if (isDeath(error)) hasCrashed = true;
    else bug ??= error;
    stop.abort();
  };
  const refreshSession = async (): Promise<void> => {
    if (net.isReachable) await writeReach(db, net.isSignedIn ? 'online' : 'signed-out');
  };
  const pullOpen = async (): Promise<void> => {
    try {
      await pullProject(device, projectId, userId, stop.signal);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
    }
  };
  await refreshSession();
  runDrain(device, userId, { onDrained: ignore, onSignedOut: ignore, onCrash }, timer, stop.signal);
  const onFailed = (error: unknown): void => {
    if (!(error instanceof ApiError || error instanceof OfflineError)) onCrash(error);
  };
  sendVersions(device, userId, onFailed, stop.signal);
  if (uploads !== undefined) {
    const { calls, files } = uploads;
    runUploads(
      { db, store: storeOf(files), calls, timer, dice: device.dice, onSent: ignore, onFailed },
      userId,
      stop.signal,
    );
  }
  if (isWatching) {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
    const isServerThere = (): Promise<boolean> => Promise.resolve(net.isReachable);
    const deps = { db, timer, now: device.device.now, network: new EventTarget(), page, onCrash };
    followNetwork({ ...deps, isServerThere, refreshSession, pullOpen }, stop.signal);
  }
  return { hasCrashed: () => hasCrashed, bug: () => bug, close: () => stop.abort() };
}

/** Until all that is due was tried, which takes no time of the device's clock, or nobody tries it. */
async function untilQuiet(options: TabOptions, tab: Tab): Promise<void> {
  let [quietTurns, idleTurns] = [0, 0];
  while (quietTurns < QUIET_TURNS && idleTurns < MOST_IDLE_TURNS) {
    await new Promise((resolve) => setImmediate(resolve));
    if (tab.bug() !== null) throw tab.bug();
    if (tab.hasCrashed() && options.net.asking === 0) return;
    idleTurns = options.net.asking === 0 ? idleTurns + 1 : 0;
    quietTurns = options.net.asking === 0 && !(await isSomethingDue(options)) ? quietTurns + 1 : 0;
  }
}

/** A tab that is dying says so in a moment. */
async function isSomethingDue(options: TabOptions): Promise<boolean> {
  try {
    return await readDue(options);
  } catch (error) {
    if (!isDeath(error)) throw error;
    return true;
  }
}

async function readDue({ device, net, userId }: TabOptions): Promise<boolean> {
  if (net.isReachable && !net.isSignedIn) return false;
  const now = device.device.now();
  for (const projectId of await projectsWith(device, userId)) {
    const next = await nextDue(device.db, await rowsOf(device, projectId));
    if (next !== null && dueAt(next.nextAt, now) <= now) return true;
  }
  return false;
}

type Aging = { id: string; label: string };

/** What waits neither for the person nor for a file. */
async function sendable({ device, userId }: TabOptions): Promise<Aging[]> {
  const waiting = await Promise.all(
    (await projectsWith(device, userId)).map(async (id) => sendableOf(device, await rowsOf(device, id))),
  );
  return waiting.flat();
}

async function sendableOf(device: TestDevice, rows: readonly OutboxRow[]): Promise<Aging[]> {
  const next = await nextDue(device.db, rows);
  if (next === null) return [];
  const awaitsFiles = (await device.db.ownFiles.filter(({ state }) => state === 'waiting').count()) > 0;
  const heldUp = heldUpAmong(rows);
  const waiting = withoutSuperseded(rows).filter((row) => row.state === 'waiting' && !heldUp.has(row));
  return (awaitsFiles ? [next] : waiting).map(({ seq, label }) => ({ id: `change ${seq}`, label }));
}

async function filesOnTheirWay({ device, userId, uploads }: TabOptions): Promise<Aging[]> {
  if (uploads === undefined) return [];
  return (await filesToSend(device.db, userId)).map(({ sha256, file }) => ({ id: sha256, label: file.name }));
}

/** Ids of projects that have changes in the outbox. */
async function projectsWith({ db }: TestDevice, userId: string): Promise<string[]> {
  const rows = await db.outbox.where('userId').equals(userId).toArray();
  return [...new Set(rows.map(({ projectId }) => projectId))];
}

function rowsOf({ db }: TestDevice, projectId: string): Promise<OutboxRow[]> {
  return db.outbox.where('projectId').equals(projectId).sortBy('seq');
}

function ignore(): void {}
