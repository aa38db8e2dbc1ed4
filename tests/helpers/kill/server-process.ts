/** A server as a process of its own, to be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type ServerProcess = {
  /** Resolves to its address; rejects when it ended before it was ready. */
  ready: Promise<string>;
  /** Under which name it holds leases; null as long as its runner has not begun. */
  leaseBy(): string | null;
  /** Everything that it logged. */
  log(): string;
  /** Sends a signal; does not wait. */
  signal(name: NodeJS.Signals): void;
  /** Ends it by a signal and resolves to its exit code, null when the signal ended it. */
  end(name: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Resolves when it has ended by itself. */
  ended: Promise<void>;
};

/** Tests call far more often than people do. */
const AS_FAST_AS_CAN_BE = { REQUESTS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' };

/** The caller ends it. */
export function startProcess(script: string, environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...AS_FAST_AS_CAN_BE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, log] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'close').then(() => undefined);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /^Storyreel is ready at (http:\S+)\n/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${log}`)));
  });
  // Whoever kills it before it is ready does not wait for that.
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    leaseBy: () => /"job_runner_started","leaseBy":"([0-9a-f]+)"/.exec(log)?.[1] ?? null,
    log: () => log,
    signal: (name) => void child.kill(name),
    end: async (name) => {
      if (isRunning(child)) child.kill(name);
      await ended;
      return child.exitCode;
    },
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
