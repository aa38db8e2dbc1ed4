/** Sends a stored file: ranges, revalidation, and headers that keep browsers from treating it as anything else. */
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import { readRange } from '#edge-api/services/byte-range.ts';
import { namesTag } from './entity-tag.ts';
import { routeWords } from './words.ts';

/** The part of the media store that sending needs. */
export type BlobReader = {
  read(sha256: string, range: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>;
};

export type SentBlob = { sha256: string; sizeBytes: number; contentType: string };

/**
 * Replies with a blob, or the requested range of it. Access can change at any time, so browsers may keep it but must
 * revalidate (RFC 9111, no-cache). Its name is its hash, so it's its own ETag.
 * Opened by itself, it is saved and never shown; pages that name it show it all the same.
 * @param fileName to save it under
 * @throws AppError `range_not_satisfiable`
 */
export async function sendBlob(
  c: Context,
  store: BlobReader,
  blob: SentBlob,
  fileName: string | null = null,
): Promise<Response> {
  const etag = `"${blob.sha256}"`;
  const headers = new Headers({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Type': blob.contentType,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Disposition': fileName === null ? 'attachment' : attachment(fileName),
    Vary: 'Cookie',
  });
  if (namesTag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('if-range');
  const wish = readRange(ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined, blob.sizeBytes);
  if (wish.kind === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${blob.sizeBytes}`);
    throw new AppError('range_not_satisfiable', routeWords.fileSize({ bytes: blob.sizeBytes }));
  }
  const range = wish.kind === 'part' ? wish.range : { start: 0, end: blob.sizeBytes };
  headers.set('Content-Length', String(range.end - range.start));
  if (wish.kind === 'part') headers.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${blob.sizeBytes}`);
  // Nobody would read a file opened for a HEAD request.
  const body = c.req.method === 'HEAD' ? null : await store.read(blob.sha256, range);
  return new Response(body, { status: wish.kind === 'part' ? 206 : 200, headers });
}

/** RFC 6266 with RFC 8187: the full name, with an ASCII fallback. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
