/** An API whose exports are really written, and people with movies to export. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exportJobReply, type ExportJobReply } from '#shared/api/export.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Db } from '#edge-api/db/client.ts';
import { createExportRunner, type ExportRunner } from '#edge-api/jobs/export-runner.ts';
import { isErrno } from '#edge-api/node/is-errno.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import type { MovieWriter } from '#edge-api/providers/movie-writer/port.ts';
import { fromDisk, openWorkbench } from '#edge-api/providers/workbench/disk.ts';
import type { Workbench } from '#edge-api/providers/workbench/port.ts';
import { databaseDesk } from '#edge-api/services/export-desk.ts';
import { cachedCheck } from '#edge-api/services/export-check.ts';
import { plantedWriter, type PlantedWriter } from '#tests/helpers/planted-writer.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';
import { plantClip } from './plant-clip.ts';

export type ExportApi = {
  api: TestApi;
  writer: PlantedWriter;
  runner: ExportRunner;
  /** Starts another runner on the same database and folders. The API's end stops it. */
  addRunner(options?: RunnerOptions): Promise<ExportRunner>;
  close(): Promise<void>;
};

export type RunnerOptions = {
  atOnce?: number;
  writer?: MovieWriter;
  /** Lays something between a runner and its workbench. */
  bench?: (bench: Workbench) => Workbench;
  now?: () => number;
  /** So long the database takes for each answer. */
  answerMs?: number;
};

/** The caller closes it, which ends its runners. */
export async function startExportApi(options: RunnerOptions = {}): Promise<ExportApi> {
  const writer = plantedWriter();
  const check = cachedCheck(options.writer ?? writer, Date.now);
  const wakes: (() => void)[] = [];
  const runners: ExportRunner[] = [];
  const api = await startTestApi({
    deps: { checkWriter: check, now: Date.now, wakeExports: () => wakes.forEach((wake) => wake()) },
  });
  const addRunner = async ({
    atOnce = 2,
    writer: own,
    bench = (real) => real,
    now = Date.now,
    answerMs = 0,
  }: RunnerOptions = {}) => {
    const store = await openDiskStore(join(api.folder, 'media'), Date.now);
    const db: Db = {
      ...api.deps.db,
      execute: (statement) => pause(answerMs).then(() => api.deps.db.execute(statement)),
    };
    const runner = createExportRunner({
      ...api.deps,
      desk: databaseDesk({ db, mediaStore: api.deps.mediaStore, now }),
      now,
      checkWriter: check,
      movieWriter: own ?? writer,
      workbench: bench(await openWorkbench(join(api.folder, 'exporting'), () => fromDisk(store))),
      atOnce,
    });
    runners.push(runner);
    wakes.push(runner.wake);
    runner.start();
    return runner;
  };
  const runner = await addRunner(options);
  return {
    api,
    writer,
    runner,
    addRunner,
    close: async () => {
      await Promise.all(runners.map((one) => one.stop()));
      await api.close();
    },
  };
}

/** A person's project with one clip of four seconds. */
export async function filmedProject(api: TestApi, user: TestUser, title = 'The Lighthouse'): Promise<Project> {
  const project = await newProject(user, { title, genres: ['mystery'], model: 'omni' });
  await plantClip(api.folder, project);
  return project;
}

export const HD = { resolution: '1080p', format: 'mp4' };

export async function startExport(user: TestUser, projectId: string, json: object = HD): Promise<string> {
  return (await user.json<{ id: string }>(`/api/projects/${projectId}/export`, { method: 'POST', json })).id;
}

export async function readExport(user: TestUser, id: string): Promise<ExportJobReply> {
  return exportJobReply.parse(await user.json(`/api/export-jobs/${id}`));
}

/** Asks, as a page does, until an export is as it is wanted. */
export async function untilExport(
  user: TestUser,
  id: string,
  isWanted: (job: ExportJobReply) => boolean = ({ status }) => status === 'complete' || status === 'failed',
): Promise<ExportJobReply> {
  for (;;) {
    const job = await readExport(user, id);
    if (isWanted(job)) return job;
    await pause(50);
  }
}

/** What lies in the folder that movies are written in. */
export async function filesAtWork(api: TestApi): Promise<string[]> {
  for (;;) {
    try {
      return (await readdir(join(api.folder, 'exporting'), { recursive: true })).toSorted();
    } catch (error) {
      // A folder that was listed, and was gone before it was read: what lies there now is asked again.
      if (!isErrno(error, 'ENOENT')) throw error;
    }
  }
}
