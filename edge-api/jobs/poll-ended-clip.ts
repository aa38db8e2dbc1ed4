/**
 * Clips that are over here while upstream may know more: the answer was lost after the work had its name, or somebody
 * cancelled it. Asking costs nothing, may bring a clip that was paid for, and tells the ledger what was charged.
 */
import type { PollOutcome } from '#edge-api/providers/video-model/port.ts';
import { expectLatestOfScene, releaseLease, type Job } from '#edge-api/repos/jobs.ts';
import { refusedFailure, unmadeFailure, unsavedFailure, type Failure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { fail, ledgerRow, leaseOf, move, noteRows } from './step-outcomes.ts';
import { poll, readOrder, spentUsd } from './watch-clip.ts';
import { progressWords } from './words.ts';

/** The provider needs a moment to stop. */
export const ASK_AFTER_CANCEL_MS = 15_000;
const POLL_TIMEOUT_MS = 25_000;
/** After two days the provider has deleted the clip. */
const ASK_FOR_MS = 48 * 60 * 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** One step of a clip whose job is over and that the provider still knows by name. */
export async function pollEndedClip(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null || job.upstreamId === null) return askLater(context, job);
  const signal = AbortSignal.any([context.stopping, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
  const outcome = await poll(context, apiKey, job.upstreamId, signal);
  switch (outcome.kind) {
    case 'ready':
      return take(context, job, outcome.clip);
    case 'refused':
      return close(context, job, refusedFailure(outcome.sentence));
    case 'failed': {
      const { sentence, billed } = outcome;
      return billed === undefined
        ? close(context, job, unmadeFailure(sentence))
        : close(context, job, unsavedFailure(sentence), spentUsd(readOrder(job), billed.billedSeconds));
    }
    case 'gone':
      return stopAsking(context, job);
    case 'working':
    case 'key_rejected':
    case 'unclear':
      return askLater(context, job);
  }
}

/** It was generated and charged. The scene gets it unless something else was requested for the scene since. */
async function take(
  context: StepContext,
  job: Job,
  clip: Extract<PollOutcome, { kind: 'ready' }>['clip'],
): Promise<void> {
  const settled = ledgerRow(context, job, 'settle', job.attempt, spentUsd(readOrder(job), clip.billedSeconds));
  const isWanted =
    job.state === 'unknown' &&
    (await move(context, job, { state: 'saving', fileId: clip.fileId }, [
      expectLatestOfScene(job),
      settled,
      ...noteRows(context, job, progressWords.found),
    ]));
  if (!isWanted) await stopAsking(context, job, [settled]);
}

/** It wasn't generated, or we can't get it. @param chargedUsd null when nothing was charged */
async function close(
  context: StepContext,
  job: Job,
  failure: Failure,
  chargedUsd: number | null = null,
): Promise<void> {
  const end =
    chargedUsd === null
      ? ledgerRow(context, job, 'release', job.attempt, readOrder(job).priceUsd)
      : ledgerRow(context, job, 'settle', job.attempt, chargedUsd);
  const isShown = job.state === 'unknown' && (await fail(context, job, failure, [expectLatestOfScene(job), end]));
  if (!isShown) await stopAsking(context, job, [end]);
}

async function stopAsking(
  context: StepContext,
  job: Job,
  rows: readonly ReturnType<typeof ledgerRow>[] = [],
): Promise<void> {
  await move(context, job, { state: job.state }, rows);
}

/** Half as long again each time. */
async function askLater(context: StepContext, job: Job): Promise<void> {
  const age = context.now() - job.stateSinceMs;
  if (age > ASK_FOR_MS) return stopAsking(context, job);
  const wait = Math.min(Math.max(age / 2, ASK_AFTER_CANCEL_MS), LONGEST_WAIT_MS);
  const nowMs = context.now();
  await releaseLease(context.db, leaseOf(context, job), { nowMs, nextAtMs: Math.round(nowMs + wait) });
}
