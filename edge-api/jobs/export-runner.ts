/** Writes the movies that people ask for, at most so many at once; the others wait their turn. Any number of processes may do so for one server. */
import { hexOf } from '#shared/bytes.ts';
import type { ClaimedExport } from '#edge-api/providers/export-desk/port.ts';
import type { ExportContext, ExportWorkDeps } from './export-deps.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';
import { writeExport } from './write-export.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;
const DROP_EVERY_MS = 60 * 1000;

/** As it stops, it gives back what it hasn't finished. */
export type ExportRunner = WorkLoop & {
  /** How many more movies it would begin now. */
  room(): number;
};

/** A runner for a desk and a workbench. The caller stops it. */
export function createExportRunner(deps: ExportWorkDeps): ExportRunner {
  const stopping = new AbortController();
  const context: ExportContext = { ...deps, leaseBy: hexOf(deps.randomBytes(8)), stopping: stopping.signal };
  const { desk, now, log, workbench } = deps;
  let droppedMs = now();
  const loop = createWorkLoop<ClaimedExport>(
    {
      claim: async (inFlight) => {
        const limit = deps.atOnce - inFlight.length;
        // Whether ffmpeg works is asked only when there is something to write.
        if (limit <= 0 || (await desk.nextMs(true)) === null) return { pieces: [], nextMs: null };
        const { available } = await deps.checkWriter();
        const pieces = await desk.claim({ leaseBy: context.leaseBy, limit, hasFfmpeg: available });
        return { pieces, nextMs: pieces.length > 0 ? null : await desk.nextMs(available) };
      },
      work: (job) => writeExport(context, job),
      whileIdle: async () => {
        if (Math.abs(now() - droppedMs) < DROP_EVERY_MS) return;
        droppedMs = now();
        await desk.tidy();
      },
      lookEveryMs: desk.lookEveryMs,
      now,
      log,
    },
    stopping.signal,
  );
  let sweeping: ReturnType<typeof setInterval> | undefined;
  let sweep: Promise<void> = Promise.resolve();
  const sweepFolders = (): void => {
    sweep = workbench
      .sweep(async ({ jobId, leaseBy }) => !(await desk.holds({ id: jobId, leaseBy })))
      .then((turns) => (turns > 0 ? log.info('export_folders_swept', { turns }) : undefined))
      .catch((error: unknown) => log.error('export_folders_not_swept', { error }));
  };
  return {
    ...loop,
    room: () => deps.atOnce - loop.atWork(),
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
