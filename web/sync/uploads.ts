/** Sends own files to the server in the background, part by part. What was sent stays sent, whatever stops in between. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { completeUpload, listOwnFiles, putUploadPart, startUpload } from '#api/uploads.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { partRange } from '#shared/own-files/limits.ts';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { changeUpload, filesToSend, layOwnFiles } from '#data/tables/own-files.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import { backoffMs } from './backoff.ts';
import { pageStore } from './page-deps.ts';
import type { SyncDeps } from './sync-deps.ts';
import { withinTime, type Timer } from './timer.ts';
import { uploadWords as words } from './words.ts';

export type UploadCalls = {
  start(file: OwnFile, signal: AbortSignal): Promise<StartUploadReply>;
  putPart(id: string, number: number, bytes: Blob, signal: AbortSignal): Promise<void>;
  complete(id: string, signal: AbortSignal): Promise<OwnFile>;
  list(signal: AbortSignal): Promise<OwnFile[]>;
};

export type UploadDeps = {
  db: StoryreelDb;
  store: Pick<ClipStore, 'read'>;
  calls: UploadCalls;
  timer: Timer;
  dice(): number;
  /** The server has one more: rows that name it may have changed there. */
  onSent(file: OwnFile): void;
  onFailed(error: unknown): void;
};

/** The same, of this page. */
export function runPageUploads(
  { db, timer, dice }: SyncDeps,
  { userId, ...told }: { userId: string } & Pick<UploadDeps, 'onSent' | 'onFailed'>,
  signal: AbortSignal,
): void {
  const calls = { start: startUpload, putPart: putUploadPart, complete: completeUpload, list: listOwnFiles };
  runUploads({ db, store: pageStore, calls, timer, dice, ...told }, userId, signal);
}

/** What nobody but the person can mend: waiting won't help. */
const FOR_GOOD = new Set([409, 413, 422]);
/** An upload that the server gave up is begun anew; one that it keeps giving up is not. */
const TIMES_BEGUN = 5;

/** A part is 8 MB: a line of 14 kB a second is in time, and one that hangs is given up. */
const PART_LIMIT_MS = 600_000;

/**
 * Sends one file after the other until the signal is aborted. What fails is tried again by time, without the network too:
 * a server that was away for seconds is not always told of.
 */
export function runUploads(deps: UploadDeps, userId: string, signal: AbortSignal): void {
  let sending: { sha256: string; stop: AbortController } | null = null;
  let failures = 0;
  const look = async ([row]: readonly OwnFileRow[]): Promise<void> => {
    if (row === undefined || sending !== null || signal.aborted) return;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    sending = { sha256: row.sha256, stop };
    try {
      await sendFile(deps, row, either);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!stop.signal.aborted) {
        failures += 1;
        if (!(error instanceof OfflineError)) deps.onFailed(error);
        await pause(deps, backoffMs(failures, deps.dice(), retryAfterOf(error)), either);
      }
    } finally {
      sending = null;
    }
    if (!signal.aborted) await look(await filesToSend(deps.db, userId));
  };
  const see = (rows: readonly OwnFileRow[]): void => {
    // The person pauses uploads, or has removed the file.
    if (sending !== null && !rows.some(({ sha256 }) => sha256 === sending?.sha256)) sending.stop.abort();
    look(rows).catch(deps.onFailed);
  };
  follow(() => filesToSend(deps.db, userId), see, deps.onFailed, signal);
  void pullOwnFiles(deps, userId, signal).catch((error: unknown) => {
    if (!signal.aborted) deps.onFailed(error);
  });
}

function retryAfterOf(error: unknown): number | null {
  return error instanceof ApiError ? error.retryAfterSeconds : null;
}

function pause({ timer }: UploadDeps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const callOff = timer.after(ms, resolve);
    signal.addEventListener('abort', () => (callOff(), resolve()), { once: true });
  });
}

async function pullOwnFiles({ db, calls }: UploadDeps, userId: string, signal: AbortSignal): Promise<void> {
  await layOwnFiles(db, userId, await calls.list(signal));
}

/** Sends one file, or refuses it for good. @throws OfflineError, ApiError for what may pass, AbortError */
export async function sendFile(deps: UploadDeps, row: OwnFileRow, signal: AbortSignal): Promise<void> {
  const { db, store } = deps;
  const bytes = await store.read(row.sha256);
  if (bytes === null) {
    await changeUpload(db, row, { state: 'refused', sentence: words.fileGone({ name: row.file.name }) });
    return;
  }
  try {
    const file = await sendParts(deps, row, bytes, signal);
    await changeUpload(db, row, { state: 'sent', sentBytes: file.sizeBytes, file });
    deps.onSent(file);
  } catch (error) {
    if (!(error instanceof ApiError) || !FOR_GOOD.has(error.status)) throw error;
    await changeUpload(db, row, { state: 'refused', sentence: error.sentence });
  }
}

async function sendParts(
  { db, calls, timer }: UploadDeps,
  row: OwnFileRow,
  bytes: File,
  signal: AbortSignal,
): Promise<OwnFile> {
  for (let times = 1; ; times++) {
    signal.throwIfAborted();
    const { file, upload } = await calls.start(row.file, signal);
    if (file !== null) return file;
    if (upload === null) throw new Error('An upload is neither complete nor open.');
    try {
      const there = new Set(upload.received);
      let sentBytes = upload.received.reduce((sum, number) => sum + lengthOf(row, number), 0);
      await changeUpload(db, row, { sentBytes });
      for (let number = 1; number <= upload.partCount; number++) {
        const range = partRange(row.file.sizeBytes, number);
        if (range === null || there.has(number)) continue;
        signal.throwIfAborted();
        const part = bytes.slice(range.start, range.end);
        await withinTime(timer, PART_LIMIT_MS, (limit) => calls.putPart(upload.id, number, part, limit), signal);
        sentBytes += range.end - range.start;
        await changeUpload(db, row, { sentBytes });
      }
      return await calls.complete(upload.id, signal);
    } catch (error) {
      // Another device completed it, or it was given up meanwhile: the next start tells which.
      if (!(error instanceof ApiError) || error.status !== 404 || times === TIMES_BEGUN) throw error;
    }
  }
}

function lengthOf({ file }: OwnFileRow, number: number): number {
  const range = partRange(file.sizeBytes, number);
  return range === null ? 0 : range.end - range.start;
}
