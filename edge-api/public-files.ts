/**
 * Files of public movies at the edge. Two things are kept of one: that everybody may see it, for the stated seconds, and its
 * bytes, for a day, in blocks under the hash of the file, which never mean anything else. Nobody gets a block who wasn't found
 * to have the right just now. So a part of a file costs the bucket no more than that part, and no part is read twice a day.
 */
import type { ByteRange } from './providers/media-store/port.ts';
import { byAnybody, freshOf, keepable, told, type EdgeCache } from './kept-answers.ts';
import type { CacheHost } from './public-cache.ts';
import { rangeReply } from './routes/send-blob.ts';

/** @throws what the media store throws, also for a file that is missing */
export type ReadBlob = (sha256: string, range: ByteRange) => Promise<ReadableStream<Uint8Array>>;

/** Players ask for some MB at once; a block is in memory while it passes. */
export const BLOCK_BYTES = 1024 * 1024;
/** A deleted file is gone from caches after that; nobody has had the right to it since then. */
const BLOCK_SECONDS = 24 * 60 * 60;
/** Of a file whose right to be seen is kept. */
const SIZE = 'x-size-bytes';

/** Answers a call for a file that may be public. Who is signed in, and may see more, is answered by the API where it isn't known to be. */
export async function fromPublicFiles(cache: EdgeCache, asked: Request, host: CacheHost): Promise<Response> {
  const right = (await freshOf(cache, byAnybody(asked), host.now())) ?? (await askRight(cache, asked, host));
  return (right && (await sendKept(cache, asked, right, host))) ?? host.answer(asked);
}

/** Of somebody who is signed in nothing is asked, as most of their files are their own. */
async function askRight(cache: EdgeCache, asked: Request, host: CacheHost): Promise<Response | null> {
  if (asked.headers.has('cookie')) return null;
  const foundMs = host.now();
  const found = await host.answer(byAnybody(asked, 'HEAD'));
  const size = found.headers.get('content-length');
  if (found.status !== 200 || size === null || !found.headers.has('etag') || found.headers.has('set-cookie'))
    return null;
  const right = keepable(new Response('public', { headers: found.headers }), foundMs);
  right.headers.set(SIZE, size);
  right.headers.delete('content-length');
  // A cache would answer by itself whoever names the tag.
  host.later(cache.put(new Request(asked.url), right.clone()));
  return right;
}

/** @returns null where the API has to say it: a range beyond the end, or a file that is missing */
async function sendKept(cache: EdgeCache, asked: Request, right: Response, host: CacheHost): Promise<Response | null> {
  const { headers } = told(right);
  await right.body?.cancel();
  const sizeBytes = Number(headers.get(SIZE));
  const sha256 = (headers.get('etag') ?? '').replaceAll('"', '');
  headers.delete(SIZE);
  const file = { etag: headers.get('etag') ?? '', sizeBytes, headers };
  return rangeReply(asked, file, async (range) => {
    const blocks = keptBlocks(cache, { sha256, sizeBytes, origin: new URL(asked.url).origin }, host);
    return host.ofLength(await streamOf(range, blocks), range.end - range.start);
  }).catch(() => null);
}

type Block = (number: number) => Promise<Uint8Array<ArrayBuffer>>;

function keptBlocks(
  cache: EdgeCache,
  { sha256, sizeBytes, origin }: { sha256: string; sizeBytes: number; origin: string },
  { readBlob, later }: CacheHost,
): Block {
  return async (number) => {
    const start = number * BLOCK_BYTES;
    const range = { start, end: Math.min(start + BLOCK_BYTES, sizeBytes) };
    // Asked for from outside, the address is one that the API doesn't know.
    const address = new Request(`${origin}/api/kept-blocks/${sha256}/${number}`);
    const kept = await cache.match(address);
    const bytes = kept === undefined ? null : new Uint8Array(await kept.arrayBuffer());
    if (bytes?.byteLength === range.end - range.start) return bytes;
    const read = new Uint8Array(await new Response(await readBlob(sha256, range)).arrayBuffer());
    const headers = {
      'cache-control': `public, s-maxage=${BLOCK_SECONDS}`,
      'content-type': 'application/octet-stream',
    };
    later(cache.put(address, new Response(read, { headers })));
    return read;
  };
}

/** Each block is fetched when it is read, as players ask for all of a file and leave early. The first is here when it resolves. */
async function streamOf({ start, end }: ByteRange, block: Block): Promise<ReadableStream<Uint8Array>> {
  let at = start;
  let next: Uint8Array | null = await block(Math.floor(start / BLOCK_BYTES));
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const number = Math.floor(at / BLOCK_BYTES);
        const bytes = next ?? (await block(number));
        next = null;
        const from = number * BLOCK_BYTES;
        controller.enqueue(bytes.subarray(at - from, end - from));
        at = from + bytes.byteLength;
        if (at >= end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
