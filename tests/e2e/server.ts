/** Starts the built product as a person would, on a free port with a data folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '#scripts/free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type RunningServer = {
  url: string;
  dataDir: string;
  /** Ends the process as Ctrl-C would and resolves to its exit code; the data folder stays. */
  stop(): Promise<number | null>;
  /** Stops if need be and removes the data folder. */
  remove(): Promise<void>;
  /** Everything that the server wrote so far. */
  log(): string;
};

/**
 * @param env added to an otherwise empty configuration; `DATA_DIR` and `PORT` may be given to start again on the same data
 * @param entry the script to run; `scripts/start.mjs` is what `npm start` runs
 */
export async function startServer(
  env: Record<string, string> = {},
  entry = 'dist/server/node/start.js',
): Promise<RunningServer> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'storyreel-e2e-')));
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log += `${line}\n`;
      const ready = /^Storyreel is ready at (http:\/\/\S+)$/.exec(line);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${log}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: url.replace(/\/$/, ''),
    dataDir,
    stop,
    remove: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    log: () => log,
  };
}

const logLine = z.object({ level: z.string(), event: z.string(), status: z.number().optional() });

/** The lines of the server's log that tell of a fault of the server's own: errors, and replies of 500 and above. */
export function faultsIn(log: string): string[] {
  return log.split('\n').filter((line) => {
    if (!line.startsWith('{')) return line !== '' && !line.startsWith('Storyreel is ready at ');
    const { level, status } = logLine.parse(JSON.parse(line));
    return level === 'error' || (status ?? 0) >= 500;
  });
}
