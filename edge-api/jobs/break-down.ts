/** Splitting an idea into scenes. A question to the text model costs next to nothing, so a lost answer is asked for again. */
import { genreLabels } from '#shared/catalogue/genres.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { breakdownLengths } from '#shared/rules/breakdown-lengths.ts';
import type { BreakdownScene } from '#edge-api/providers/text-model/port.ts';
import {
  appendScene,
  readBreakdownSource,
  setBreakdown,
  type BreakdownSource,
} from '#edge-api/repos/generated-scenes.ts';
import { LEASE_MS, type Job } from '#edge-api/repos/jobs.ts';
import { promptWordsHash } from '#edge-api/services/clip-order.ts';
import type { StepContext } from './job-deps.ts';
import { backOffMs, fail, giveUp, move } from './step-outcomes.ts';

/** Shorter than the lease of a breakdown (180 s). Seventy-five scenes take the model more than a minute. */
const BREAKDOWN_TIMEOUT_MS = 150_000;
const MAX_ASKS = 4;

/** One step of a queued breakdown: ask, and write all scenes at once. */
export async function breakDown(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null)
    return void (await fail(context, job, {
      code: 'no_api_key',
      sentence: 'There is no API key. Add one in Settings and try again.',
    }));
  const source = await readBreakdownSource(context.db, job.projectId);
  if (source === null) return void (await giveUp(context, job));
  const isWritten = await move(context, job, {
    state: 'submitting',
    attempt: job.attempt + 1,
    keepLeaseMs: LEASE_MS.breakdown,
  });
  if (!isWritten) return;
  const sent: Job = { ...job, state: 'submitting', attempt: job.attempt + 1 };
  const sceneSeconds = breakdownLengths(source.targetLength, modelRow(source.model));
  try {
    const request = { ...source, genreLabels: source.genres.map((id) => genreLabels([id])), sceneSeconds };
    const signal = AbortSignal.any([context.stopping, AbortSignal.timeout(BREAKDOWN_TIMEOUT_MS)]);
    await writeScenes(
      context,
      sent,
      source,
      await context.textModelFor(apiKey).breakDown(request, signal),
      sceneSeconds,
    );
  } catch (error) {
    if (context.stopping.aborted) return void (await move(context, sent, { state: 'queued', attempt: job.attempt }));
    await writeFailure(context, sent, error);
  }
}

/** The process that asked is gone. */
export async function askAgain(context: StepContext, job: Job): Promise<void> {
  if (job.attempt < MAX_ASKS) await move(context, job, { state: 'queued' });
  else
    await fail(context, job, {
      code: 'provider_failed',
      sentence: 'The scene breakdown was interrupted several times. Please try again.',
    });
}

async function writeScenes(
  context: StepContext,
  job: Job,
  source: BreakdownSource,
  scenes: readonly BreakdownScene[],
  sceneSeconds: readonly number[],
): Promise<void> {
  const nowMs = context.now();
  const { projectId, userId } = job;
  const hashes = await Promise.all(
    scenes.map((scene) => promptWordsHash({ ...scene, characters: source.characterReferences })),
  );
  const rows = scenes.map((scene, index) =>
    appendScene(
      {
        ...scene,
        promptWordsHash: hashes[index] ?? '',
        id: uuidv7(nowMs + index, context.randomBytes(10)),
        resolution: modelRow(source.model).defaultResolution,
        durationSeconds: sceneSeconds[index] ?? modelRow(source.model).defaultDuration,
      },
      { projectId, userId, nowMs },
    ),
  );
  await move(context, job, { state: 'done' }, [...rows, setBreakdown(projectId, { status: null, error: null, nowMs })]);
}

async function writeFailure(context: StepContext, job: Job, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'rate_limited' && job.attempt < MAX_ASKS) {
    const waitMs =
      error.retryAfterSeconds === undefined ? backOffMs(context, job.attempt) : error.retryAfterSeconds * 1000;
    await move(context, job, { state: 'backing_off', nextAtMs: context.now() + waitMs });
    return;
  }
  await fail(context, job, { code: error.code, sentence: error.message });
}
