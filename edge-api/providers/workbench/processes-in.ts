/** Ends programs by the folder they work in: a server that was killed couldn't end its own. */
import { readdir, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 10;
const LONGEST_END_MS = 5_000;

/**
 * Kills every process whose working folder is this one or lies in it, and waits until they have ended. Only Linux tells
 * (proc(5)); elsewhere nothing happens.
 * @param folder without symbolic links
 * @returns how many there were
 */
export async function endProcessesIn(folder: string): Promise<number> {
  const found = await processesIn(folder);
  for (const pid of found) kill(pid);
  const untilMs = performance.now() + LONGEST_END_MS;
  for (let left = found; left.length > 0 && performance.now() < untilMs; left = await processesIn(folder)) {
    await pause(LOOK_AGAIN_MS);
  }
  return found.length;
}

async function processesIn(folder: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    // Of a removed folder it says so behind the path. Others' processes tell nothing.
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (pid !== process.pid && (at === folder || at.startsWith(folder + sep) || at.startsWith(`${folder} (`)))
      found.push(pid);
  }
  return found;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
