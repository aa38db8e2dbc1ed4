/** Memory of a browser's processes, from /proc (Linux). */
import { readdir, readFile } from 'node:fs/promises';

export type MemoryWatch = {
  /** Largest sum over the watched processes since the last reset, in bytes. */
  peak(): number;
  reset(): void;
  stop(): void;
};

const EVERY_MS = 50;

/** Watches the renderers below a browser's process. */
export function watchRenderers(browserPid: number): MemoryWatch {
  return watchBytes(() => renderersBytes(browserPid));
}

/** Watches one process until it has ended. */
export function watchProcess(pid: number): MemoryWatch {
  return watchBytes(async () => (await readProcess(pid))?.bytes ?? 0);
}

function watchBytes(read: () => Promise<number>): MemoryWatch {
  let peak = 0;
  let isReading = false;
  const look = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    peak = Math.max(peak, await read());
    isReading = false;
  };
  // A /proc that cannot be read ends the bench by its unhandled rejection, as it should.
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    peak: () => peak,
    reset: () => void (peak = 0),
    stop: () => clearInterval(timer),
  };
}

/** Resident bytes of all renderers now. Chromium starts them from a zygote, so that they are found by ancestry. */
export async function renderersBytes(browserPid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = (await Promise.all(pids.map(readProcess))).filter((row) => row !== null);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === browserPid) return true;
    return false;
  };
  return processes
    .filter(({ pid, isRenderer }) => isRenderer && isBelow(pid))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

type ProcessRow = { pid: number; parent: number; isRenderer: boolean; bytes: number };

/** Null for one that has ended meanwhile. */
async function readProcess(pid: number): Promise<ProcessRow | null> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return {
      pid,
      parent: field('PPid'),
      isRenderer: command.includes('--type=renderer'),
      bytes: field('VmRSS') * 1024,
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
