/** Writes the movies that people ask for, at most so many at once; the others wait their turn. Any number of processes may do so on one database. */
import { hexOf } from '#shared/bytes.ts';
import { claimExports, holdsExport, nextExportMs, type ClaimedExport } from '#edge-api/repos/export-jobs.ts';
import { dropFiles } from '#edge-api/services/dropped-files.ts';
import type { ExportContext, ExportWorkDeps } from './export-deps.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';
import { writeExport } from './write-export.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;
const DROP_EVERY_MS = 60 * 1000;

/** As it stops, it gives back what it hasn't finished. */
export type ExportRunner = WorkLoop;

/** A runner for a database and a workbench. The caller stops it. */
export function createExportRunner(deps: ExportWorkDeps): ExportRunner {
  const stopping = new AbortController();
  const context: ExportContext = { ...deps, leaseBy: hexOf(deps.randomBytes(8)), stopping: stopping.signal };
  const { db, now, log, workbench } = deps;
  let droppedMs = now();
  const loop = createWorkLoop<ClaimedExport>(
    {
      claim: async (inFlight) => {
        const limit = deps.atOnce - inFlight.length;
        // Whether ffmpeg works is asked only when there is something to write.
        if (limit <= 0 || (await nextExportMs(db, true)) === null) return { pieces: [], nextMs: null };
        const { available } = await deps.checkWriter();
        const pieces = await claimExports(db, { leaseBy: context.leaseBy, nowMs: now(), limit, hasFfmpeg: available });
        return { pieces, nextMs: pieces.length > 0 ? null : await nextExportMs(db, available) };
      },
      work: (job) => writeExport(context, job),
      whileIdle: async () => {
        if (Math.abs(now() - droppedMs) < DROP_EVERY_MS) return;
        droppedMs = now();
        await dropFiles(deps);
      },
      now,
      log,
    },
    stopping.signal,
  );
  let sweeping: ReturnType<typeof setInterval> | undefined;
  let sweep: Promise<void> = Promise.resolve();
  const sweepFolders = (): void => {
    sweep = workbench
      .sweep(async ({ jobId, leaseBy }) => !(await holdsExport(db, { id: jobId, leaseBy })))
      .then((turns) => (turns > 0 ? log.info('export_folders_swept', { turns }) : undefined))
      .catch((error: unknown) => log.error('export_folders_not_swept', { error }));
  };
  return {
    ...loop,
    start: () => {
      log.info('export_runner_started', { leaseBy: context.leaseBy, atOnce: deps.atOnce });
      sweepFolders();
      sweeping = setInterval(sweepFolders, SWEEP_EVERY_MS);
      loop.start();
    },
    stop: async () => {
      stopping.abort(new Error('The server stops.'));
      clearInterval(sweeping);
      await Promise.all([loop.stop(), sweep]);
    },
  };
}
