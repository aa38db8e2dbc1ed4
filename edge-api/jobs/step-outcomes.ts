/** How a step ends: what happens to the job, the scene, and the money, in one fenced batch. */
import { uuidv7 } from '#shared/entities/id.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { PRICE_LIST_DATE } from '#shared/catalogue/prices.ts';
import type { Statement } from '#edge-api/db/client.ts';
import {
  dropUntouchedScenes,
  setBreakdown,
  setFailed,
  setGenerating,
  setIdle,
} from '#edge-api/repos/generated-scenes.ts';
import {
  changeJob,
  releaseLease,
  wakeWaiting,
  writeFenced,
  type Job,
  type JobChange,
  type JobState,
  type Lease,
} from '#edge-api/repos/jobs.ts';
import { insertLedgerEntry } from '#edge-api/repos/ledger.ts';
import { pause } from '#edge-api/services/pause.ts';
import { isDatabaseAway } from '#edge-api/services/database-away.ts';
import { isStorageFull } from '#edge-api/services/storage-full.ts';
import { unfetchedFailure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { failureWords, progressWords } from './words.ts';

const LONGEST_BACK_OFF_MS = 60_000;

/** Gives the lease back; the job is worked on again after so long. */
export function leaseBack(context: StepContext, job: Job, afterMs: number): Promise<void> {
  const nowMs = context.now();
  return releaseLease(context.db, leaseOf(context, job), { nowMs, nextAtMs: nowMs + afterMs });
}

export function leaseOf(context: StepContext, job: Job): Lease {
  return { jobId: job.id, state: job.state, leaseBy: context.leaseBy };
}

/** How often a step tries again to write down what it has learned. */
const ROOM_LOOK_MS = 250;
const LONGEST_AWAY_PAUSE_MS = 8_000;
/** How long it does so where somebody else can be told, or where the server stops. */
const AWAY_PATIENCE_MS = 90_000;

/**
 * What a step has learned may be the only thing that anybody knows of a clip that is paid for. So as long as this
 * process lives, it waits for a full disk to have room; and after a request went out, for a database that is away. Every
 * write is fenced, so one that was carried out without an answer is not carried out again.
 * @param known what the log keeps of it meanwhile
 */
export async function untilWritten<Answer>(
  context: StepContext,
  job: Job,
  write: () => Promise<Answer>,
  known: { upstreamId?: string } = {},
): Promise<Answer> {
  const sinceMs = context.now();
  let pauseMs = ROOM_LOOK_MS;
  let waitedMs = 0;
  for (let isTold = false; ; isTold = true) {
    try {
      return await write();
    } catch (error) {
      const isFull = isStorageFull(error);
      if (!isFull) {
        const isLate = Math.max(waitedMs, context.now() - sinceMs) >= AWAY_PATIENCE_MS;
        const mayEnd = context.sendName !== undefined || context.stopping.aborted;
        if (job.state !== 'submitting' || !isDatabaseAway(error) || (isLate && mayEnd)) throw error;
      }
      const event = isFull ? 'waiting_for_storage' : 'waiting_for_database';
      if (!isTold) context.log.error(event, { jobId: job.id, state: job.state, ...known, error });
      await pause(pauseMs);
      waitedMs += pauseMs;
      if (!isFull) pauseMs = Math.min(pauseMs * 2, LONGEST_AWAY_PAUSE_MS);
    }
  }
}

/** Moves the job on and writes what goes with it. @returns false when the lease was lost and nothing was written */
export function move(
  context: StepContext,
  job: Job,
  change: Omit<JobChange, 'nowMs'>,
  statements: readonly Statement[] = [],
): Promise<boolean> {
  const write = () =>
    writeFenced(context.db, leaseOf(context, job), [
      ...statements,
      changeJob(job, { ...change, nowMs: context.now() }),
      // Whatever the outcome: other clips may continue from this one, or must stop waiting for it.
      ...(isOver(change.state) ? [wakeWaiting(job.projectId)] : []),
    ]);
  const { upstreamId } = change;
  return untilWritten(context, job, write, upstreamId === undefined ? {} : { upstreamId });
}

function isOver(state: JobState): boolean {
  return state === 'done' || state === 'failed' || state === 'unknown' || state === 'cancelled';
}

/** Ends a job without a result; the sentence appears where the person looks. */
export function fail(
  context: StepContext,
  job: Job,
  failure: { code: ErrorCode; sentence: string },
  statements: readonly Statement[] = [],
): Promise<boolean> {
  return move(context, job, { state: 'failed', errorCode: failure.code }, [
    ...statements,
    ...failureRows(context, job, failure.sentence, false),
  ]);
}

/** When to ask again about work with an unknown outcome. */
const ASK_FIRST_AFTER_MS = 5 * 60_000;
const ASK_AT_LEAST_EVERY_MS = 60 * 60_000;

/**
 * The request went out and nobody knows what became of it: it is never sent again by itself. Where upstream has given it
 * a name, upstream is asked about it now and then.
 * @param isForgotten whether upstream doesn't know that name any more
 */
export function loseAnswer(context: StepContext, job: Job, isForgotten = false): Promise<boolean> {
  const askAgainMs = job.upstreamId === null || isForgotten ? null : ASK_FIRST_AFTER_MS;
  return becomeUnknown(context, job, failureWords.answerLost, askAgainMs);
}

/** The clip is ready and paid for but can't be downloaded right now: we try again, less and less often. */
export function leaveForLater(context: StepContext, job: Job, reason: string): Promise<boolean> {
  const ageMs = context.now() - job.createdAtMs;
  const askAgainMs = Math.min(Math.max(ageMs / 2, ASK_FIRST_AFTER_MS), ASK_AT_LEAST_EVERY_MS);
  return becomeUnknown(context, job, unfetchedFailure(reason).sentence, Math.round(askAgainMs));
}

function becomeUnknown(context: StepContext, job: Job, sentence: string, askAgainMs: number | null): Promise<boolean> {
  const nextAtMs = context.now() + (askAgainMs ?? 0);
  const change = { state: 'unknown', errorCode: 'provider_failed', askDue: askAgainMs !== null, nextAtMs } as const;
  return move(context, job, change, failureRows(context, job, sentence, true));
}

/** There is nothing left to work on. */
export function giveUp(context: StepContext, job: Job, note: string | null = null): Promise<boolean> {
  const rows = job.sceneId === null ? [] : [setIdle(job.sceneId, note, context.now())];
  return move(context, job, { state: 'cancelled' }, rows);
}

/** Tries the same again later and says so on the card. @param waitMs null for a wait that grows with the tries */
export function tryLater(context: StepContext, job: Job, sentence: string, waitMs: number | null): Promise<boolean> {
  const tries = job.tries + 1;
  const wait = waitMs ?? backOffMs(context, tries);
  return move(
    context,
    job,
    { state: job.state, tries, nextAtMs: context.now() + wait },
    noteRows(context, job, progressWords.retrying({ sentence })),
  );
}

/** Tries the same again when the disk may have room, and doesn't count it: whatever is paid for stays until it is saved. */
export function waitForStorage(context: StepContext, job: Job): Promise<boolean> {
  const nextAtMs = context.now() + backOffMs(context, WAITS_FOR_STORAGE);
  return move(
    context,
    job,
    { state: job.state, tries: job.tries, nextAtMs },
    noteRows(context, job, progressWords.storageFull),
  );
}
/** As after so many failures in a row. */
const WAITS_FOR_STORAGE = 4;

/** Twice as long each time, with some randomness so that many don't return at once. */
export function backOffMs(context: Pick<StepContext, 'pollMs' | 'randomBytes'>, tries: number): number {
  const full = Math.min(context.pollMs * 2 ** Math.min(tries - 1, 10), LONGEST_BACK_OFF_MS);
  const [dice = 0] = context.randomBytes(1);
  return Math.round(full * (0.75 + dice / 1024));
}

export function noteRows(context: StepContext, job: Job, note: string): Statement[] {
  return job.sceneId === null ? [] : [setGenerating(job.sceneId, note, context.now())];
}

export function ledgerRow(
  context: StepContext,
  job: Job,
  entry: 'reserve' | 'settle' | 'release',
  attempt: number,
  amountUsd: number,
  model: string | null = null,
): Statement {
  const nowMs = context.now();
  const id = uuidv7(nowMs, context.randomBytes(10));
  return insertLedgerEntry({
    id,
    userId: job.userId,
    projectId: job.projectId,
    jobId: job.id,
    attempt,
    entry,
    amountUsd,
    model,
    priceListDate: PRICE_LIST_DATE,
    nowMs,
  });
}

function failureRows(context: StepContext, job: Job, sentence: string, answerLost: boolean): Statement[] {
  const nowMs = context.now();
  if (job.kind === 'breakdown')
    return [dropUntouchedScenes(job.id), setBreakdown(job.projectId, { status: 'failed', error: sentence, nowMs })];
  return job.sceneId === null ? [] : [setFailed(job.sceneId, { errorMessage: sentence, answerLost, nowMs })];
}
