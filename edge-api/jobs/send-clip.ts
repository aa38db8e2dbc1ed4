/** Sends a scene to the video model: recorded first, sent once. */
import { AppError } from '#shared/errors.ts';
import type { ClipRequest, SubmitOutcome, SubmitWay, VideoModel } from '#edge-api/providers/video-model/port.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { takeEarlierClip } from '#edge-api/repos/clip-chain.ts';
import { readClipSource, setQueued } from '#edge-api/repos/generated-scenes.ts';
import { LEASE_MS } from '#edge-api/repos/job-lines.ts';
import { beginSubmit, noteLateWork, releaseLease, writeFenced, type Job } from '#edge-api/repos/jobs.ts';
import { arePollsRefused, keyMarkOf, reachOf, verdictFor } from '#edge-api/services/models.ts';
import { capProblem, expectWithinMonthlyCap } from '#edge-api/services/spending.ts';
import { quotaMarkOf } from '#edge-api/services/clip-quota.ts';
import type { ClipOrder } from '#edge-api/services/clip-order.ts';
import { busyFailure, rejectedFailure, startFailure, unsentFailure } from './failure-sentences.ts';
import type { StepContext } from './job-deps.ts';
import { prepareClip, withPictures } from './prepare-clip.ts';
import { writeOutcome } from './watch-clip.ts';
import {
  backOffMs,
  fail,
  giveUp,
  ledgerRow,
  leaseOf,
  loseAnswer,
  move,
  noteRows,
  tryLater,
  untilWritten,
} from './step-outcomes.ts';
import { failureWords, neighborWords, progressWords } from './words.ts';

const CANCEL_TIMEOUT_MS = 20_000;
/** The lease of either way is a little longer. */
const SUBMIT_TIMEOUT_MS: Record<SubmitWay, number> = { background: 60_000, blocking: 15 * 60_000 };
const LEASE_BEYOND_MS = 60_000;
/** How often a request is sent in total when the answer is something like "overloaded". */
const MAX_SENDS = 6;
const ROOM_AGAIN_MS = 500;
const LOOK_AGAIN_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** One step of a queued clip: prepare, write the intent, send, write the answer. */
export async function sendClip(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null) return void (await giveUp(context, job, failureWords.noKey));
  const { sceneId, userId } = job;
  const source = sceneId === null ? null : await readClipSource(context.db, sceneId);
  if (sceneId === null || source === null) return void (await giveUp(context, job));
  const model = context.videoModelFor(apiKey);
  const upstreamModel = await findUpstreamModel(context, job, apiKey, source.model);
  if (upstreamModel === null) return;
  const keyMark = await keyMarkOf(apiKey);
  const prepared = await prepareClip(context, { userId, sceneId, source, model, upstreamModel, keyMark });
  switch (prepared.kind) {
    case 'wait':
      return waitForStart(context, { ...job, sceneId }, prepared.note);
    case 'impossible':
      return void (await fail(context, job, startFailure(prepared.sentence)));
    case 'leave_out': {
      const clip = { sceneId, earlierId: prepared.earlierId, note: prepared.note, nowMs: context.now() };
      return void (await move(context, job, { state: 'done' }, takeEarlierClip(clip)));
    }
    case 'order': {
      const quotaMark = quotaMarkOf(context, userId, apiKey);
      // What it waited for is here, or the key changed: it returns to its place in the queue.
      if (job.state === 'waiting_for_frame' || job.quotaMark !== quotaMark)
        return void (await move(
          context,
          job,
          { state: 'queued', nextAtMs: Math.min(job.createdAtMs, context.now()), quotaMark },
          [setQueued(sceneId, null, context.now())],
        ));
      const way = (await arePollsRefused(context, userId, apiKey)) ? 'blocking' : 'background';
      return sendOrder(context, job, model, { order: prepared.order, rows: prepared.rows, way });
    }
  }
}

type Sending = { order: ClipOrder; rows: readonly Statement[]; way: SubmitWay };

async function sendOrder(
  context: StepContext,
  job: Job,
  model: VideoModel,
  { order, rows, way }: Sending,
): Promise<void> {
  const overCap = await capProblem(context, job.userId, order.priceUsd);
  if (overCap !== null) return void (await fail(context, job, { code: 'spending_cap', sentence: overCap }));
  const { inTurn } = context;
  const sendIt = () => writeAndSend(context, job, model, { order, rows, way });
  // Pictures are in memory until the model has answered. Who waits for a whole clip keeps nobody else waiting.
  await (inTurn && way === 'background' && hasPictures(order) ? inTurn(sendIt) : sendIt());
}

function hasPictures({ firstFrame, lastFrame, references }: ClipOrder): boolean {
  return firstFrame !== null || lastFrame !== null || references.length > 0;
}

async function writeAndSend(
  context: StepContext,
  job: Job,
  model: VideoModel,
  { order, rows, way }: Sending,
): Promise<void> {
  const request = await withPictures(context, order);
  const timeoutMs = Math.min(SUBMIT_TIMEOUT_MS[way], context.longestSubmitMs ?? Infinity);
  const nowMs = context.now();
  const isWritten = await writeFenced(context.db, leaseOf(context, job), [
    expectWithinMonthlyCap(job.userId, nowMs, order.priceUsd),
    ...rows,
    ...noteRows(context, job, progressWords.sending),
    ledgerRow(context, job, 'reserve', job.attempt + 1, order.priceUsd, order.request.upstreamModel),
    ...beginSubmit(job, {
      nowMs,
      params: JSON.stringify(order),
      clipsAtOnce: context.atOncePerPerson.clips,
      keepLeaseMs: way === 'blocking' ? Math.min(LEASE_MS.blockingClip, timeoutMs + LEASE_BEYOND_MS) : LEASE_MS.clip,
    }),
  ]);
  // Meanwhile another clip took the slot or the money, or another runner took the job.
  if (!isWritten) return releaseLease(context.db, leaseOf(context, job), { nowMs, nextAtMs: nowMs + ROOM_AGAIN_MS });
  const sent: Job = { ...job, state: 'submitting', attempt: job.attempt + 1, tries: 0 };
  await writeAnswer(context, sent, { model, order }, await send(model, request, { way, timeoutMs }));
}

/** Checked again when something happens in the project, and from time to time anyway. */
async function waitForStart(context: StepContext, job: Job & { sceneId: string }, note: string): Promise<void> {
  if (job.state === 'waiting_for_frame' && context.now() - job.stateSinceMs > LONGEST_WAIT_MS) {
    return void (await fail(context, job, startFailure(neighborWords.notWithinADay)));
  }
  const nextAtMs = context.now() + LOOK_AGAIN_MS;
  const row = setQueued(job.sceneId, note, context.now());
  await move(context, job, { state: 'waiting_for_frame', nextAtMs }, [row]);
}

/** A submit continues even when the server stops: its answer is worth money. */
async function send(
  model: VideoModel,
  request: ClipRequest,
  { way, timeoutMs }: { way: SubmitWay; timeoutMs: number },
): Promise<SubmitOutcome> {
  try {
    return await model.submit(request, way, AbortSignal.timeout(timeoutMs));
  } catch (cause) {
    return { kind: 'answer_lost', cause };
  }
}

async function findUpstreamModel(
  context: StepContext,
  job: Job,
  apiKey: string,
  wanted: ClipOrder['request']['model'],
): Promise<string | null> {
  try {
    const verdict = verdictFor(await reachOf(context, job.userId, apiKey), wanted);
    if (verdict.reachable) return verdict.upstreamModel;
    await fail(context, job, rejectedFailure('model_unreachable', verdict.sentence));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOver = job.tries + 1 >= MAX_SENDS || error.code === 'api_key_rejected';
    if (isOver) await fail(context, job, unsentFailure(error.code, error.message));
    else await tryLater(context, job, error.message, null);
  }
  return null;
}

/** The work of a job that is no longer ours. Of one that went with its person's account, upstream is told here and now. */
async function keepLateWork(context: StepContext, job: Job, model: VideoModel, upstreamId: string): Promise<void> {
  const note = () => noteLateWork(context.db, job.id, upstreamId, context.now());
  const isNoted = await untilWritten(context, job, note, { upstreamId });
  if (isNoted) return;
  try {
    await model.cancel(upstreamId, AbortSignal.timeout(CANCEL_TIMEOUT_MS));
  } catch (error) {
    context.log.warn('cancel_not_told', { jobId: job.id, error });
  }
}

type Named = { state: 'running'; upstreamId: string; nextAtMs?: number; keepLeaseMs?: number };

/**
 * Writes the name of accepted work. Where the database can't be told for so long that this process may not outlive it, the
 * queue carries the name until it can.
 * @returns whether the job is still this runner's
 */
async function writeName(
  context: StepContext,
  job: Job,
  model: VideoModel,
  { change, rows }: { change: Named; rows: readonly Statement[] },
): Promise<boolean> {
  const { upstreamId } = change;
  try {
    const isWritten = await move(context, job, change, rows);
    if (!isWritten) await keepLateWork(context, job, model, upstreamId);
    return isWritten;
  } catch (error) {
    context.log.error('name_not_written', { jobId: job.id, upstreamId, error });
    if (context.sendName === undefined) throw error;
    await context.sendName({ jobId: job.id, upstreamId });
    return false;
  }
}

type Asked = { model: VideoModel; order: ClipOrder };

async function writeAnswer(
  context: StepContext,
  job: Job,
  { model, order }: Asked,
  outcome: SubmitOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'accepted': {
      const nextAtMs = context.now() + (outcome.pollAfterMs ?? context.pollMs);
      const { upstreamId } = outcome;
      const rows = noteRows(context, job, progressWords.generating);
      await writeName(context, job, model, { change: { state: 'running', upstreamId, nextAtMs }, rows });
      return;
    }
    case 'ended': {
      const { upstreamId } = outcome;
      const change = { state: 'running', upstreamId, keepLeaseMs: LEASE_MS.short } as const;
      if (await writeName(context, job, model, { change, rows: [] }))
        await writeOutcome(context, { ...job, state: 'running', upstreamId }, order, outcome.outcome);
      return;
    }
    case 'busy':
    case 'rejected': {
      const release = ledgerRow(context, job, 'release', job.attempt, order.priceUsd);
      // Even if someone has canceled the clip meanwhile, the money is released.
      if (!(await writeRefusal(context, job, outcome, release)))
        await untilWritten(context, job, () => context.db.batch([release], 'write'));
      return;
    }
    case 'answer_lost':
      context.log.warn('submit_answer_lost', { jobId: job.id, error: outcome.cause });
      await loseAnswer(context, job);
  }
}

type Refusal = Extract<SubmitOutcome, { kind: 'busy' | 'rejected' }>;

/** @returns false when the job is no longer this runner's */
function writeRefusal(context: StepContext, job: Job, refusal: Refusal, release: Statement): Promise<boolean> {
  if (refusal.kind === 'rejected')
    return fail(context, job, rejectedFailure(refusal.reason, refusal.sentence), [release]);
  if (job.attempt >= MAX_SENDS) return fail(context, job, busyFailure(refusal.sentence, job.attempt), [release]);
  const waitMs = refusal.retryAfterMs ?? backOffMs(context, job.attempt);
  const seconds = Math.max(1, Math.round(waitMs / 1000));
  const note = progressWords.retryingIn({ sentence: refusal.sentence, seconds });
  return move(context, job, { state: 'backing_off', nextAtMs: context.now() + waitMs }, [
    release,
    ...noteRows(context, job, note),
  ]);
}
