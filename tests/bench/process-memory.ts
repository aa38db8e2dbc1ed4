/** Memory and processor time of a browser's processes, from /proc (Linux). */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export type MemoryWatch = {
  /** Largest sum over the watched processes since the last reset, in bytes. */
  peak(): number;
  reset(): void;
  stop(): void;
};

const EVERY_MS = 100;
/** Looking for processes reads a file of each one on the machine: it would take the time that is to be measured. */
const FIND_EVERY_MS = 2_000;

/** Watches the renderers below a browser's process. */
export function watchRenderers(browserPid: number): MemoryWatch {
  let pids: number[] = [];
  let foundAtMs = -FIND_EVERY_MS;
  return watchBytes(async () => {
    if (performance.now() - foundAtMs >= FIND_EVERY_MS) {
      foundAtMs = performance.now();
      pids = (await processesBelow(browserPid)).filter(({ isRenderer }) => isRenderer).map(({ pid }) => pid);
    }
    return (await Promise.all(pids.map(residentBytes))).reduce((sum, bytes) => sum + bytes, 0);
  });
}

/** Watches one process until it has ended. */
export function watchProcess(pid: number): MemoryWatch {
  return watchBytes(() => residentBytes(pid));
}

/** As the second field of /proc/pid/statm says, in pages; 0 for a process that has ended. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** On x86-64 and, as a rule, on arm64. */
const PAGE_BYTES = 4096;

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

/** Resident bytes of all renderers now. */
export async function renderersBytes(browserPid: number): Promise<number> {
  const processes = await processesBelow(browserPid);
  return processes.filter(({ isRenderer }) => isRenderer).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Seconds that all processors together have spent on a browser so far. */
export async function processorSeconds(browserPid: number): Promise<number> {
  const seconds = await Promise.all((await processesBelow(browserPid)).map(({ pid }) => processSeconds(pid)));
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** Seconds that all processors together have spent so far on this process and on those of its children that have ended. */
export function ownProcessorSeconds(): number {
  const fields = afterCommand(readFileSync('/proc/self/stat', 'utf8'));
  // User and system time of its own, then of the children that it has waited for: fields 14 to 17.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** USER_HZ, the same on every Linux that Chromium runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, in seconds: user and system time, the 14th and 15th field of /proc/pid/stat. */
export async function processSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = afterCommand(stat);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** The fields of /proc/pid/stat from the third on; what stands before may hold blanks in brackets. */
function afterCommand(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A browser's process and all that it started. Chromium starts renderers from a zygote, so that they are found by ancestry. */
async function processesBelow(browserPid: number): Promise<ProcessRow[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = (await Promise.all(pids.map(readProcess))).filter((row) => row !== null);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === browserPid) return true;
    return false;
  };
  return processes.filter(({ pid }) => isBelow(pid));
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
