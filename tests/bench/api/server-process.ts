/** The built server as a process of its own, on a data folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { processSeconds } from '../process-memory.ts';

export type ServerProcess = {
  url: URL;
  pid: number;
  /** Processor time that it has used, in seconds. */
  cpuSeconds(): Promise<number>;
  close(): Promise<void>;
};

/** Few people call far more often than people do. */
const AS_FAST_AS_CAN_BE = { REQUESTS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' };

/**
 * Starts `dist/server/node/start.js`.
 * @param nodeOptions such as `--cpu-prof`
 * @param environment instead of limits that nobody meets
 */
export async function startServer(
  dataDir: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = AS_FAST_AS_CAN_BE,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, 'dist/server/node/start.js'], {
    env: { ...environment, PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await readyUrl(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('The server has no process.');
  return {
    url,
    pid,
    cpuSeconds: () => processSeconds(pid),
    close: async () => {
      const closed = once(child, 'exit');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

async function readyUrl(child: ChildProcess): Promise<URL> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const url = /ready at (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) return new URL(url);
  }
  throw new Error('The server ended before it was ready.');
}
