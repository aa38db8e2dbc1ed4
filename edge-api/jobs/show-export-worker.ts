/** Lets servers know that a worker is there, and why it can't write movies. */
import type { ExportWorkDeps } from './export-deps.ts';

/** Servers count a worker as gone after three times as long. */
const SHOW_EVERY_MS = 30_000;

/** Whoever began it ends it; then the worker counts as gone at once. */
export type ShownWorker = { end(): Promise<void> };

export function showExportWorker(
  { desk, checkWriter, log }: Pick<ExportWorkDeps, 'desk' | 'checkWriter' | 'log'>,
  id: string,
  /** Told when there is something to write. */
  onWork: () => void = () => {},
): ShownWorker {
  const show = async (): Promise<void> => {
    try {
      const { available, error } = await checkWriter();
      const nextMs = await desk.show({ id, error: available ? null : error });
      if (nextMs !== null) onWork();
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
      await desk.leave(id);
    },
  };
}
