/** Sending a stored file: ranges, revalidation, and headers that keep it a file and nothing else. */
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import { readRange } from '#edge-api/services/byte-range.ts';
import { namesTag } from './entity-tag.ts';
import { routeWords } from './words.ts';

/** The store of the bytes, as far as sending them needs it. */
export type BlobReader = {
  read(sha256: string, range: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>;
};

export type SentBlob = { sha256: string; sizeBytes: number; contentType: string };

/**
 * Answers with a blob, or with the part of it that is asked for. Who may see a file can change at any time, so it is
 * kept by browsers but asked about each time (RFC 9111, no-cache); its name is its hash, so it is its own ETag.
 * @param fileName makes it a file to save
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
    Vary: 'Cookie',
  });
  if (fileName !== null) headers.set('Content-Disposition', attachment(fileName));
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
  // A file that is opened for a HEAD request would be read by nobody.
  const body = c.req.method === 'HEAD' ? null : await store.read(blob.sha256, range);
  return new Response(body, { status: wish.kind === 'part' ? 206 : 200, headers });
}

/** RFC 6266 with RFC 8187: the name in full, and in ASCII for those that can't read it so. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
