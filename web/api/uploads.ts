/** Calls about own files. All throw ApiError (its `sentence` is for the person), OfflineError, AbortError. */
import {
  ownFileReply,
  ownFilesReply,
  startUploadReply,
  type StartUploadReply,
  type ToldFacts,
} from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { ApiError } from './errors.ts';
import { readReply, rpc, until } from './rpc.ts';
import { sendBytes } from './send-bytes.ts';

const uploads = rpc.api.uploads;

/** Begins to send a file, or goes on with it. */
export async function startUpload(file: OwnFile, signal: AbortSignal): Promise<StartUploadReply> {
  const { sha256, sizeBytes, kind, name } = file;
  const json = { sha256, sizeBytes, kind, name, facts: toldFacts(file) };
  return readReply(await uploads.$post({ json }, until(signal)), startUploadReply);
}

function toldFacts(file: OwnFile): ToldFacts {
  if (file.kind === 'clip') return { clip: file.facts };
  return file.kind === 'picture' ? { picture: file.facts } : { sound: file.facts };
}

/** @param onProgress told whenever some of it has left, and that an answer has begun */
export async function putUploadPart(
  id: string,
  number: number,
  bytes: Blob,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const path = uploads[':id'].parts[':n'].$path({ param: { id, n: String(number) } });
  await sendBytes({ method: 'PUT', path, bytes, signal, onProgress });
}

export async function completeUpload(id: string, signal: AbortSignal): Promise<OwnFile> {
  return readReply(await uploads[':id'].complete.$post({ param: { id } }, until(signal)), ownFileReply);
}

/** Gives up what was sent of a file, or removes it where its last part came meanwhile. */
export async function giveUpUpload(file: OwnFile, signal: AbortSignal): Promise<void> {
  const { file: whole, upload } = await startUpload(file, signal);
  if (whole !== null) await removeOwnFile(whole.sha256, signal);
  if (upload !== null) await uploads[':id'].$delete({ param: { id: upload.id } }, until(signal));
}

/** Removes a file from the server; one that isn't there is fine. */
export async function removeOwnFile(sha256: string, signal: AbortSignal): Promise<void> {
  try {
    await rpc.api['own-files'][':sha256'].$delete({ param: { sha256 } }, until(signal));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

export async function listOwnFiles(signal: AbortSignal): Promise<OwnFile[]> {
  return readReply(await rpc.api['own-files'].$get({}, until(signal)), ownFilesReply);
}
