/** The exports of this page, as screens call them. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { theExportServer } from '#data/export-server.ts';
import { movieFiles } from '#data/movie-files.ts';
import { theSources } from '#data/sources.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { exportCapability, startExport } from '#media/worker/client.ts';
import { ensurePreviewFonts } from '#player/preview-fonts.ts';
import { drawTexts } from './drawn-texts.ts';
import { isLockWanted, pageExportLocks } from './export-locks.ts';
import type { ExportDestination } from './export-row.ts';
import { createExportRunner } from './export-runner.ts';
import type { ExportChoice } from './export-target.ts';
import { askBeforeLeaving } from './leave-guard.ts';
import { createServerExports } from './server-exports.ts';

export { exportFileName, type ExportDestination } from './export-row.ts';
export type { ExportChoice } from './export-target.ts';

const tabId = crypto.randomUUID();

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
  askBeforeLeaving,
  tabId,
});

const serverExports = createServerExports({
  db,
  device: browserDevice,
  locks: { ...pageExportLocks, isWanted: isLockWanted },
  server: theExportServer,
  async drawTexts(plan, size, signal) {
    if (plan.scenes.every(({ overlays }) => overlays.length === 0)) return [];
    await ensurePreviewFonts();
    return await drawTexts(plan, size, signal);
  },
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  tabId,
});

/** Addresses under which finished movies were handed out; the browser may still be copying. */
const handedOut = new Map<string, string>();

/** Takes part in asking after the movies that the server writes, for as long as this page is open. */
export function followServerExports(onCrash: (error: unknown) => void): () => void {
  const controller = new AbortController();
  serverExports.follow(controller.signal, onCrash);
  return () => controller.abort();
}

/**
 * Puts an export into the queue, of this browser or of the server.
 * @throws AppError `not_found`; MediaFailure `empty-movie`; what the server refuses
 */
export async function startMovieExport(
  projectId: string,
  choice: ExportChoice,
  destination: ExportDestination = { kind: 'device' },
): Promise<void> {
  if (choice.where === 'server') await serverExports.start(projectId, choice);
  else await runner.start(projectId, choice, destination);
}

/** Starts a failed export again, of the movie as it is now, and takes the failed one's card away. */
export async function retryExport(failed: ExportRow, destination: ExportDestination): Promise<void> {
  const { projectId, resolution, format, leavesOutSound = false, checksEveryPicture = false, range } = failed;
  const where = failed.server === null ? 'browser' : 'server';
  const choice = { resolution, format, leavesOutSound, checksEveryPicture, range, where } as const;
  await startMovieExport(projectId, choice, destination);
  await dismissExport(failed);
}

/** Stops an export that runs or waits, and forgets it. */
export async function cancelExport({ id, server }: ExportRow): Promise<void> {
  await (server === null ? runner.cancel(id) : serverExports.discard(id));
}

/** Hands a finished movie to the browser's downloads. @throws AppError `not_found` when it can't be reached */
export async function downloadExport({ id, server }: ExportRow): Promise<void> {
  if (server !== null) {
    if (server.jobId !== null) window.open(theExportServer().downloadPath(server.jobId), '_blank');
    return;
  }
  const { movie, fileName } = await runner.read(id);
  const link = document.createElement('a');
  link.href = handOut(id, movie);
  link.download = fileName;
  link.click();
}

/** The address from which a finished movie can be played. @throws AppError `not_found` when it can't be reached */
export async function exportAddress({ id, server }: ExportRow): Promise<string> {
  if (server?.jobId != null) return theExportServer().downloadPath(server.jobId);
  return handOut(id, (await runner.read(id)).movie);
}

function handOut(id: string, movie: Blob): string {
  const url = handedOut.get(id) ?? URL.createObjectURL(movie);
  handedOut.set(id, url);
  return url;
}

/** Takes the card away, and the file with it where it is this device's or the server's. A running export is stopped first. */
export async function dismissExport({ id, server }: ExportRow): Promise<void> {
  if (server !== null) {
    await serverExports.discard(id);
    return;
  }
  await runner.dismiss(id);
  const url = handedOut.get(id);
  if (url !== undefined) URL.revokeObjectURL(url);
  handedOut.delete(id);
}

/** Takes the cards of all exports of a project away, with the movies that lie in this browser. */
export async function dismissExportsOf(projectId: string): Promise<void> {
  const rows = await db.exports.filter((row) => row.projectId === projectId).toArray();
  await Promise.all(rows.map(dismissExport));
}
