/** The desk of workers that reach the database themselves. */
import type { Db } from '#edge-api/db/client.ts';
import type { ExportDesk } from '#edge-api/providers/export-desk/port.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import {
  claimExports,
  completeExport,
  failExport,
  forgetExportWorker,
  giveBackExport,
  holdsExport,
  nameExportFile,
  nextExportMs,
  noteExportWorker,
  renewExport,
  retryExport,
} from '#edge-api/repos/export-jobs.ts';
import { dropFiles } from './dropped-files.ts';
import { dropUnnamedBlob, untilNotRemoved } from './held-store.ts';

/** A canceled export ends within a second. */
const WATCH_EVERY_MS = 400;
/** Another process may have written a row without being able to wake this one. */
const LOOK_EVERY_MS = 2_000;

type DeskDeps = { db: Db; mediaStore: MediaStore; now(): number };

export function databaseDesk(deps: DeskDeps): ExportDesk {
  const { db, now } = deps;
  return {
    nextMs: (hasFfmpeg) => nextExportMs(db, hasFfmpeg),
    claim: (wanted) => claimExports(db, { ...wanted, nowMs: now() }),
    holds: (lease) => holdsExport(db, lease),
    renew: (lease, at) => renewExport(db, lease, { ...at, nowMs: now() }),
    name: async (lease, file) => {
      // Its row names the file first, so that no file is ever there that no row names.
      if (!(await nameExportFile(db, lease, file))) return false;
      // Another export of the same movie may be going at this moment.
      await untilNotRemoved(deps, file.sha256);
      return true;
    },
    complete: async (lease, { sha256 }, receipt) => {
      if (await completeExport(db, lease, JSON.stringify(receipt), now())) return true;
      await dropUnnamedBlob(deps, sha256);
      return false;
    },
    fail: async (lease, sentence) => void (await failExport(db, lease, sentence, now())),
    giveBack: (lease) => giveBackExport(db, lease, now()),
    retry: (lease) => retryExport(db, lease, now()),
    show: async (worker) => {
      await db.execute(noteExportWorker({ ...worker, nowMs: now() }));
      return nextExportMs(db, worker.error === null);
    },
    leave: async (id) => void (await db.execute(forgetExportWorker(id))),
    tidy: async () => void (await dropFiles(deps)),
    watchEveryMs: WATCH_EVERY_MS,
    lookEveryMs: LOOK_EVERY_MS,
  };
}
