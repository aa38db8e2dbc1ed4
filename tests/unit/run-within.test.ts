/** What runs the tests: a program that hangs, or leaves others behind, doesn't keep the totals from being told. */
import { expect, onTestFinished, test } from 'vitest';
import { runWithin } from '#scripts/run-within.mjs';

const options = { cwd: import.meta.dirname, env: process.env, isShown: false };
const node = (code: string): string[] => [process.execPath, '-e', code];

/** Prints its process id and never ends; `SIGINT` does nothing to it. */
const HANGS = `process.on('SIGINT', () => {}); console.log(process.pid); setInterval(() => {}, 1000);`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a program that ends in time is heard in full', async () => {
  const ended = await runWithin(
    node(`console.log('out'); console.error('err'); process.exitCode = 3;`),
    options,
    30_000,
  );
  expect(ended).toMatchObject({ exitCode: 3, isLate: false, leftOthers: false });
  expect(ended.output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
});

test('a program that takes too long is asked to end, and may tell what it has done', async () => {
  const code = `process.on('SIGINT', () => { console.log('so far'); process.exit(0); }); setInterval(() => {}, 1000);`;
  const ended = await runWithin(node(code), options, 2000);
  expect(ended).toMatchObject({ isLate: true, output: 'so far\n' });
});

test('a program that does not listen is killed', async () => {
  const ended = await runWithin(node(HANGS), { ...options, lastWordsMs: 200 }, 2000);
  expect(ended.isLate).toBe(true);
  expect(ended.exitCode).not.toBe(0);
  expect(isRunning(Number(ended.output))).toBe(false);
});

test('a process that was left behind with the output open is killed with its program', async () => {
  const leaves = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(HANGS)}], { stdio: 'inherit' }).unref(); setTimeout(() => process.exit(0), 1000);`;
  const ended = await runWithin(node(leaves), options, 30_000);
  expect(ended).toMatchObject({ exitCode: 0, isLate: false, leftOthers: true });
  const pid = Number(ended.output);
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a process with a group of its own that holds the output open is not waited for', async () => {
  const leaves = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(HANGS)}], { stdio: 'inherit', detached: true }).unref(); setTimeout(() => process.exit(0), 1000);`;
  const startedAt = performance.now();
  const ended = await runWithin(node(leaves), options, 60_000);
  onTestFinished(() => void process.kill(Number(ended.output), 'SIGKILL'));
  expect(ended).toMatchObject({ exitCode: 0, isLate: false });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('a program that is not there is an error', async () => {
  await expect(runWithin(['no-such-program-here'], options, 1000)).rejects.toThrow('ENOENT');
});
