/** Lets servers on the same database know that a worker is there, and why it can't write movies. */
import { forgetExportWorker, noteExportWorker } from '#edge-api/repos/export-jobs.ts';
import type { ExportWorkDeps } from './export-deps.ts';

/** Servers count a worker as gone after three times as long. */
const SHOW_EVERY_MS = 30_000;

/** Whoever began it ends it; then the worker counts as gone at once. */
export type ShownWorker = { end(): Promise<void> };

export function showExportWorker(
  { db, checkWriter, now, log }: Pick<ExportWorkDeps, 'db' | 'checkWriter' | 'now' | 'log'>,
  id: string,
): ShownWorker {
  const show = async (): Promise<void> => {
    try {
      const { available, error } = await checkWriter();
      await db.execute(noteExportWorker({ id, error: available ? null : error, nowMs: now() }));
    } catch (error) {
      log.error('export_worker_not_shown', { error });
    }
  };
  let showing = show();
  const timer = setInterval(() => {
    showing = showing.then(show);
  }, SHOW_EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await showing;
      await db.execute(forgetExportWorker(id));
    },
  };
}
