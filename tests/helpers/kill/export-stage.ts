/** A data folder, people with movies to export, and servers and workers on that folder that are killed while they write. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import { exportJobReply, type ExportJobReply } from '#shared/api/export.ts';
import { sendOver, signIn, storedFiles } from '#tests/api/harness.ts';
import { newProject } from '#tests/api/new-project.ts';
import { plantClip } from '#tests/api/plant-clip.ts';
import { startProcess, type ServerProcess } from './server-process.ts';

export type ExportStage = {
  dataDir: string;
  /** Starts a server or a worker on the folder. The caller ends it. */
  start(script: string, environment?: Record<string, string>): ServerProcess;
  /** Signs somebody in on a running server and gives them a movie. */
  person(url: string, name: string): Promise<Exporter>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** What a killed process held is free: as if everybody had waited until its leases ran out. */
  endLeases(dead: ServerProcess): Promise<void>;
  /** Programs that work in the folder: all of them, or those that one process started. */
  programs(of?: ServerProcess): Promise<number[]>;
  filesAtWork(): Promise<string[]>;
  /** Names of all files in the media store. */
  storedFiles(): Promise<string[]>;
  close(): Promise<void>;
};

export type Exporter = {
  /** @returns its id; null when as many wait as may */
  start(url: string, json: object): Promise<string | null>;
  read(url: string, id: string): Promise<ExportJobReply>;
  /** The SHA-256 of what is downloaded. */
  downloadHash(url: string, id: string): Promise<string>;
};

/** The caller closes it. */
export async function openExportStage(): Promise<ExportStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storyreel-export-kill-'));
  const working = join(dataDir, 'exporting');
  let opened: OpenDb | null = null;
  const database = async () => (opened ??= await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`));
  return {
    dataDir,
    start: (script, environment = {}) => startProcess(script, { DATA_DIR: dataDir, ...environment }),
    person: (url, name) => exporter(dataDir, url, name),
    rows: async (sql) => (await (await database()).execute(sql)).rows.map((row) => ({ ...row })),
    endLeases: async (dead) => {
      const leaseBy = exportLeaseOf(dead);
      if (leaseBy === null) return;
      const sql = 'update export_jobs set lease_until_ms = 0 where lease_by = :leaseBy';
      await (await database()).batch([{ sql, args: { leaseBy } }], 'write');
    },
    programs: async (of) => {
      const leaseBy = of === undefined ? '' : exportLeaseOf(of);
      return leaseBy === null ? [] : programsIn(working, `.${leaseBy}`);
    },
    filesAtWork: async () => (await readdir(working, { recursive: true })).toSorted(),
    storedFiles: () => storedFiles(dataDir),
    close: async () => {
      opened?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Under which name a process writes movies; null as long as it hasn't begun to. */
export function exportLeaseOf(of: ServerProcess): string | null {
  return /"export_runner_started","leaseBy":"([0-9a-f]+)"/.exec(of.log())?.[1] ?? null;
}

/** Waits until a process takes exports, or has ended. */
export async function untilAtWork(of: ServerProcess): Promise<void> {
  let hasEnded = false;
  void of.ended.then(() => (hasEnded = true));
  while (exportLeaseOf(of) === null && !hasEnded) await pause(5);
}

async function programsIn(folder: string, mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return at.startsWith(folder) && at.includes(mark) && !(await hasEnded(pid)) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Of one that was killed its parent may not have heard yet. */
async function hasEnded(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' || /^\d+ \(.*\) [ZX] /.test(stat);
}

async function exporter(dataDir: string, url: string, name: string): Promise<Exporter> {
  const user = await signIn(sendOver(url), url, name);
  const { cookie } = user;
  const send = (at: string, path: string, json?: object): Promise<Response> =>
    fetch(at + path, {
      headers: { Cookie: cookie, Origin: at, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    });
  const project = await newProject(user, { title: `The movie of ${name}` });
  await plantClip(dataDir, project);
  return {
    start: async (at, json) => {
      const answer = await send(at, `/api/projects/${project.id}/export`, json);
      if (answer.status === 429) return null;
      if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
      return exportJobReply.pick({ id: true }).parse(await answer.json()).id;
    },
    read: async (at, id) => exportJobReply.parse(await (await send(at, `/api/export-jobs/${id}`)).json()),
    downloadHash: async (at, id) => {
      const answer = await send(at, `/api/export-jobs/${id}/download`);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    },
  };
}
