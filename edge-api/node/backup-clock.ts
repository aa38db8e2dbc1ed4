/** Has a backup made once a day, beside the server: copying the database in its process would keep everybody waiting. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { Environment } from '../config.ts';
import type { Log } from '../log.ts';
import { spawnTied } from '#edge-api/providers/tied-process.ts';
import { listBackups } from './backup-folder.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

const BACKUP_EVERY_MS = 24 * 60 * 60 * 1000;
/** How often we look whether it's time: also after one that failed. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

export type BackupClock = { stop(): Promise<void> };

type ClockDeps = { environment: Environment; backupDir: string; now(): number; log: Log };

/** Looks now and every hour. The caller stops it. */
export function startBackupClock(deps: ClockDeps): BackupClock {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const look = (): void => {
    running ??= backUpIfDue(deps, stopping.signal).finally(() => {
      running = null;
    });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Makes a backup unless the newest is younger than a day. A failure is logged, and the next look tries again. */
export async function backUpIfDue(
  { environment, backupDir, now, log }: ClockDeps,
  signal: AbortSignal,
  run: (environment: Environment, signal: AbortSignal) => Promise<void> = runBackup,
): Promise<void> {
  try {
    const nowMs = now();
    const [newest] = await listBackups(backupDir, nowMs);
    // One that was made by a clock ahead of this one must not keep the next from being made.
    if (newest !== undefined && Math.abs(nowMs - newest.createdAtMs) < BACKUP_EVERY_MS) return;
    await run(environment, signal);
    log.info('backup_made', { folder: (await listBackups(backupDir, now()))[0]?.folder ?? null });
  } catch (error) {
    if (!signal.aborted) log.error('backup_failed', { error });
  }
}

/** In a process of its own where the server was built; where its sources are run, here. */
async function runBackup(environment: Environment, signal: AbortSignal): Promise<void> {
  const command = join(import.meta.dirname, 'backup-command.js');
  if (!existsSync(command)) return void (await makeScheduledBackup(environment, Date.now()));
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const child = spawnTied(process.execPath, [command, '--scheduled'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await endOf(child, signal);
}

async function endOf(child: ChildProcess, signal: AbortSignal): Promise<void> {
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1_000);
  });
  try {
    const [code]: unknown[] = await once(child, 'close');
    if (code !== 0) throw new Error(`The backup ended with ${String(code)}: ${said.trim()}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
