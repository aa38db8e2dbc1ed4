/** Runs a program for no longer than it may take, and ends with it whatever it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A program that is asked to end may tell this long what it has done. */
const LAST_WORDS_MS = 20_000;

/** What a program started may hold its output open: it is waited for no longer than this. */
const LAST_OUTPUT_MS = 5_000;

/** Programs that run now. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    for (const child of running) signalAll(child, signal);
    process.exit(1);
  });

/**
 * @param {string[]} command
 * @param {{ cwd: string, env: Record<string, string | undefined>, niceness?: number, isShown: boolean,
 *   lastWordsMs?: number }} options
 * `isShown`: what it prints goes to the terminal as it comes. `lastWordsMs`: what it has to end once it is asked to.
 * @param {number} limitMs at most 2³¹ − 1
 * @returns {Promise<{ exitCode: number, output: string, isLate: boolean, leftOthers: boolean }>} `isLate`: it was ended as it
 * took too long; `leftOthers`: it ended before what it had started, which was then killed. `output` is empty where a terminal
 * shows it, as the program then writes there itself.
 * @throws Error where the program can't be started
 */
export async function runWithin(
  [command, ...args],
  { cwd, env, niceness = 0, isShown, lastWordsMs = LAST_WORDS_MS },
  limitMs,
) {
  const isOnTerminal = isShown && process.stdout.isTTY;
  // With a group of its own, all that it starts can be ended. Pipes of ours are open no longer than we want, other than the
  // terminal or the pipe that is ours: a browser left behind would keep whoever reads that waiting for its end.
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: isOnTerminal ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isShown) process.stdout.write(text);
    });
  await once(child, 'spawn');
  running.add(child);
  if (niceness > 0) stepBack(child.pid, niceness);
  let isLate = false;
  const timers = [
    setTimeout(() => {
      isLate = true;
      signalAll(child, 'SIGINT');
      timers.push(setTimeout(() => signalAll(child, 'SIGKILL'), lastWordsMs));
    }, limitMs),
  ];
  const closed = once(child, 'close');
  const [exitCode] = await once(child, 'exit');
  for (const timer of timers) clearTimeout(timer);
  const leftOthers = signalAll(child, 'SIGKILL');
  running.delete(child);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_MS).unref())]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { exitCode: exitCode ?? 1, output, isLate, leftOthers };
}

/**
 * Lets others have the processors first. Linux may share them out among sessions, and a group of our own is one: there a
 * process is nice to its own session alone, and the session to others (sched(7), "The autogroup feature").
 */
function stepBack(pid, niceness) {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Not this system, or it has ended already.
  }
}

/** Sends a signal to a program and all of its group. @returns {boolean} whether there was anybody to send it to */
function signalAll(child, signal) {
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
