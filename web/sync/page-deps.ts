/** What sync needs from outside, provided by the page. */
import { rpc } from '#api/rpc.ts';
import { OfflineError, readJson, requestUnlessKnown, send } from '#api/client.ts';
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import type { Pace } from '#data/follow.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { webLocks } from './locks.ts';
import type { SyncDeps } from './sync-deps.ts';
import { noting, STALL_LIMIT_MS, whileMoving, type Timer } from './timer.ts';

export const pageStore = clipStore;

export const pageTimer: Timer = {
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

const pageRest: Pace = {
  restMs: 250,
  after(ms, work) {
    // A hidden page's clocks may ring a minute late: it doesn't rest.
    if (document.visibilityState === 'visible') return pageTimer.after(ms, work);
    queueMicrotask(work);
    return () => undefined;
  },
};

export const pageSyncDeps: SyncDeps = {
  db,
  device: browserDevice,
  locks: webLocks,
  timer: pageTimer,
  rest: pageRest,
  dice: () => Math.random(),
  call: async ({ method, path, body, headers }, signal) =>
    readJson(await send({ method, path, headers, ...(body === null ? {} : { body }), ...(signal && { signal }) })),
  read: requestUnlessKnown,
  pulled: new Map(),
  makeRoom: async () => (await import('#data/free-remade.ts')).freeRemade(db),
};

/** The bytes of a clip, from the server. */
export async function openClip(url: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const reply = await send({ path: url, headers: { Accept: 'video/mp4' }, ...(signal && { signal }) });
  if (!reply.body) throw new OfflineError();
  return reply.body;
}

/** A part of a clip's file. A server without range support sends all of it. */
export function readClipRange(url: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return readWhole(url, { Range: `bytes=${start}-${end - 1}` }, async (reply) => {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    return reply.status === 206 ? bytes : bytes.subarray(start, end);
  });
}

export function loadClip(url: string): Promise<Blob> {
  return readWhole(url, {}, (reply) => reply.blob());
}

/** Gives up when nothing comes for a minute. */
function readWhole<T>(
  path: string,
  headers: Record<string, string>,
  take: (reply: Response) => Promise<T>,
): Promise<T> {
  return whileMoving(pageTimer, STALL_LIMIT_MS, async (signal, onProgress) => {
    const reply = await send({ path, headers: { Accept: 'video/mp4', ...headers }, signal });
    return take(new Response(reply.body?.pipeThrough(noting(onProgress)) ?? null, reply));
  });
}

/** Uploads a frame of a clip. */
export async function putFrame(
  sha256: string,
  which: 'first' | 'last',
  picture: Blob,
  signal: AbortSignal,
): Promise<void> {
  await rpc.api.media[':id'].frames[':place'].$put(
    { param: { id: sha256, place: which } },
    { init: { body: picture, headers: { 'Content-Type': picture.type }, signal } },
  );
}
