/** Watches a clip that the model is generating. Asking is free; giving up is not. */
import type { PollOutcome } from '#edge-api/providers/video-model/port.ts';
import { setIdle } from '#edge-api/repos/generated-scenes.ts';
import type { Job } from '#edge-api/repos/jobs.ts';
import { rememberRefusedPolls } from '#edge-api/services/models.ts';
import { clipOrderSchema, type ClipOrder } from '#edge-api/services/clip-order.ts';
import { refusedFailure, unmadeFailure, unsavedFailure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { fail, ledgerRow, leaseBack, loseAnswer, move, noteRows, tryLater } from './step-outcomes.ts';
import { failureWords, progressWords } from './words.ts';

const POLL_TIMEOUT_MS = 25_000;
/** The slowest clip known took fifteen minutes. */
const LONGEST_WORK_MS = 20 * 60_000;
/** How many polls in a row may be inconclusive: about ten minutes' worth. */
const MAX_UNCLEAR = 20;
const KEY_LOOKED_FOR_EVERY_MS = 60_000;
/** After this long without the key the provider has deleted the clip. */
const KEY_LOOKED_FOR_MS = 48 * 60 * 60_000;

/** One step of a running clip. */
export async function watchClip(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null) return waitForKey(context, job, progressWords.keyGoneWhileGenerating);
  if (job.upstreamId === null) return void (await loseAnswer(context, job));
  const signal = AbortSignal.any([context.stopping, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
  const outcome = await poll(context, apiKey, job.upstreamId, signal);
  if (outcome.kind === 'unclear' && outcome.isRefused === true && isLastTry(context, job)) {
    await rememberRefusedPolls(context, job.userId, apiKey);
  }
  await writeOutcome(context, job, readOrder(job), outcome);
}

/** The provider's answer about a clip; a failed request says nothing about it. */
export async function poll(
  context: StepContext,
  apiKey: string,
  upstreamId: string,
  signal: AbortSignal,
): Promise<PollOutcome> {
  try {
    return await context.videoModelFor(apiKey).poll(upstreamId, signal);
  } catch (error) {
    context.stopping.throwIfAborted();
    context.log.warn('poll_failed', { error });
    return { kind: 'unclear', sentence: failureWords.noAnswer, retryAfterMs: null };
  }
}

/** Moves a running clip on according to the provider's answer. */
export async function writeOutcome(
  context: StepContext,
  job: Job,
  order: ClipOrder,
  outcome: PollOutcome,
): Promise<void> {
  const release = ledgerRow(context, job, 'release', job.attempt, order.priceUsd);
  switch (outcome.kind) {
    case 'working':
      if (isTooLong(context, job)) return void (await loseAnswer(context, job));
      if (job.tries === 0) return leaseBack(context, job, outcome.pollAfterMs ?? context.pollMs);
      return void (await move(
        context,
        job,
        { state: 'running', tries: 0, nextAtMs: context.now() + context.pollMs },
        noteRows(context, job, progressWords.generating),
      ));
    case 'ready':
      return void (await move(context, job, { state: 'saving', fileId: outcome.clip.fileId }, [
        ...noteRows(context, job, progressWords.saving),
        ledgerRow(context, job, 'settle', job.attempt, spentUsd(order, outcome.clip.billedSeconds)),
      ]));
    case 'refused':
      return void (await fail(context, job, refusedFailure(outcome.sentence), [release]));
    case 'failed': {
      const { sentence, billed } = outcome;
      if (billed === undefined) return void (await fail(context, job, unmadeFailure(sentence), [release]));
      const settled = ledgerRow(context, job, 'settle', job.attempt, spentUsd(order, billed.billedSeconds));
      return void (await fail(context, job, unsavedFailure(sentence), [settled]));
    }
    case 'gone':
      return void (await loseAnswer(context, job, true));
    case 'key_rejected':
      if (isTooLong(context, job)) return void (await loseAnswer(context, job));
      return void (await tryLater(context, job, outcome.sentence, KEY_LOOKED_FOR_EVERY_MS));
    case 'unclear':
      if (isLastTry(context, job)) return void (await loseAnswer(context, job));
      return void (await tryLater(context, job, outcome.sentence, outcome.retryAfterMs));
  }
}

function isTooLong(context: StepContext, job: Job): boolean {
  return context.now() - job.stateSinceMs > LONGEST_WORK_MS;
}

function isLastTry(context: StepContext, job: Job): boolean {
  return isTooLong(context, job) || job.tries + 1 >= MAX_UNCLEAR;
}

/** The cost of the attempt: the reserved price, scaled to the billed seconds if the provider reports them. */
export function spentUsd(order: ClipOrder, billedSeconds: number | null): number {
  return billedSeconds === null ? order.priceUsd : (order.priceUsd / order.request.durationSeconds) * billedSeconds;
}

/** A paid clip waits for its key; meanwhile the scene is free. */
export async function waitForKey(context: StepContext, job: Job, note: string): Promise<void> {
  const rows = job.sceneId === null ? [] : [setIdle(job.sceneId, note, context.now())];
  await move(context, job, { state: 'blocked_no_key', nextAtMs: context.now() + KEY_LOOKED_FOR_EVERY_MS }, rows);
}

/** One step of a clip that waits for its key. */
export async function lookForKey(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey !== null) {
    const state = job.fileId === null ? 'running' : 'saving';
    return void (await move(context, job, { state }, noteRows(context, job, progressWords.keyIsBack)));
  }
  if (context.now() - job.stateSinceMs > KEY_LOOKED_FOR_MS) return void (await loseAnswer(context, job, true));
  await leaseBack(context, job, KEY_LOOKED_FOR_EVERY_MS);
}

export function readOrder(job: Job): ClipOrder {
  return clipOrderSchema.parse(JSON.parse(job.params ?? 'null'));
}
