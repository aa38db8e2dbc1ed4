/** Downloads a finished clip into our own store. A failed download is repeated; nothing is generated again. */
import { uuidv7 } from '#shared/entities/id.ts';
import { limits } from '#shared/limits.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { BlobTooLargeError, type StoredBlob } from '#edge-api/providers/media-store/port.ts';
import type { DownloadOutcome, ShippedFrames } from '#edge-api/providers/video-model/port.ts';
import { clearTrimEnd, storeClip } from '#edge-api/repos/generated-scenes.ts';
import { insertClipEntry } from '#edge-api/repos/history.ts';
import { RENEW_LEASE_EVERY_MS, renewLease, type Job } from '#edge-api/repos/jobs.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { noteTake } from '#edge-api/repos/takes.ts';
import { storeFrames, takeFrames, type KeptFrames } from '#edge-api/services/clip-frames.ts';
import { dropUnnamedBlob, dropUnnamedBlobs, dropUselessBlob } from '#edge-api/services/held-store.ts';
import { storedSource } from '#edge-api/services/media.ts';
import { Mp4Error, parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { isStorageFull } from '#edge-api/services/storage-full.ts';
import type { ClipOrder } from '#edge-api/services/clip-order.ts';
import { unsavedFailure, type Failure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { fail, leaseOf, leaveForLater, move, tryLater, waitForStorage } from './step-outcomes.ts';
import { readOrder, waitForKey } from './watch-clip.ts';
import { extensionWords, failureWords, progressWords } from './words.ts';

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
/** In a row. After that, we look for it now and then (poll-ended-clip.ts). */
const MAX_TRIES = 8;
/** After two days the provider has deleted the clip. */
const KEPT_UPSTREAM_MS = 48 * 60 * 60_000;
/** A person has to fix a rejected key; asking again right away doesn't help. */
const KEY_WAIT_MS = 60_000;
/** A file that isn't a video may have been cut off in transit; after the third time it never was one. */
const MAX_BAD_FILES = 3;

/** One step of a clip that is ready upstream. */
export async function saveClip(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null) return waitForKey(context, job, progressWords.keyGoneWhenReady);
  if (job.fileId === null || job.sceneId === null)
    return void (await fail(context, job, unsavedFailure(failureWords.unknownPlace)));
  const { fileId, sceneId } = job;
  const model = context.videoModelFor(apiKey);
  const save = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const outcome = await model.download(fileId, signal);
    switch (outcome.kind) {
      case 'bytes':
        return store(context, { ...job, sceneId }, outcome, model.isDemo, signal);
      case 'not_yet':
        return fetchAgain(context, job, outcome.sentence, outcome.retryAfterMs);
      case 'gone':
        return void (await fail(context, job, unsavedFailure(outcome.sentence)));
      case 'key_rejected':
        return fetchAgain(context, job, outcome.sentence, KEY_WAIT_MS);
    }
  };
  const { inTurn } = context;
  await underRenewedLease(context, job, (signal) => (inTurn ? inTurn(() => save(signal)) : save(signal)));
}

/** A long download renews its lease; losing the lease stops the download. */
async function underRenewedLease(
  context: StepContext,
  job: Job,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await renewLease(context.db, leaseOf(context, job), context.now())))
      lost.abort(new Error('The lease was lost.'));
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => lost.abort(error));
  }, RENEW_LEASE_EVERY_MS);
  try {
    await work(AbortSignal.any([context.stopping, lost.signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]));
  } finally {
    clearInterval(timer);
  }
}

type SceneJob = Job & { sceneId: string };
type Bytes = Extract<DownloadOutcome, { kind: 'bytes' }>;

async function store(
  context: StepContext,
  job: SceneJob,
  outcome: Bytes,
  isDemo: boolean,
  signal: AbortSignal,
): Promise<void> {
  let blob: StoredBlob;
  try {
    blob = await context.mediaStore.put(outcome.body, { maxBytes: limits.clipBytes, signal });
  } catch (error) {
    context.stopping.throwIfAborted();
    if (error instanceof BlobTooLargeError)
      return void (await fail(context, job, unsavedFailure(failureWords.tooLarge)));
    context.log.warn('download_failed', { jobId: job.id, error });
    if (isStorageFull(error)) return void (await waitForStorage(context, job));
    return fetchAgain(context, job, failureWords.connectionLost, null);
  }
  const facts = await readFacts(context, blob);
  if (facts instanceof Mp4Error) {
    await dropUselessBlob(context, blob.sha256);
    return refuseFile(context, job, failureWords.notAVideo({ reason: facts.message }));
  }
  if (isWithoutEarlierFootage(readOrder(job), facts)) {
    await dropUnnamedBlob(context, blob.sha256);
    return void (await fail(context, job, unsavedFailure(extensionWords.withoutEarlierFootage)));
  }
  const frames = await keepFrames(context, blob, facts, { shipped: outcome.frames, signal });
  await complete(context, job, blob, facts, isDemo, frames);
}

async function readFacts(context: StepContext, blob: StoredBlob): Promise<MediaFacts | Mp4Error> {
  try {
    return await parseMp4Facts(storedSource(context.mediaStore, blob));
  } catch (error) {
    if (error instanceof Mp4Error) return error;
    throw error;
  }
}

/** An extended file plays the whole scene. One that doesn't would lose the earlier footage. */
function isWithoutEarlierFootage({ extend }: ClipOrder, facts: MediaFacts): boolean {
  return extend !== null && facts.video.durationSeconds <= extend.earlierSeconds;
}

/** The pictures that came with the clip, or those that can be taken here. A missing picture doesn't delay the clip. */
async function keepFrames(
  context: StepContext,
  { sha256 }: StoredBlob,
  facts: MediaFacts,
  { shipped, signal }: { shipped: ShippedFrames | null; signal: AbortSignal },
): Promise<KeptFrames | null> {
  const { durationSeconds } = facts.video;
  const frames = shipped ?? (await takeFrames(context, { sha256, durationSeconds }, signal));
  return frames === null ? null : storeFrames(context, sha256, frames);
}

async function complete(
  context: StepContext,
  job: SceneJob,
  blob: StoredBlob,
  facts: MediaFacts,
  isDemo: boolean,
  frames: KeptFrames | null,
): Promise<void> {
  const nowMs = context.now();
  const { sha256, sizeBytes } = blob;
  const order = readOrder(job);
  const { sceneId, projectId, userId } = job;
  const isWritten = await move(context, job, { state: 'done', clipSha256: sha256 }, [
    insertMedia({ sha256, sizeBytes, facts, isDemo, nowMs }),
    ...holdMedia({ sha256, sceneId, projectId, userId, nowMs }),
    ...(frames?.rows ?? []),
    noteTake({ sceneId, sha256, nowMs }),
    storeClip({
      sceneId,
      sha256,
      sizeBytes,
      facts,
      isDemo,
      nowMs,
      hasPoster: frames !== null,
      clipPromptHash: order.promptHash,
      note: order.notes.join(' ') || null,
    }),
    ...insertClipEntry({ id: uuidv7(nowMs, context.randomBytes(10)), projectId, sceneId, nowMs }),
    ...(order.extend === null ? [] : [clearTrimEnd(sceneId, nowMs)]),
  ]);
  if (!isWritten) await dropUnnamedBlobs(context, [sha256, ...(frames?.blobs ?? [])]);
}

/** We don't give up on a paid clip while the provider still has it: a network can be down for hours. */
async function fetchAgain(context: StepContext, job: Job, sentence: string, waitMs: number | null): Promise<void> {
  if (job.tries + 1 < MAX_TRIES) await tryLater(context, job, sentence, waitMs);
  else if (job.upstreamId !== null && context.now() - job.createdAtMs < KEPT_UPSTREAM_MS)
    await leaveForLater(context, job, sentence);
  else await fail(context, job, unfetchable(sentence));
}

async function refuseFile(context: StepContext, job: Job, sentence: string): Promise<void> {
  if (job.tries + 1 < MAX_BAD_FILES) await tryLater(context, job, sentence, null);
  else await fail(context, job, unfetchable(sentence));
}

function unfetchable(sentence: string): Failure {
  return unsavedFailure(failureWords.notFetched({ sentence }));
}
