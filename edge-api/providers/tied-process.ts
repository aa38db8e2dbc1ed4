/**
 * Starts programs that must not outlive the server. A server that is killed can't end its children, so on Linux the
 * kernel is asked to (prctl(2), PR_SET_PDEATHSIG), by `setpriv` of util-linux.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const SETPRIV_PATHS = ['/usr/bin/setpriv', '/bin/setpriv'];
const TIE = ['--pdeathsig', 'KILL', '--'];
const TRIAL_TIMEOUT_MS = 5_000;

let known: string | null | undefined;

/**
 * Starts a program, without a shell, that ends when this process does; where nothing ties them, as an ordinary child. It
 * keeps the process id that it was started with, and gives way to the server. One that isn't there may end with code 127
 * instead of an `error` event. The caller ends it.
 */
export function spawnTied(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  known ??= findSetpriv();
  const child = known === null ? spawn(program, args, options) : spawn(known, [...TIE, program, ...args], options);
  giveWay(child);
  return child;
}

/** Pages are answered first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or this system allows nobody to.
  }
}

/** Some systems have a `setpriv` that doesn't know the option, so it is tried. */
function findSetpriv(): string | null {
  if (process.platform !== 'linux') return null;
  const works = (path: string): boolean =>
    existsSync(path) &&
    spawnSync(path, [...TIE, process.execPath, '--version'], { stdio: 'ignore', timeout: TRIAL_TIMEOUT_MS }).status ===
      0;
  return SETPRIV_PATHS.find(works) ?? null;
}
