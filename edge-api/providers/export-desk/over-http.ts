/** The desk of a worker that knows only the server's address and its token, and how media comes and goes there. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import {
  claimedExportsReply,
  EXPORT_SERVICE_PATH,
  heldReply,
  namedFileReply,
  nextExportReply,
  storedPartReply,
  type ExportOrder,
} from '#shared/api/export-service.ts';
import { exportPhaseSchema } from '#shared/entities/export-job.ts';
import { BlobMissingError, type StoredBlob } from '#edge-api/providers/media-store/port.ts';
import type { ExportDesk, ExportLease } from './port.ts';

/** A request each, so not as often as with a database beside it. A canceled export ends within about three seconds. */
const WATCH_EVERY_MS = 2_500;
/** The server calls the service, or the queue has a message for it. This is for when neither arrived. */
const LOOK_EVERY_MS = 30_000;
const ANSWER_MS = 20_000;
/** Putting a movie of gigabytes together takes the server minutes. */
const STORE_MS = 15 * 60_000;
/** Of one file, or one part of 8 MiB. */
const TRANSFER_MS = 15 * 60_000;
const TRIES = 4;
const SHORTEST_PAUSE_MS = 300;

export type ServerLine = {
  desk: ExportDesk;
  /** Fetches a file that a claimed export reads to a path, unless it is there. @throws BlobMissingError */
  fetch(lease: ExportLease, sha256: string, path: string): Promise<void>;
  /** Sends the movie that the desk was told the name of. */
  send(lease: ExportLease, path: string, file: StoredBlob): Promise<void>;
};

/** The server refused: asking again would bring the same answer. */
class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

/** What is known of an export that is held. */
type Held = { links: Readonly<Record<string, string>>; parts: readonly string[]; partBytes: number };

/** Opens nothing. */
export function serverLine({ serverUrl, token }: { serverUrl: string; token: string }): ServerLine {
  const held = new Map<string, Held>();

  const ask = async <Reply>(schema: z.ZodType<Reply>, order: ExportOrder, answerMs = ANSWER_MS): Promise<Reply> => {
    const reply = await fetch(serverUrl + EXPORT_SERVICE_PATH, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Origin: serverUrl },
      body: JSON.stringify(order),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    return schema.parse(await (await accepted(reply)).json());
  };
  /** What ends an export is sent again if the answer was lost. The server acts on it only once. */
  const say = (order: ExportOrder): Promise<{ held: boolean }> => patiently(() => ask(heldReply, order));
  const over = async (order: Extract<ExportOrder, { lease: ExportLease }>): Promise<boolean> => {
    const { held: isHeld } = await say(order);
    held.delete(order.lease.id);
    return isHeld;
  };

  const desk: ExportDesk = {
    nextMs: async (hasFfmpeg) => (await ask(nextExportReply, { order: 'next', hasFfmpeg })).nextMs,
    claim: async (wanted) => {
      const { exports } = await ask(claimedExportsReply, { order: 'claim', ...wanted });
      for (const { id, links } of exports) held.set(id, { links, parts: [], partBytes: 0 });
      return exports.map(({ id, format, movie, attempt, createdAtMs }) => ({
        id,
        format,
        movie,
        attempt,
        createdAtMs,
      }));
    },
    holds: async (lease) => (await ask(heldReply, { order: 'holds', lease })).held,
    renew: async (lease, { progress, phase }) =>
      (await ask(heldReply, { order: 'renew', lease, progress, phase: exportPhaseSchema.parse(phase) })).held,
    name: async (lease, file) => {
      const { held: isHeld, ...sent } = await patiently(() => ask(namedFileReply, { order: 'name', lease, ...file }));
      held.set(lease.id, { links: held.get(lease.id)?.links ?? {}, ...sent });
      return isHeld;
    },
    complete: (lease, _, receipt) => over({ order: 'complete', lease, receipt }),
    fail: async (lease, sentence) => void (await over({ order: 'fail', lease, sentence })),
    giveBack: async (lease) => void (await over({ order: 'give-back', lease })),
    retry: async (lease) => void (await over({ order: 'retry', lease })),
    show: async (worker) => (await ask(nextExportReply, { order: 'show', ...worker })).nextMs,
    leave: async (id) => void (await ask(nextExportReply, { order: 'leave', id })),
    tidy: async () => {},
    watchEveryMs: WATCH_EVERY_MS,
    lookEveryMs: LOOK_EVERY_MS,
  };

  return {
    desk,
    fetch: async ({ id }, sha256, path) => {
      const link = held.get(id)?.links[sha256];
      if (link === undefined) throw new BlobMissingError(sha256);
      if ((await sizeOf(path)) === null) await patiently(() => fetchFile(new URL(link, serverUrl), sha256, path));
    },
    send: async (lease, path, { sha256, sizeBytes }) => {
      const { parts: links, partBytes } = held.get(lease.id) ?? { parts: [], partBytes: 0 };
      const parts: string[] = [];
      for (const [index, link] of links.entries()) {
        const range = { start: index * partBytes, end: Math.min(sizeBytes, (index + 1) * partBytes) };
        parts.push(await patiently(() => sendPart(serverUrl, link, path, range)));
      }
      // Where the lease was lost, the desk says so next.
      await patiently(() => ask(heldReply, { order: 'store', lease, sha256, sizeBytes, parts }, STORE_MS));
    },
  };
}

/** Under its name only when it is whole and has its hash. */
async function fetchFile(link: URL, sha256: string, path: string): Promise<void> {
  const partial = `${path}.partial`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const reply = await fetch(link, { redirect: 'error', signal: AbortSignal.timeout(TRANSFER_MS) });
    if (reply.status === 404) throw new BlobMissingError(sha256);
    const { body } = await accepted(reply);
    const hash = createHash('sha256');
    const hashed = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) {
        hash.update(bytes);
        yield bytes;
      }
    };
    await pipeline(body === null ? Readable.from([]) : Readable.fromWeb(body), hashed, createWriteStream(partial));
    if (hash.digest('hex') !== sha256) throw new Error(`The file that came isn't ${sha256}.`);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

async function sendPart(
  serverUrl: string,
  link: string,
  path: string,
  { start, end }: { start: number; end: number },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk);
  const reply = await fetch(new URL(link, serverUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', Origin: serverUrl },
    body: Buffer.concat(chunks),
    redirect: 'error',
    signal: AbortSignal.timeout(TRANSFER_MS),
  });
  return storedPartReply.parse(await (await accepted(reply)).json()).sha256;
}

async function accepted(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const text = (await reply.text()).slice(0, 500);
  if (reply.status >= 500 || reply.status === 429) throw new Error(`${reply.status}: ${text}`);
  throw new RefusedError(reply.status, text);
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

/** Asks again after longer and longer pauses, where the connection or the server failed. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES || error instanceof RefusedError || error instanceof BlobMissingError) throw error;
      await pause(SHORTEST_PAUSE_MS * 3 ** (tries - 1));
    }
  }
}
