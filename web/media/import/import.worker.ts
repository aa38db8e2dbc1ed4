/** Takes a file in: looks at what it is, and copies it into this origin's files under its hash, a piece at a time. */
import { isGone, isWithoutFiles, moveOrCopy, openDirectory, readFile, removeUnlessHeld } from '#opfs/files.ts';
import { hexOf } from '#shared/bytes.ts';
import { limits } from '#shared/limits.ts';
import { ownFileWords as words } from '#shared/own-files/words.ts';
import { createFileHash } from '../export/check/file-hash.ts';
import { importRequestSchema, type ImportReply, type ImportRequest } from './protocol.ts';
import { readFileContent, UnusableFile } from './read-file.ts';

type WorkerScope = Pick<DedicatedWorkerGlobalScope, 'postMessage' | 'addEventListener'>;
declare const self: WorkerScope;

const PIECE_BYTES = 4 << 20;
const PROGRESS_MS = 100;

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = importRequestSchema.parse(event.data);
  void takeIn(request).then(send, (error: unknown) => send(failure(error, request.file)));
});

async function takeIn(request: ImportRequest): Promise<ImportReply> {
  const { file, at } = request;
  const name = file.name.slice(0, limits.ownFileNameLength);
  const { content, note } = await readFileContent(file, name, request.kinds);
  const sha256 = await storeUnderHash(request);
  return { type: 'done', file: { ...content, sha256, name, sizeBytes: file.size, createdAt: at }, note };
}

/** Each byte is read once. When it fails, nothing stands under the hash. */
async function storeUnderHash({ file, unfinished, finished, temporaryName }: ImportRequest): Promise<string> {
  const [from, to] = [await openDirectory([unfinished], true), await openDirectory([finished], true)];
  try {
    const handle = await from.getFileHandle(temporaryName, { create: true });
    const sha256 = await copyHashed(file, await handle.createSyncAccessHandle());
    const there = await readFile(to, sha256);
    if (there === null || there.size !== file.size) await moveOrCopy(handle, to, sha256);
    return sha256;
  } finally {
    await removeUnlessHeld(from, temporaryName);
  }
}

async function copyHashed(file: File, target: FileSystemSyncAccessHandle): Promise<string> {
  const hash = createFileHash(file.size);
  let toldAt = performance.now();
  const read = (at: number): Promise<ArrayBuffer> => {
    const reading = file.slice(at, at + PIECE_BYTES).arrayBuffer();
    // One that fails is told of when its turn comes, if it does.
    reading.catch(() => undefined);
    return reading;
  };
  // The next piece is read while this one is written and hashed.
  let next = read(0);
  try {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      const piece = new Uint8Array(await next);
      next = read(at + PIECE_BYTES);
      for (let written = 0; written < piece.length;)
        written += target.write(piece.subarray(written), { at: at + written });
      hash.update(piece);
      if (performance.now() - toldAt < PROGRESS_MS) continue;
      toldAt = performance.now();
      send({ type: 'progress', bytes: at + piece.length });
    }
    target.flush();
    return hexOf(await hash.digest());
  } finally {
    target.close();
  }
}

function failure(error: unknown, { name, size }: File): ImportReply {
  if (error instanceof UnusableFile) return { type: 'unusable', sentence: error.message };
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return { type: 'unusable', sentence: words.noRoom({ name, sizeBytes: size }) };
  if (isWithoutFiles(error)) return { type: 'unusable', sentence: words.noFiles({ name }) };
  if (isGone(error)) return { type: 'unusable', sentence: words.unreadable({ name }) };
  return { type: 'failed', detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

function send(reply: ImportReply): void {
  self.postMessage(reply);
}
