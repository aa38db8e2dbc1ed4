/**
 * The moments between the steps of a job, as they are seen from outside of it: a commit, a request to the model, a file
 * being stored. Code that is tested knows nothing of them.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import type { NodeDeps } from '#edge-api/node/backend.ts';
import type { FrameTaker } from '#edge-api/providers/frame-taker/port.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import type { TextModel } from '#edge-api/providers/text-model/port.ts';
import type { VideoModel } from '#edge-api/providers/video-model/port.ts';

/** Each commit that carries a clip on, before and after; the request on its way; the file, before, half and after. */
export const clipPoints = [
  'claimed',
  'before submitting',
  'after submitting',
  'while submitting',
  'before running',
  'after running',
  'before saving',
  'after saving',
  'before stored',
  'half stored',
  'after stored',
  'pictures taken',
  'before done',
  'after done',
] as const;

export const breakdownPoints = [
  'claimed',
  'before submitting',
  'after submitting',
  'while asking',
  'before done',
  'after done',
] as const;

export type CrashPoint = (typeof clipPoints)[number] | (typeof breakdownPoints)[number];

/** Ends the process as a power cut would, when it comes to that point. */
export function crashingAt(point: CrashPoint): (deps: NodeDeps) => NodeDeps {
  const pass = (reached: string): Promise<void> => (reached === point ? powerCut() : Promise.resolve());
  return (deps) => ({
    ...deps,
    db: watchedDb(deps.db, pass),
    mediaStore: watchedStore(deps.mediaStore, pass),
    frameTaker: watchedFrameTaker(deps.frameTaker, pass),
    textModelFor: (apiKey) => watchedTextModel(deps.textModelFor(apiKey), pass),
    videoModelFor: (apiKey) => watchedVideoModel(deps.videoModelFor(apiKey), pass),
  });
}

type Pass = (reached: string) => Promise<void>;

/** Nothing of this process runs any more. */
function powerCut(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

function watchedDb(db: Db, pass: Pass): Db {
  return {
    execute: (statement) => db.execute(statement),
    batch: async (statements, mode) => {
      const state = statements.map(stateWritten).find((found) => found !== null);
      if (state !== undefined) await pass(`before ${state}`);
      const results = await db.batch(statements, mode);
      if (state !== undefined) await pass(`after ${state}`);
      if (isClaim(statements) && (results[0]?.rows.length ?? 0) > 0) await pass('claimed');
      return results;
    },
  };
}

/** The state that a statement moves a job to. */
function stateWritten(statement: Statement): string | null {
  if (typeof statement === 'string' || !/^\s*update jobs set state = :state/.test(statement.sql)) return null;
  const { args } = statement;
  const state = args !== undefined && !Array.isArray(args) ? args['state'] : null;
  return typeof state === 'string' ? state : null;
}

function isClaim(statements: readonly Statement[]): boolean {
  const [first] = statements;
  return typeof first === 'object' && /^\s*update jobs set lease_by = :leaseBy/.test(first.sql);
}

function watchedStore(store: MediaStore, pass: Pass): MediaStore {
  return {
    size: (sha256) => store.size(sha256),
    read: (sha256, range) => store.read(sha256, range),
    list: (after, limit) => store.list(after, limit),
    remove: (sha256s) => store.remove(sha256s),
    removeUnfinished: (beforeMs) => store.removeUnfinished(beforeMs),
    put: async (body, options) => {
      await pass('before stored');
      const halfway = new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, controller) => {
          controller.enqueue(chunk.subarray(0, chunk.length >> 1));
          await pass('half stored');
          controller.enqueue(chunk.subarray(chunk.length >> 1));
        },
      });
      const blob = await store.put(body.pipeThrough(halfway), options);
      await pass('after stored');
      return blob;
    },
  };
}

function watchedFrameTaker(taker: FrameTaker, pass: Pass): FrameTaker {
  return {
    take: async (clip, signal) => {
      const frames = await taker.take(clip, signal);
      await pass('pictures taken');
      return frames;
    },
  };
}

/** A request is on its way as soon as it is asked for; what comes of it is waited for by nobody. */
async function onItsWay<T>(ask: () => Promise<T>, point: string, pass: Pass): Promise<T> {
  const left = requestLeft();
  const request = ask();
  // One that failed before it left ends nothing.
  await Promise.race([left, request.catch(() => undefined)]);
  await pass(point);
  return request;
}

/** When the next request that a model is to answer has left this process, as its HTTP client tells of it. */
function requestLeft(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown): void => {
      const { data } = sentSchema.safeParse(message);
      if (data === undefined) return;
      unsubscribe(BODY_SENT, hear);
      resolve();
    };
    subscribe(BODY_SENT, hear);
  });
}
const BODY_SENT = 'undici:request:bodySent';
const sentSchema = z.object({
  request: z.object({ method: z.literal('POST'), path: z.string().regex(/\/interactions|:generate/) }),
});

function watchedVideoModel(model: VideoModel, pass: Pass): VideoModel {
  return {
    isDemo: model.isDemo,
    sharesQuota: model.sharesQuota,
    longestSeconds: (id) => model.longestSeconds(id),
    reach: (signal) => model.reach(signal),
    priceUsd: (request) => model.priceUsd(request),
    submit: (...submission) => onItsWay(() => model.submit(...submission), 'while submitting', pass),
    poll: (...asked) => model.poll(...asked),
    download: (...asked) => model.download(...asked),
    cancel: (...asked) => model.cancel(...asked),
  };
}

function watchedTextModel(model: TextModel, pass: Pass): TextModel {
  return { ...model, breakDown: (...asked) => onItsWay(() => model.breakDown(...asked), 'while asking', pass) };
}
