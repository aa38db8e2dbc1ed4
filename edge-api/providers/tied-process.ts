/**
 * Starts programs that must not outlive the server. A server that is killed can't end its children, so on Linux the
 * kernel is asked to (prctl(2), PR_SET_PDEATHSIG), by `setpriv` of util-linux.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

const SETPRIV_PATHS = ['/usr/bin/setpriv', '/bin/setpriv'];
const TIE = ['--pdeathsig', 'KILL', '--'];
const TRIAL_TIMEOUT_MS = 5_000;

/** Its path; null where there is none. Looked for once. */
let setpriv: string | null | undefined;

/**
 * Starts a program, without a shell, that ends when this process does; where nothing ties them, as an ordinary child. It
 * keeps the process id that it was started with. Failures are told as `spawn` tells them; the caller ends it.
 */
export function spawnTied(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  if (setpriv === undefined) setpriv = findSetpriv();
  const isMissing = isAbsolute(program) && !existsSync(program);
  return setpriv === null || isMissing
    ? spawn(program, args, options)
    : spawn(setpriv, [...TIE, program, ...args], options);
}

/** Some systems have a `setpriv` that doesn't know the option, so it is tried. */
function findSetpriv(): string | null {
  if (process.platform !== 'linux') return null;
  const trial = [...TIE, process.execPath, '--version'];
  const works = (path: string): boolean =>
    existsSync(path) && spawnSync(path, trial, { stdio: 'ignore', timeout: TRIAL_TIMEOUT_MS }).status === 0;
  return SETPRIV_PATHS.find(works) ?? null;
}
