/** The server's export for the editor: the calls, after the project's edits. */
import { ApiError, OfflineError } from '#api/errors.ts';
import {
  exportDownloadPath,
  missingExportPictures,
  putExportPicture,
  listExportJobs,
  readExportJob,
  removeExportJob,
  startServerExport,
} from '#api/exports.ts';
import type { Ground } from '#api/project-gate.ts';
import type { ExportServer } from '#data/export-server.ts';

/** Another process stands in for a server that doesn't answer, and says so by these. */
const PROXY_STATUSES = [502, 504];

/** @param settle resolves when the server has what a call builds on */
export function exportServer(
  settle: (projectId: string, ground: Ground, signal?: AbortSignal) => Promise<void>,
): ExportServer {
  return {
    settle: (projectId, signal) => settle(projectId, 'scenes', signal),
    missingPictures: missingExportPictures,
    sendPicture: putExportPicture,
    start: startServerExport,
    list: listExportJobs,
    read: readExportJob,
    remove: removeExportJob,
    isUnanswered: (error) =>
      error instanceof OfflineError ||
      (error instanceof ApiError && error.body === null && PROXY_STATUSES.includes(error.status)),
    sentenceOf: (error) => {
      if (error instanceof ApiError) return error.sentence;
      return error instanceof Error && error.name !== 'ZodError' ? error.message : null;
    },
    downloadPath: exportDownloadPath,
  };
}
