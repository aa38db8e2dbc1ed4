/** Sends own files to the server in the background, part by part. What was sent stays sent, whatever stops in between. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { completeUpload, listOwnFiles, putUploadPart, startUpload } from '#api/uploads.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { partRange } from '#shared/own-files/limits.ts';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { layOwnFiles, ownFilesNow } from '#data/tables/own-file-list.ts';
import { changeUpload, filesToSend } from '#data/tables/own-files.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import { pageStore } from './page-deps.ts';
import { createRetries, type Retries } from './retries.ts';
import type { SyncDeps } from './sync-deps.ts';
import { SEND_LIMIT_MS, STALL_LIMIT_MS, whileMoving, withinTime, type Timer } from './timer.ts';
import { callWords, uploadWords as words } from './words.ts';

export type UploadCalls = {
  start(file: OwnFile, signal: AbortSignal): Promise<StartUploadReply>;
  putPart(id: string, number: number, bytes: Blob, signal: AbortSignal, onProgress: () => void): Promise<void>;
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
): Uploads {
  const calls = { start: startUpload, putPart: putUploadPart, complete: completeUpload, list: listOwnFiles };
  return runUploads({ db, store: pageStore, calls, timer, dice, ...told }, userId, signal);
}

/** What nobody but the person can mend: waiting won't help. */
const FOR_GOOD = new Set([409, 413, 422]);
/** An upload that the server gave up is begun anew; one that it keeps giving up is not. */
const TIMES_BEGUN = 5;

/** Failures after which a file says why it isn't there yet: one or two may be chance. */
const FAILURES_TOLD = 3;
/** Putting gigabytes together and hashing them takes the server a while, and tells of no progress. */
const COMPLETE_LIMIT_MS = 600_000;
/** A small file takes longer to ask for than to send: so many go side by side. Of larger files, one at a time. */
const AT_ONCE = 3;
/** Half a second at 16 Mbit/s. Edits need one of the six lines that a browser has to a server of HTTP/1.1. */
const SMALL_BYTES = 1_000_000;
/** Among the retries: what the server has. No file has this hash. */
const LIST = 'list';

export type Uploads = {
  /** Asks anew what the server has: another device may have removed something. */
  refresh(): void;
};

/**
 * Sends files, the oldest first, until the signal is aborted. What fails is tried again by time, without the network too
 * (a server that was away for seconds is not always told of), and others go by it meanwhile.
 */
export function runUploads(deps: UploadDeps, userId: string, signal: AbortSignal): Uploads {
  const sending = new Map<string, { isLarge: boolean; stop: AbortController }>();
  /** How many have ended, one way or the other. */
  let ended = 0;
  /** Files that say why they aren't there yet. */
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    let rows: OwnFileRow[];
    let endedBefore: number;
    do {
      endedBefore = ended;
      rows = await filesToSend(deps.db, userId);
      // A file that was sent meanwhile may still be among them.
    } while (ended !== endedBefore);
    for (const row of rows) if (mayBegin(row)) send(row).catch(deps.onFailed);
  };
  const mayBegin = (row: OwnFileRow): boolean => {
    if (signal.aborted || sending.size >= AT_ONCE || sending.has(row.sha256) || !retries.isDue(row.sha256))
      return false;
    return !isLarge(row) || ![...sending.values()].some((other) => other.isLarge);
  };
  const send = async (row: OwnFileRow): Promise<void> => {
    const stop = new AbortController();
    sending.set(row.sha256, { isLarge: isLarge(row), stop });
    try {
      await sendFile(deps, row, AbortSignal.any([signal, stop.signal]));
      retries.forget(row.sha256);
    } catch (error) {
      if (signal.aborted) return;
      if (!stop.signal.aborted) await noteFailure(deps, { row, error, retries, told });
    } finally {
      sending.delete(row.sha256);
      ended += 1;
    }
    await look();
  };
  const see = (rows: readonly OwnFileRow[]): void => {
    // The person pauses uploads, or has removed the file.
    const wanted = new Set(rows.map(({ sha256 }) => sha256));
    for (const [sha256, { stop }] of sending) if (!wanted.has(sha256)) stop.abort();
    // The person wants it tried now: what it said is gone.
    for (const { sha256, sentence } of rows) if (sentence === null && told.delete(sha256)) retries.forget(sha256);
    look().catch(deps.onFailed);
  };
  let isListLacking = true;
  const refresh = async (): Promise<void> => {
    isListLacking = false;
    try {
      await pullOwnFiles(deps, userId, signal);
      retries.forget(LIST);
    } catch (error) {
      if (signal.aborted) return;
      isListLacking = true;
      if (!(error instanceof OfflineError)) deps.onFailed(error);
      retries.failed(LIST, error);
    }
  };
  const onDue = (): void => {
    if (isListLacking && retries.isDue(LIST)) void refresh();
    look().catch(deps.onFailed);
  };
  const retries = createRetries(deps, onDue, signal);
  follow(() => filesToSend(deps.db, userId), see, deps.onFailed, signal);
  void refresh();
  return { refresh: () => void refresh() };
}

type Failure = { row: OwnFileRow; error: unknown; retries: Retries; told: Set<string> };

/** Waits with it; once it isn't chance, the file says why. A lost network is told of elsewhere. */
async function noteFailure({ db, onFailed }: UploadDeps, { row, error, retries, told }: Failure): Promise<void> {
  retries.failed(row.sha256, error);
  if (error instanceof OfflineError || (error instanceof ApiError && [401, 429].includes(error.status))) return;
  onFailed(error);
  if (retries.failuresOf(row.sha256) < FAILURES_TOLD) return;
  const sentence = (error instanceof ApiError ? error.sentence : null) ?? callWords.serverFailed;
  await changeUpload(db, row, { sentence });
  told.add(row.sha256);
}

async function pullOwnFiles(
  { db, calls, timer, onSent }: UploadDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const before = await ownFilesNow(db, userId);
  const files = await withinTime(timer, SEND_LIMIT_MS, (limit) => calls.list(limit), signal);
  await layOwnFiles(db, userId, files, before);
  // The answer to its last part was lost, or another device sent it.
  for (const file of files) if (before.get(file.sha256) === 'waiting') onSent(file);
}

/** Sends one file, or refuses it for good. @throws OfflineError, ApiError for what may pass, AbortError */
export async function sendFile(deps: UploadDeps, row: OwnFileRow, signal: AbortSignal): Promise<void> {
  const { db, store } = deps;
  const bytes = await store.read(row.sha256);
  if (bytes === null) {
    if (row.state === 'sent') return changeUpload(db, row, { isAskedAgain: false });
    await changeUpload(db, row, { state: 'refused', sentence: words.fileGone({ name: row.file.name }) });
    return;
  }
  try {
    const file = await sendParts(deps, row, bytes, signal);
    await changeUpload(db, row, {
      ...{ state: 'sent', sentBytes: file.sizeBytes, sentence: null, file },
      isAskedAgain: false,
    });
    deps.onSent(file);
  } catch (error) {
    // What something in between says is no answer of the server.
    if (!(error instanceof ApiError) || error.body === null || !FOR_GOOD.has(error.status)) throw error;
    await changeUpload(db, row, { state: 'refused', sentence: error.sentence, isAskedAgain: false });
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
    const begin = (limit: AbortSignal): Promise<StartUploadReply> => calls.start(row.file, limit);
    const { file, upload } = await withinTime(timer, SEND_LIMIT_MS, begin, signal);
    if (file !== null) return file;
    if (upload === null) throw new Error('An upload is neither complete nor open.');
    try {
      const there = new Set(upload.received);
      let sentBytes = upload.received.reduce((sum, number) => sum + lengthOf(row, number), 0);
      // It was thought to be there: what needs it waits from now on.
      await changeUpload(db, row, { state: 'waiting', isAskedAgain: false, sentBytes });
      for (let number = 1; number <= upload.partCount; number++) {
        const range = partRange(row.file.sizeBytes, number);
        if (range === null || there.has(number)) continue;
        signal.throwIfAborted();
        const part = bytes.slice(range.start, range.end);
        const put = (limit: AbortSignal, onProgress: () => void): Promise<void> =>
          calls.putPart(upload.id, number, part, limit, onProgress);
        await whileMoving(timer, STALL_LIMIT_MS, put, signal);
        sentBytes += range.end - range.start;
        await changeUpload(db, row, { sentBytes });
      }
      return await withinTime(timer, COMPLETE_LIMIT_MS, (limit) => calls.complete(upload.id, limit), signal);
    } catch (error) {
      // Another device completed it, or it was given up meanwhile: the next start tells which.
      if (!(error instanceof ApiError) || error.status !== 404 || times === TIMES_BEGUN) throw error;
    }
  }
}

function isLarge({ file }: OwnFileRow): boolean {
  return file.sizeBytes > SMALL_BYTES;
}

function lengthOf({ file }: OwnFileRow, number: number): number {
  const range = partRange(file.sizeBytes, number);
  return range === null ? 0 : range.end - range.start;
}
