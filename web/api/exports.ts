/** Calls about movies that the server writes. All throw ApiError (its `sentence` is for the person), OfflineError, AbortError. */
import {
  exportJobReply,
  exportJobsReply,
  missingPicturesReply,
  startExportReply,
  type ExportJobReply,
  type StartExportRequest,
} from '#shared/api/export.ts';
import { ApiError } from './errors.ts';
import { readReply, rpc, until } from './rpc.ts';

const pictures = rpc.api['export-pictures'];
const job = rpc.api['export-jobs'][':id'];

/** Answers the job's id. @param key the same for a repeat of the same request, which then starts nothing */
export async function startServerExport(
  projectId: string,
  request: StartExportRequest,
  key: string,
  signal: AbortSignal,
): Promise<string> {
  const call = { param: { id: projectId }, header: { 'idempotency-key': key }, json: request };
  const reply = await rpc.api.projects[':id'].export.$post(call, until(signal));
  return (await readReply(reply, startExportReply)).id;
}

/** The person's jobs, the newest first. */
export async function listExportJobs(signal: AbortSignal): Promise<ExportJobReply[]> {
  return await readReply(await rpc.api['export-jobs'].$get({}, until(signal)), exportJobsReply);
}

/** Null when the server has no such job any more. */
export async function readExportJob(id: string, signal: AbortSignal): Promise<ExportJobReply | null> {
  try {
    return await readReply(await job.$get({ param: { id } }, until(signal)), exportJobReply);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Stops a job and removes its file; one that is not there is fine. */
export async function removeExportJob(id: string, signal: AbortSignal): Promise<void> {
  try {
    await job.$delete({ param: { id } }, until(signal));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Which pictures of texts the server doesn't have, by their SHA-256. */
export async function missingExportPictures(hashes: string[], signal: AbortSignal): Promise<string[]> {
  const reply = await pictures.missing.$post({ json: { hashes } }, until(signal));
  return (await readReply(reply, missingPicturesReply)).missing;
}

export async function putExportPicture(sha256: string, png: Blob, signal: AbortSignal): Promise<void> {
  const init = { body: png, headers: { 'Content-Type': 'image/png' }, signal };
  await pictures[':sha256'].$put({ param: { sha256 } }, { init });
}

/** Where the browser finds a finished movie. */
export function exportDownloadPath(id: string): string {
  return job.download.$path({ param: { id } });
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.isNotFound;
}
