/** Sends a stored file: ranges, revalidation, and headers that keep browsers from treating it as anything else. */
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import { readRange, type ByteRange } from '#edge-api/services/byte-range.ts';
import { namesTag } from './entity-tag.ts';
import { routeWords } from './words.ts';

/** The part of the media store that sending needs. */
export type BlobReader = {
  read(sha256: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
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
  const { sizeBytes } = blob;
  const reply = await rangeReply(c.req.raw, { etag, sizeBytes, headers }, (range) => store.read(blob.sha256, range));
  if (reply !== null) return reply;
  c.header('Content-Range', `bytes */${sizeBytes}`);
  throw new AppError('range_not_satisfiable', routeWords.fileSize({ bytes: sizeBytes }));
}

/**
 * A file or a range of it, or word that the client has it.
 * @param file `headers` are those of all of these
 * @returns null where the client asks for a range that isn't there
 */
export async function rangeReply(
  { method, headers: asked }: Pick<Request, 'method' | 'headers'>,
  { etag, sizeBytes, headers }: { etag: string; sizeBytes: number; headers: Headers },
  read: (range: ByteRange) => Promise<ReadableStream<Uint8Array>>,
): Promise<Response | null> {
  if (namesTag(asked.get('if-none-match') ?? undefined, etag)) return new Response(null, { status: 304, headers });
  const ifRange = asked.get('if-range');
  const range = ifRange === null || ifRange === etag ? asked.get('range') : null;
  const wish = readRange(range ?? undefined, sizeBytes);
  if (wish.kind === 'unsatisfiable') return null;
  const sent = wish.kind === 'part' ? wish.range : { start: 0, end: sizeBytes };
  headers.set('Content-Length', String(sent.end - sent.start));
  if (wish.kind === 'part') headers.set('Content-Range', `bytes ${sent.start}-${sent.end - 1}/${sizeBytes}`);
  // Nobody would read a file opened for a HEAD request.
  const body = method === 'HEAD' ? null : await read(sent);
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
