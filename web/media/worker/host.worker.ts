/** The worker's side: reads what the page asks, carries it out, and answers every call exactly once. */
import { exportCapability } from '../capability.ts';
import { readPictures } from '../decode/read-pictures.ts';
import type { ExportDeps } from '../export/export-deps.ts';
import { exportMovie } from '../export/export-movie.ts';
import { lookAtClips } from '../export/check/look-at-clips.ts';
import { createOpfsOutput } from '../export/write/output-file.ts';
import { createSegmentStore } from '../export/segments/segment-store.ts';
import { MediaFailure } from '../failures.ts';
import { blobAt, type MediaLocation } from '../probe/locate.ts';
import { openClip, type OpenClip } from '../probe/open-clip.ts';
import { makeScrubCopy } from '../scrub/make-scrub-copy.ts';
import { readShape, readSoundFileShape } from '../sound/read-shape.ts';
import { clearScrubFiles, writeScrubFile } from '#opfs/scrub-files.ts';
import { beatsOf } from '#shared/sound/beats.ts';
import { requestSchema, type Reply, type Request, type Result } from './protocol.ts';

type WorkerScope = Pick<DedicatedWorkerGlobalScope, 'postMessage' | 'addEventListener' | 'fonts'>;
declare const self: WorkerScope;

const running = new Map<string, AbortController>();

const exportDeps: ExportDeps = {
  openSource: blobAt,
  createOutput: createOpfsOutput,
  async freeBytes() {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  },
  segments: createSegmentStore(() => Date.now()),
  clearScrubCopies: clearScrubFiles,
  seenPictures: new Map(),
  processors: navigator.hardwareConcurrency,
  now: () => performance.now(),
  fonts: self.fonts,
  userAgent: navigator.userAgent,
};

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = requestSchema.parse(event.data);
  if (request.type === 'cancel') running.get(request.id)?.abort();
  else void answer(request);
});

async function answer(request: Exclude<Request, { type: 'cancel' }>): Promise<void> {
  const { id } = request;
  const controller = new AbortController();
  running.set(id, controller);
  lookingAhead.abort();
  try {
    send({ id, type: 'ok', result: await carryOut(request, controller.signal) });
  } catch (error) {
    send(failureReply(id, error, controller.signal));
  } finally {
    running.delete(id);
  }
}

async function carryOut(request: Exclude<Request, { type: 'cancel' }>, signal: AbortSignal): Promise<Result> {
  const { id } = request;
  switch (request.type) {
    case 'export':
      return {
        of: 'export',
        result: await exportMovie(
          request.input,
          exportDeps,
          (progress) => send({ id, type: 'progress', progress }),
          signal,
        ),
      };
    case 'pictures':
      await withClip(request.source, (clip) =>
        readPictures(clip, request, (frame, blob) => send({ id, type: 'picture', frame, blob }), signal),
      );
      return { of: 'pictures' };
    case 'sound-shape':
      return {
        of: 'sound-shape',
        shape: request.isSound
          ? await readSoundFileShape(await blobAt(request.source), signal)
          : await withClip(request.source, (clip) => readShape(clip, signal)),
      };
    case 'beats':
      return { of: 'beats', beats: beatsOf(request.peaks) };
    case 'scrub-copy': {
      const copy = await withClip(request.source, (clip) => makeScrubCopy(clip, signal));
      return { of: 'scrub-copy', isKept: await writeScrubFile(request.sha256, copy) };
    }
    case 'capability': {
      const capability = await exportCapability(request, exportDeps, signal);
      if (capability.can && capability.summary !== null) lookAhead(request);
      return { of: 'capability', capability };
    }
  }
}

let lookingAhead = new AbortController();

/** Uses the time in which a person reads the plan; whatever is asked next comes first. */
function lookAhead(asked: Extract<Request, { type: 'capability' }>): void {
  lookingAhead = new AbortController();
  // Whatever goes wrong here is told by the export, which looks for itself then.
  lookAtClips(asked, exportDeps, lookingAhead.signal).catch(() => undefined);
}

async function withClip<T>(source: MediaLocation, use: (clip: OpenClip) => Promise<T>): Promise<T> {
  const clip = await openClip(await blobAt(source));
  try {
    return await use(clip);
  } finally {
    clip.close();
  }
}

function failureReply(id: string, error: unknown, signal: AbortSignal): Reply {
  if (signal.aborted) return { id, type: 'cancelled' };
  if (error instanceof MediaFailure) return { id, type: 'failed', code: error.code, facts: error.facts };
  return {
    id,
    type: 'failed',
    code: 'internal',
    facts: { detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) },
  };
}

function send(reply: Reply): void {
  self.postMessage(reply);
}
