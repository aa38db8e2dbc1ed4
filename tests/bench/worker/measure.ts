/** How much memory and processor time a piece of work takes of the Worker. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Inspector } from '../inspector.ts';
import { processSeconds } from '../process-memory.ts';

export const PATIENCE_MS = 300_000;
const LOOK_MS = 20;
const HEAP_LOOK_MS = 25;

/** Runs a piece of work while it looks at the isolate's memory. @returns bytes at most */
export async function peakOf(look: () => Promise<number>, run: () => Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const working = run().finally(() => (state.isOver = true));
  // Whoever waits for it below is told.
  working.catch(() => {});
  let peakBytes = 0;
  while (!state.isOver) {
    peakBytes = Math.max(peakBytes, await look());
    await pause(HEAP_LOOK_MS);
  }
  await working;
  return peakBytes;
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 100_000) / 10} MB`;

/** @throws Error when nothing happens for too long */
export async function until(isOver: () => boolean | Promise<boolean>): Promise<void> {
  const startedMs = performance.now();
  while (!(await isOver())) {
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error('Nothing happens.');
    await pause(LOOK_MS);
  }
}

export type Work = { oursMs: number; processMs: number };

export async function workOf(inspector: Inspector, run: () => Promise<void>): Promise<Work> {
  const before = await workerdCpuMs();
  const oursMs = await inspector.workedMs(run);
  return { oursMs, processMs: (await workerdCpuMs()) - before };
}

/** Processor time of the workerd that this process started. */
async function workerdCpuMs(): Promise<number> {
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    if (stat.startsWith(`${name} (workerd) `) && stat.split(' ')[3] === String(process.pid))
      return 1_000 * (await processSeconds(Number(name)));
  }
  throw new Error('There is no workerd.');
}

export function each(what: string, { oursMs, processMs }: Work, count: number): string {
  const ms = (total: number): string => `${(total / count).toFixed(2)} ms`;
  return `${what.padEnd(60)} ours ${ms(oursMs)}, the process ${ms(processMs)} (each of ${count})`;
}
