/**
 * Own material, sent in parts. A part is a file of the media store until all are there; then they are put together, and the
 * whole must have the hash that it was announced under. Whether anybody else has the same file can't be learned: the bytes
 * are asked for unless this very person has them.
 */
import type { StartUploadReply, StartUploadRequest } from '#shared/api/uploads.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { ownFileBytes, partCount, partRange } from '#shared/own-files/limits.ts';
import { ownFileWords } from '#shared/own-files/words.ts';
import type { Deps } from '../deps.ts';
import { BlobMissingError, BlobTooLargeError, type MediaStore } from '#edge-api/providers/media-store/port.ts';
import {
  countOwnFiles,
  deleteOldUploads,
  deleteUpload,
  findOwnFile,
  findUpload,
  findUploadOf,
  insertOwnFile,
  insertUpload,
  listParts,
  putPart,
  type StoredPart,
  type Upload,
} from '#edge-api/repos/own-files.ts';
import { dropUnnamedBlob } from './held-store.ts';
import { joinedParts } from './joined-parts.ts';
import { readOwnFile } from './read-own-file.ts';
import { requireRoomForFile } from './quotas.ts';
import { uploadWords as words } from './words.ts';

type UploadDeps = Pick<Deps, 'db' | 'mediaStore' | 'now' | 'randomBytes' | 'quotas'>;

/**
 * Begins an upload, or goes on with one that another device began.
 * @throws AppError `too_large`, `quota_reached`
 */
export async function startUpload(
  deps: UploadDeps,
  userId: string,
  { sha256, sizeBytes, kind, name = '', facts }: StartUploadRequest,
): Promise<StartUploadReply> {
  const limitBytes = ownFileBytes[kind];
  if (sizeBytes > limitBytes)
    throw new AppError('too_large', ownFileWords.tooLarge({ name, kind, sizeBytes, limitBytes }));
  const file = await findOwnFile(deps.db, userId, sha256);
  if (file !== null) return { file, upload: null };
  const begun = await findUploadOf(deps.db, userId, sha256);
  if (begun !== null && begun.sizeBytes === sizeBytes && begun.kind === kind) return openReply(deps, begun);
  if (begun !== null) await deps.db.batch([deleteUpload(begun.id)], 'write');
  await requireRoom(deps, userId, { name, sizeBytes });
  const nowMs = deps.now();
  const id = uuidv7(nowMs, deps.randomBytes(10));
  const upload = insertUpload({ id, userId, sha256, kind, name, sizeBytes, facts: facts ?? null, nowMs });
  await deps.db.batch([upload], 'write');
  // Of two devices that begin at once, one is first.
  return openReply(deps, await requireUpload(findUploadOf(deps.db, userId, sha256)));
}

async function openReply(deps: UploadDeps, { id, sizeBytes }: Upload): Promise<StartUploadReply> {
  const received = (await listParts(deps.db, id)).map(({ number }) => number);
  const upload = { id, partBytes: limits.uploadPartBytes, partCount: partCount(sizeBytes), received };
  return { file: null, upload };
}

async function requireRoom(deps: UploadDeps, userId: string, file: { name: string; sizeBytes: number }): Promise<void> {
  const { files, uploads, uploadBytes } = await countOwnFiles(deps.db, userId);
  if (files + uploads >= limits.ownFilesPerPerson) throw new AppError('quota_reached', words.tooManyFiles(file));
  if (uploads >= limits.openUploadsPerPerson) throw new AppError('quota_reached', words.tooManyUploads(file));
  await requireRoomForFile(deps, userId, { ...file, comingBytes: uploadBytes });
}

/**
 * Stores a part, in place of what was sent of it before.
 * @throws AppError `not_found`, `invalid_input` when it has another length than the part
 */
export async function storePart(
  deps: UploadDeps,
  userId: string,
  id: string,
  number: number,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const upload = await requireUpload(findUpload(deps.db, userId, id));
  const range = partRange(upload.sizeBytes, number);
  if (range === null) throw new AppError('not_found', words.noPart({ number }));
  const wantedBytes = range.end - range.start;
  const wrongLength = (): AppError => new AppError('invalid_input', words.partLength({ number, wantedBytes }));
  const checked = async ({ sizeBytes }: { sizeBytes: number }): Promise<void> => {
    if (sizeBytes !== wantedBytes) throw wrongLength();
  };
  const blob = await deps.mediaStore
    .put(body, { maxBytes: wantedBytes, beforeNamed: checked })
    .catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? wrongLength() : error;
    });
  const part = { uploadId: id, number, ...blob, nowMs: deps.now() };
  const [written] = await deps.db.batch(putPart(part), 'write');
  if (written !== undefined && written.rowsAffected > 0) return;
  // It was completed or given up meanwhile.
  await dropUnnamedBlob(deps, blob.sha256);
  throw noSuchUpload();
}

/**
 * Puts the parts together, and reads what the whole is.
 * @throws AppError `not_found`; `invalid_input` when parts are missing, and, after which all must be sent again, when the
 * whole has another hash or isn't what it was announced as
 */
export async function completeUpload(deps: UploadDeps, userId: string, id: string): Promise<OwnFile> {
  const upload = await requireUpload(findUpload(deps.db, userId, id));
  const parts = await listParts(deps.db, id);
  const missing = partCount(upload.sizeBytes) - parts.length;
  if (missing > 0) throw new AppError('invalid_input', words.partsMissing({ name: upload.name, count: missing }));
  try {
    const known = await readOwnFile(partsSource(deps.mediaStore, parts, upload.sizeBytes), upload);
    await deps.mediaStore.put(joinedParts(deps.mediaStore, parts), {
      maxBytes: upload.sizeBytes,
      beforeNamed: async ({ sha256 }) => {
        if (sha256 !== upload.sha256) throw new AppError('invalid_input', words.otherHash({ name: upload.name }));
      },
    });
    const { sha256, name, sizeBytes } = upload;
    const file: OwnFile = { ...known, sha256, name, sizeBytes, createdAt: deps.now() };
    await deps.db.batch([insertOwnFile(userId, file), deleteUpload(id)], 'write');
    return file;
  } catch (error) {
    if (error instanceof AppError) await deps.db.batch([deleteUpload(id)], 'write');
    // Somebody else's request completed it while this one read.
    const done = error instanceof BlobMissingError ? await findOwnFile(deps.db, userId, upload.sha256) : null;
    if (done !== null) return done;
    throw error;
  }
}

/** Gives an upload up. @throws AppError `not_found` */
export async function cancelUpload(deps: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  await requireUpload(findUpload(deps.db, userId, id));
  await deps.db.batch([deleteUpload(id)], 'write');
}

/** Gives up uploads of which nothing came for days. */
export function purgeUploads(nowMs: number, limit: number) {
  return deleteOldUploads(nowMs - limits.uploadKeptHours * 3_600_000, limit);
}

function partsSource(store: MediaStore, parts: readonly StoredPart[], sizeBytes: number): ByteSource {
  return {
    sizeBytes,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start);
      for (let at = start; at < end;) {
        const part = parts[Math.floor(at / limits.uploadPartBytes)];
        if (part === undefined) throw new RangeError(`The file ends before byte ${end}`);
        const from = at % limits.uploadPartBytes;
        const to = Math.min(part.sizeBytes, from + end - at);
        const stream = await store.read(part.sha256, { start: from, end: to });
        bytes.set(new Uint8Array(await new Response(stream).arrayBuffer()), at - start);
        at += to - from;
      }
      return bytes;
    },
  };
}

async function requireUpload(found: Promise<Upload | null>): Promise<Upload> {
  const upload = await found;
  if (upload === null) throw noSuchUpload();
  return upload;
}

function noSuchUpload(): AppError {
  return new AppError('not_found', words.notFound);
}
