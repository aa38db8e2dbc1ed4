/**
 * The page's side of the media worker. Each export has a worker of its own, ended with it, so that its memory goes back to
 * the system; reading (pictures, what this browser can do) shares one that lives as long as the page.
 */
import { z } from 'zod';
import { codecName } from '#shared/words/codec-words.ts';
import { interfaceNames, MediaFailure, missingInterfaces } from '../failures.ts';
import { replySchema, type Reply, type Request, type Result } from './protocol.ts';
import type { Capability, PlanSummary } from '../export/plan/plan-summary.ts';
import type { ExportInput } from '../export/export-input.ts';
import type { ExportProgress } from '../export/progress.ts';
import type { ExportResult } from '../export/export-result.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { blobAt, type MediaLocation } from '../probe/locate.ts';
import type { OverlayFont } from '../compositor/overlay-fonts.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import { watchSilence, type SilenceWatch } from './silence-watch.ts';

export type {
  Capability,
  ExportInput,
  ExportProgress,
  ExportResult,
  ExportTarget,
  MediaLocation,
  OverlayFont,
  PlanSummary,
  Receipt,
};
export { codecName, interfaceNames, MediaFailure, missingInterfaces };

export type ExportOptions = { onProgress?: (progress: ExportProgress) => void; signal?: AbortSignal };
export type PictureOptions = { mimeType?: 'image/webp' | 'image/jpeg'; signal?: AbortSignal };

/**
 * Writes the movie into `input.output` and checks it.
 * @throws MediaFailure, or an AbortError once the partial file is gone
 */
export async function startExport(input: ExportInput, options: ExportOptions = {}): Promise<ExportResult> {
  const channel = takeSpare() ?? openChannel();
  const callOff = endWhenStuck(channel, options.signal);
  const silence = endWhenSilent(channel);
  try {
    const result = await channel.call({ id: input.jobId, type: 'export', input }, options.signal, (reply) => {
      silence.heard();
      if (reply.type === 'progress') options.onProgress?.(reply.progress);
    });
    return expectResult(result, 'export').result;
  } finally {
    silence.end();
    callOff();
    channel.close();
  }
}

/** One frame of a clip as a picture. The frame is a number from 0; past the end it is the last one. */
export async function readFrame(
  source: MediaLocation | Blob,
  frame: number,
  maxWidth: number,
  options: PictureOptions = {},
): Promise<Blob> {
  let picture: Blob | null = null;
  await readFrames(source, [frame], maxWidth, (_, blob) => (picture = blob), options);
  if (picture === null) throw new MediaFailure('source-unreadable', { detail: `frame ${frame} did not decode` });
  return picture;
}

/**
 * Several frames in one walk through the clip, which is what a filmstrip wants: a clip is one group of pictures, so that
 * any frame costs all those before it. Pictures come in rising order of frames.
 */
export async function readFrames(
  source: MediaLocation | Blob,
  frames: readonly number[],
  maxWidth: number,
  onPicture: (frame: number, picture: Blob) => void,
  options: PictureOptions = {},
): Promise<void> {
  const mimeType = options.mimeType ?? 'image/webp';
  if (missingInterfaces(['VideoDecoder']).length > 0) {
    const { readFramesByElement } = await import('./element-frames.ts');
    await readFramesByElement(
      await blobAt(asLocation(source)),
      { frames, maxWidth, mimeType },
      onPicture,
      options.signal,
    );
    return;
  }
  const request: Request = {
    id: crypto.randomUUID(),
    type: 'pictures',
    source: asLocation(source),
    frames: [...frames],
    maxWidth,
    mimeType,
  };
  const result = await reader().call(request, options.signal, (reply) => {
    if (reply.type === 'picture') onPicture(reply.frame, reply.blob);
  });
  expectResult(result, 'pictures');
}

/**
 * What a clip's sound looks like and how loud it is; null for a clip without sound.
 * @throws MediaFailure, an AbortError
 */
export async function readSoundShape(
  source: MediaLocation | Blob,
  { isSound = false, signal }: { isSound?: boolean; signal?: AbortSignal } = {},
): Promise<SoundShape | null> {
  const request: Request = { id: crypto.randomUUID(), type: 'sound-shape', source: asLocation(source), isSound };
  return expectResult(await reader().call(request, signal), 'sound-shape').shape;
}

/** Where the beats of music are, in seconds of its file. @throws MediaFailure, an AbortError */
export async function findBeats({ peaks }: Pick<SoundShape, 'peaks'>): Promise<number[]> {
  const request: Request = { id: crypto.randomUUID(), type: 'beats', peaks: Uint8Array.from(peaks) };
  return expectResult(await reader().call(request), 'beats').beats;
}

/**
 * Makes a clip's scrub copy and keeps it on this device. A worker of its own does it and ends then: hundreds of megabytes of
 * decoded pictures would else wait for its collector.
 * @returns whether it is there now
 * @throws MediaFailure, an AbortError
 */
export async function makeScrubCopy(
  source: MediaLocation | Blob,
  sha256: string,
  signal: AbortSignal,
): Promise<boolean> {
  const request: Request = { id: crypto.randomUUID(), type: 'scrub-copy', sha256, source: asLocation(source) };
  const channel = openChannel();
  try {
    return expectResult(await channel.call(request, signal), 'scrub-copy').isKept;
  } finally {
    channel.close();
  }
}

/** Whether this browser can write the movie at a target, and what it would do: asked of its exact configuration. */
export async function exportCapability(
  asked: Pick<ExportInput, 'plan' | 'target' | 'sources'>,
  signal?: AbortSignal,
): Promise<Capability> {
  // Whoever asks this is about to export: the worker that answers is the one that will, and knows the clips by then.
  const { channel } = keepSpare();
  const silence = endWhenSilent(channel);
  try {
    const result = await channel.call({ id: crypto.randomUUID(), type: 'capability', ...asked }, signal);
    return expectResult(result, 'capability').capability;
  } finally {
    silence.end();
  }
}

/** A spare worker that nothing was asked of for so long is ended. */
const SPARE_IDLE_MS = 60_000;

/** The worker for the next export, and the timer that ends it. */
type Spare = { channel: Channel; timer: ReturnType<typeof setTimeout> };

function keepSpare(): Spare {
  const channel: Channel =
    spare?.channel ??
    openChannel(() => {
      if (spare?.channel === channel) dropSpare();
    });
  if (spare !== null) clearTimeout(spare.timer);
  spare = { channel, timer: setTimeout(endIdleSpare, SPARE_IDLE_MS) };
  return spare;
}

function endIdleSpare(): void {
  if (spare?.channel.isIdle() === true) dropSpare()?.close();
  else if (spare !== null) keepSpare();
}

/** Null where there is none, or one that is being asked something. */
function takeSpare(): Channel | null {
  return spare?.channel.isIdle() === true ? dropSpare() : null;
}

function dropSpare(): Channel | null {
  if (spare === null) return null;
  const { channel, timer } = spare;
  clearTimeout(timer);
  spare = null;
  return channel;
}

/** An export tells of every frame and piece; even on the slowest machine a minute is much for one of them, or for a plan. */
const LONGEST_SILENCE_MS = 180_000;

/** Gives a worker up that waits for ever. Whoever calls it ends the watch. */
function endWhenSilent(channel: Channel): SilenceWatch {
  return watchSilence(LONGEST_SILENCE_MS, () => channel.lose('it has told nothing for minutes'));
}

/** A worker that leaves a cancel unanswered for so long hangs in a codec. */
const CANCEL_GRACE_MS = 5000;

/** Ends a worker that does not answer a cancel in time, and with it the call. @returns what calls that off */
function endWhenStuck(channel: Channel, signal: AbortSignal | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(channel.close, CANCEL_GRACE_MS);
  };
  signal?.addEventListener('abort', wait, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', wait);
  };
}

type Listener = (reply: Reply) => void;
type Channel = {
  call(request: Request, signal?: AbortSignal, onReply?: Listener): Promise<Result>;
  /** Whether every call has been answered. */
  isIdle(): boolean;
  /** Ends the worker; calls fail with `worker-lost`. */
  lose(detail: string): void;
  /** Ends the worker; calls are cancelled. */
  close(): void;
};

let sharedReader: Channel | null = null;
let spare: Spare | null = null;

function reader(): Channel {
  sharedReader ??= openChannel(() => (sharedReader = null));
  return sharedReader;
}

/** Starts a worker. Whoever opens a channel closes it. A worker that dies fails all its calls with `worker-lost`. */
function openChannel(onLost?: () => void): Channel {
  const worker = new Worker(new URL('./host.worker.ts', import.meta.url), { type: 'module', name: 'media' });
  const listeners = new Map<string, Listener>();
  worker.onmessage = (event: MessageEvent<unknown>) => {
    const reply = readReply(event.data);
    listeners.get(reply.id)?.(reply);
  };
  const lose = (detail: string): void => {
    for (const [id, listener] of listeners) listener({ id, type: 'failed', code: 'worker-lost', facts: { detail } });
    worker.terminate();
    onLost?.();
  };
  // A worker whose script can't be loaded says no more than that.
  const loseBy = (event: Event): void => lose(event instanceof ErrorEvent ? event.message : event.type);
  worker.onerror = loseBy;
  worker.onmessageerror = loseBy;
  return {
    call: (request, signal, onReply) => callWorker(worker, listeners, request, signal, onReply),
    isIdle: () => listeners.size === 0,
    lose,
    close: () => {
      worker.terminate();
      for (const [id, listener] of listeners) listener({ id, type: 'cancelled' });
    },
  };
}

/** A reply that isn't one ends its call: nobody else would. @throws ZodError where it doesn't even name its call */
function readReply(data: unknown): Reply {
  const read = replySchema.safeParse(data);
  if (read.success) return read.data;
  const { id } = z.object({ id: z.string() }).parse(data);
  return { id, type: 'failed', code: 'internal', facts: { detail: read.error.message } };
}

function callWorker(
  worker: Worker,
  listeners: Map<string, Listener>,
  request: Request,
  signal: AbortSignal | undefined,
  onReply: Listener | undefined,
): Promise<Result> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = withResolvers<Result>();
  const cancel = (): void => worker.postMessage({ id: request.id, type: 'cancel' } satisfies Request);
  listeners.set(request.id, (reply) => {
    if (reply.type === 'ok') resolve(reply.result);
    else if (reply.type === 'failed') reject(new MediaFailure(reply.code, reply.facts, reply.facts.detail));
    else if (reply.type === 'cancelled') reject(new DOMException('The call was cancelled', 'AbortError'));
    else onReply?.(reply);
  });
  signal?.addEventListener('abort', cancel, { once: true });
  worker.postMessage(request);
  return promise.finally(() => {
    listeners.delete(request.id);
    signal?.removeEventListener('abort', cancel);
  });
}

function expectResult<K extends Result['of']>(result: Result, of: K): Extract<Result, { of: K }> {
  if (!isResultOf(result, of)) throw new Error(`The media worker answered ${result.of} where ${of} was asked`);
  return result;
}

function isResultOf<K extends Result['of']>(result: Result, of: K): result is Extract<Result, { of: K }> {
  return result.of === of;
}

function asLocation(source: MediaLocation | Blob): MediaLocation {
  return source instanceof Blob ? { kind: 'blob', blob: source } : source;
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((res, rej) => ([resolve, reject] = [res, rej]));
  return { promise, resolve, reject };
}
