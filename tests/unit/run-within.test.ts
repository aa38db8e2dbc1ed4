/** What runs the tests: a program that hangs, or leaves others behind, doesn't keep the totals from being told. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runWithin } from '#scripts/run-within.mjs';

const options = { cwd: import.meta.dirname, env: process.env, isShown: false };
const node = (code: string): string[] => [process.execPath, '-e', code];

/** Programs connect to it once they run, and tell their process id. */
const door = createServer().listen(0, '127.0.0.1');
await once(door, 'listening');
const port = Object(door.address()).port;
afterAll(() => void door.close());

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  // The spy is on a clock that is not real: put back later, it would stay.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Tells its process id, and whoever started it that it has, and never ends. */
const HANGS = `
  const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
    socket.write(String(process.pid));
    process.send?.('It runs.');
  });
  socket.on('error', () => {});`;
const DEAF = `process.on('SIGINT', () => {}); ${HANGS}`;

/** Starts a program that holds the output open, and ends when that runs. */
const leaves = (isDetached: boolean): string => `
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(DEAF)}], { stdio, detached: ${isDetached} });
  child.on('message', () => process.exit(0));`;

/** The process id of the program that runs next. */
async function nextPid(): Promise<number> {
  const [socket] = (await once(door, 'connection')) as [Socket];
  socket.on('error', () => undefined);
  const [said] = await once(socket, 'data');
  const pid = Number(said);
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a program that ends in time is heard in full', async () => {
  const code = `console.log('out'); console.error('err'); process.exitCode = 3;`;
  const ended = await runWithin(node(code), options, 30_000);
  expect(ended).toMatchObject({ exitCode: 3, isLate: false, leftOthers: false });
  expect(ended.output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
});

test('a program that takes too long is asked to end, and may tell what it has done', async () => {
  const code = `process.on('SIGINT', () => { console.log('so far'); process.exit(0); }); ${HANGS}`;
  const ending = runWithin(node(code), options, 2_000);
  await nextPid();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ending).toMatchObject({ isLate: true, output: 'so far\n' });
});

test('a program that does not listen is killed', async () => {
  const ending = runWithin(node(DEAF), { ...options, lastWordsMs: 200 }, 2_000);
  const pid = await nextPid();
  await vi.advanceTimersByTimeAsync(2_200);
  const ended = await ending;
  expect(ended.isLate).toBe(true);
  expect(ended.exitCode).not.toBe(0);
  expect(isRunning(pid)).toBe(false);
});

test('a process that was left behind with the output open is killed with its program', async () => {
  const ending = runWithin(node(leaves(false)), options, 30_000);
  const pid = await nextPid();
  expect(await ending).toMatchObject({ exitCode: 0, isLate: false, leftOthers: true });
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a process with a group of its own that holds the output open is waited for 5 s and no longer', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const ending = runWithin(node(leaves(true)), options, 60_000);
  const pid = await nextPid();
  await expect.poll(() => waits.mock.calls.map(([, ms]) => ms)).toEqual([60_000, 5_000]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await ending).toMatchObject({ exitCode: 0, isLate: false, leftOthers: false });
  expect(isRunning(pid)).toBe(true);
});

test('a program that is not there is an error', async () => {
  await expect(runWithin(['no-such-program-here'], options, 1_000)).rejects.toThrow('ENOENT');
});
