/** What an export service may ask for: orders with its token, and the media of its exports by links that are signed here. */
import {
  EXPORT_SERVICE_PATH,
  type claimedExportsReply,
  type ExportOrder,
  type heldReply,
  type namedFileReply,
  type nextExportReply,
} from '#shared/api/export-service.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { partCount, partRange } from '#shared/own-files/limits.ts';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { ClaimedExport, ExportLease } from '#edge-api/providers/export-desk/port.ts';
import { BlobTooLargeError } from '#edge-api/providers/media-store/port.ts';
import { holdsExport } from '#edge-api/repos/export-jobs.ts';
import { databaseDesk } from './export-desk.ts';
import { filesOf, frozenMovieSchema } from './export-movie.ts';
import { dropUnnamedBlobs } from './held-store.ts';
import { joinedParts } from './joined-parts.ts';
import { isSignedLink, sameText, signLink } from './signed-link.ts';
import { sha256Hex } from './digest.ts';
import { exportServiceWords as words } from './words.ts';

export type ExportServiceDeps = Pick<Deps, 'config' | 'db' | 'mediaStore' | 'keySecrets' | 'now' | 'wakeExports'>;

/** Clips are fetched when the work begins, and parts are sent when it ends. */
const LINK_MS = 60 * 60 * 1000;

export type OrderReply =
  | z.infer<typeof heldReply>
  | z.infer<typeof nextExportReply>
  | z.infer<typeof claimedExportsReply>
  | z.infer<typeof namedFileReply>;

/** @throws AppError `not_found` where no token is set, `unauthenticated` without it */
export async function requireExportService(
  { config: { exportServiceToken } }: Pick<Deps, 'config'>,
  authorization: string | undefined,
): Promise<void> {
  if (exportServiceToken === null) throw new AppError('not_found', words.off);
  // Hashes of one length: how long the comparison takes tells nothing of the token.
  if (!sameText(await sha256Hex(authorization ?? ''), await sha256Hex(`Bearer ${exportServiceToken}`)))
    throw new AppError('unauthenticated', words.sendToken);
}

/** @throws AppError `not_found` when a link wasn't signed here for this request, or has run out */
export function requireSignedLink({ keySecrets, now }: ExportServiceDeps, method: string, address: string): void {
  const secrets = [keySecrets.current, ...(keySecrets.previous === null ? [] : [keySecrets.previous])];
  if (!secrets.some((secret) => isSignedLink(secret, method, address, now())))
    throw new AppError('not_found', words.linkOver);
}

/** Carries out an order. @throws AppError `invalid_input` where the parts of a file aren't that file */
export async function takeOrder(deps: ExportServiceDeps, order: ExportOrder): Promise<OrderReply> {
  const desk = databaseDesk(deps);
  switch (order.order) {
    case 'show':
      return { nextMs: await desk.show(order) };
    case 'leave':
      await desk.leave(order.id);
      return { nextMs: null };
    case 'next':
      return { nextMs: await desk.nextMs(order.hasFfmpeg) };
    case 'claim':
      return { exports: (await desk.claim(order)).map((job) => withLinks(deps, job)) };
    case 'holds':
      return { held: await desk.holds(order.lease) };
    case 'renew':
      return { held: await desk.renew(order.lease, order) };
    case 'name':
      return { held: await desk.name(order.lease, order), ...partLinks(deps, order.lease, order.sizeBytes) };
    case 'store':
      return { held: await storeFile(deps, order) };
    case 'complete':
      return { held: await desk.complete(order.lease, order.receipt.file, order.receipt) };
    case 'fail':
      await desk.fail(order.lease, order.sentence);
      return { held: false };
    case 'give-back':
    case 'retry':
      await (order.order === 'retry' ? desk.retry(order.lease) : desk.giveBack(order.lease));
      // Another service can begin it at once.
      deps.wakeExports();
      return { held: false };
  }
}

function withLinks(deps: ExportServiceDeps, job: ClaimedExport) {
  const { data: movie } = frozenMovieSchema.safeParse(JSON.parse(job.movie));
  const links = movie === undefined ? [] : filesOf(movie).map((sha256) => [sha256, mediaLink(deps, sha256)] as const);
  const { id, format, attempt, createdAtMs } = job;
  return { id, format, movie: job.movie, attempt, createdAtMs, links: Object.fromEntries(links) };
}

function mediaLink({ keySecrets, now }: ExportServiceDeps, sha256: string): string {
  return signLink(keySecrets.current, 'GET', `${EXPORT_SERVICE_PATH}/media/${sha256}`, now() + LINK_MS);
}

function partLinks({ keySecrets, now }: ExportServiceDeps, { id, leaseBy }: ExportLease, sizeBytes: number) {
  const untilMs = now() + LINK_MS;
  const parts = Array.from({ length: partCount(sizeBytes) }, (_, index) => {
    const number = index + 1;
    const { start, end } = partRange(sizeBytes, number) ?? { start: 0, end: 0 };
    const query = new URLSearchParams({ by: leaseBy, bytes: String(end - start) });
    return signLink(
      keySecrets.current,
      'PUT',
      `${EXPORT_SERVICE_PATH}/exports/${id}/parts/${number}?${query.toString()}`,
      untilMs,
    );
  });
  return { partBytes: limits.uploadPartBytes, parts };
}

/** The size of a file that a link names. @throws AppError `not_found` */
export async function linkedFile(
  { mediaStore }: ExportServiceDeps,
  sha256: string,
): Promise<{ sha256: string; sizeBytes: number; contentType: string }> {
  const sizeBytes = await mediaStore.size(sha256);
  if (sizeBytes === null) throw new AppError('not_found', words.noFile);
  return { sha256, sizeBytes, contentType: 'application/octet-stream' };
}

/**
 * Stores a part of a movie that is still held.
 * @param sizeBytes what the link says that it has
 * @throws AppError `not_found` when the lease was lost, `invalid_input` when it has another length
 */
export async function storeMoviePart(
  deps: ExportServiceDeps,
  lease: ExportLease,
  sizeBytes: number,
  body: ReadableStream<Uint8Array>,
): Promise<{ sha256: string }> {
  if (!(await holdsExport(deps.db, lease))) throw new AppError('not_found', words.lost);
  const wrongLength = (): AppError => new AppError('invalid_input', words.partLength({ bytes: sizeBytes }));
  const { sha256 } = await deps.mediaStore
    .put(body, {
      maxBytes: sizeBytes,
      beforeNamed: async (blob) => {
        if (blob.sizeBytes !== sizeBytes) throw wrongLength();
      },
    })
    .catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? wrongLength() : error;
    });
  return { sha256 };
}

/** Puts a movie together from its parts, unless the lease was lost. Its bytes must be what it was named for. */
async function storeFile(
  deps: ExportServiceDeps,
  { lease, sha256, sizeBytes, parts }: Extract<ExportOrder, { order: 'store' }>,
): Promise<boolean> {
  if (!(await holdsExport(deps.db, lease))) return false;
  const isWhole = (blob: { sha256: string; sizeBytes: number }): boolean =>
    blob.sha256 === sha256 && blob.sizeBytes === sizeBytes;
  await deps.mediaStore.put(
    joinedParts(
      deps.mediaStore,
      parts.map((part) => ({ sha256: part })),
    ),
    {
      maxBytes: sizeBytes,
      beforeNamed: async (blob) => {
        if (!isWhole(blob)) throw new AppError('invalid_input', words.otherFile);
      },
    },
  );
  // Held for an hour, as whatever is put; a movie of one part is that part.
  await dropUnnamedBlobs(deps, parts);
  return true;
}
