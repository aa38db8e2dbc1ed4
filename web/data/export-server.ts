/** The server's export, as the editor calls it. This folder does not fetch: what does is installed at the start. */
import type { ExportJobReply, StartExportRequest } from '#shared/api/export.ts';

export type ExportServer = {
  /**
   * Resolves when the server has every edit of the project.
   * @throws UnsavedError, OfflineError, ApiError, AbortError
   */
  settle(projectId: string, signal: AbortSignal): Promise<void>;
  /** Which of these pictures of texts the server doesn't have. @throws ApiError, OfflineError, AbortError */
  missingPictures(hashes: string[], signal: AbortSignal): Promise<string[]>;
  /** @throws ApiError, OfflineError, AbortError */
  sendPicture(sha256: string, png: Blob, signal: AbortSignal): Promise<void>;
  /**
   * Starts an export and answers the server's name for it. With the same key and request again, it answers the same.
   * @throws ApiError, OfflineError, AbortError
   */
  start(projectId: string, request: StartExportRequest, key: string, signal: AbortSignal): Promise<string>;
  /** All of the person's exports that the server still has. @throws ApiError, OfflineError, AbortError */
  list(signal: AbortSignal): Promise<ExportJobReply[]>;
  /** Null when the server has no such export any more. @throws ApiError, OfflineError, AbortError */
  read(jobId: string, signal: AbortSignal): Promise<ExportJobReply | null>;
  /** Stops it and removes its file; one that is not there is fine. @throws ApiError, OfflineError, AbortError */
  remove(jobId: string, signal: AbortSignal): Promise<void>;
  /** Whether a call failed because nobody answered it, so that it may be made again as it was. */
  isUnanswered(error: unknown): boolean;
  /** What a failed call says to a person; null when it says nothing for people. */
  sentenceOf(error: unknown): string | null;
  /** Where the finished movie is, for the browser to open. */
  downloadPath(jobId: string): string;
};

let server: ExportServer | null = null;

/** Call it once, before anything is exported. */
export function installExportServer(installed: ExportServer): void {
  server = installed;
}

export function theExportServer(): ExportServer {
  if (!server) throw new Error('No export server is installed: startSync() has not run.');
  return server;
}
