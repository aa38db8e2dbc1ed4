/** One transition of one job. Everything it needs is handed in; whoever calls it holds the job's lease. */
import { assertNever } from '#shared/errors.ts';
import { cancelTold, type Job } from '#edge-api/repos/jobs.ts';
import { ASK_AFTER_CANCEL_MS, pollEndedClip } from './poll-ended-clip.ts';
import { askAgain, breakDown } from './break-down.ts';
import { isStorageFull } from '#edge-api/services/storage-full.ts';
import { unsentFailure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { saveClip } from './save-clip.ts';
import { sendClip } from './send-clip.ts';
import { backOffMs, fail, leaseBack, leaveForLater, loseAnswer, move, waitForStorage } from './step-outcomes.ts';
import { lookForKey, watchClip } from './watch-clip.ts';
import { failureWords } from './words.ts';

const CANCEL_TIMEOUT_MS = 20_000;
/** Unexpected failures in a row. */
const MAX_SURPRISES = 8;

/** Moves a claimed job to its next state and releases its lease. Never throws: an unexpected failure is logged and retried later. */
export async function step(context: StepContext, job: Job): Promise<void> {
  try {
    await transition(context, job);
  } catch (error) {
    if (context.stopping.aborted) await leaseBack(context, job, 0);
    else await takeBack(context, job, error);
  }
}

async function transition(context: StepContext, job: Job): Promise<void> {
  if (job.cancelDue) return tellCancelled(context, job);
  if (job.askDue) return pollEndedClip(context, job);
  switch (job.state) {
    case 'queued':
    case 'backing_off':
    case 'waiting_for_frame':
      return job.kind === 'clip' ? sendClip(context, job) : breakDown(context, job);
    case 'submitting':
      // A job claimed in this state lost its lease between sending the request and recording the answer.
      return job.kind === 'clip' ? void (await loseAnswer(context, job)) : askAgain(context, job);
    case 'running':
      return watchClip(context, job);
    case 'saving':
      return saveClip(context, job);
    case 'blocked_no_key':
      return lookForKey(context, job);
    case 'done':
    case 'failed':
    case 'unknown':
    case 'cancelled':
      throw new Error(`A job in state ${job.state} was claimed.`);
    default:
      return assertNever(job.state);
  }
}

/** Tells the provider once, as a courtesy: the job is over here either way. */
async function tellCancelled(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  try {
    if (apiKey !== null && job.upstreamId !== null) {
      await context
        .videoModelFor(apiKey)
        .cancel(job.upstreamId, AbortSignal.any([context.stopping, AbortSignal.timeout(CANCEL_TIMEOUT_MS)]));
    }
  } catch (error) {
    context.log.warn('cancel_not_told', { jobId: job.id, error });
  }
  const nowMs = context.now();
  await cancelTold(context.db, job.id, { nowMs, askAtMs: nowMs + ASK_AFTER_CANCEL_MS });
}

/** A submit or breakdown that broke midway keeps its lease. When the lease ends, the job counts as interrupted. */
async function takeBack(context: StepContext, job: Job, error: unknown): Promise<void> {
  context.log.error('job_step_failed', { jobId: job.id, kind: job.kind, state: job.state, error });
  const tries = job.tries + 1;
  // A finished job has no tries to count: the provider is told, or asked, again.
  if (job.cancelDue || job.askDue) return leaseBack(context, job, ASK_AFTER_CANCEL_MS);
  if (isStorageFull(error)) await waitForStorage(context, job);
  else if (tries >= MAX_SURPRISES) await giveInTo(context, job);
  else await move(context, job, { state: job.state, tries, nextAtMs: context.now() + backOffMs(context, tries) });
}

/** Our own errors don't cancel a request: the clip may have been generated and paid for. */
async function giveInTo(context: StepContext, job: Job): Promise<void> {
  const sentence = failureWords.server;
  if (job.kind === 'breakdown')
    await fail(context, job, { code: 'internal', sentence: failureWords.tryAgain({ sentence }) });
  else if (job.state === 'saving') await leaveForLater(context, job, sentence);
  else if (job.state === 'running' || job.state === 'blocked_no_key') await loseAnswer(context, job);
  else await fail(context, job, unsentFailure('internal', sentence));
}
