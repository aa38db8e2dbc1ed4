/** The exports of this page, as screens call them. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { movieFiles } from '#data/movie-files.ts';
import { theSources } from '#data/sources.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { exportCapability, startExport } from '#media/worker/client.ts';
import { pageExportLocks } from './export-locks.ts';
import type { ExportDestination } from './export-row.ts';
import { createExportRunner } from './export-runner.ts';
import type { ExportChoice } from './export-target.ts';

export type { ExportDestination } from './export-row.ts';
export type { ExportChoice } from './export-target.ts';

const runner = createExportRunner({
  db,
  device: browserDevice,
  locks: pageExportLocks,
  files: movieFiles,
  sources: theSources,
  engine: { startExport, exportCapability },
  async freeBytes() {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  },
  tabId: crypto.randomUUID(),
});

/** Addresses under which finished movies were handed out; the browser may still be copying. */
const handedOut = new Map<string, string>();

/** Puts an export into the queue. @throws AppError `not_found`; MediaFailure `empty-movie` */
export async function startMovieExport(
  projectId: string,
  choice: ExportChoice,
  destination: ExportDestination = { kind: 'device' },
): Promise<void> {
  await runner.start(projectId, choice, destination);
}

/** Starts a failed export again, of the movie as it is now, and takes the failed one's card away. */
export async function retryExport(failed: ExportRow, destination: ExportDestination): Promise<void> {
  const { id, projectId, resolution, format, leavesOutSound = false, checksEveryPicture = false } = failed;
  await runner.start(projectId, { resolution, format, leavesOutSound, checksEveryPicture }, destination);
  await runner.dismiss(id);
}

export function cancelExport(id: string): Promise<void> {
  return runner.cancel(id);
}

/** Hands a finished movie to the browser's downloads. @throws AppError `not_found` when it can't be reached */
export async function downloadExport(id: string): Promise<void> {
  const { movie, fileName } = await runner.read(id);
  const url = handedOut.get(id) ?? URL.createObjectURL(movie);
  handedOut.set(id, url);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Takes the card away, and the file with it where it is this device's. A running export is stopped first. */
export async function dismissExport(id: string): Promise<void> {
  await runner.dismiss(id);
  const url = handedOut.get(id);
  if (url !== undefined) URL.revokeObjectURL(url);
  handedOut.delete(id);
}

/** Takes the cards of all exports of a project away, with the movies that lie in this browser. */
export async function dismissExportsOf(projectId: string): Promise<void> {
  const ids = await db.exports.filter((row) => row.projectId === projectId).primaryKeys();
  await Promise.all(ids.map((id) => dismissExport(id)));
}
