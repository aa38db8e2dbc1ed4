/**
 * Splitting an idea into scenes, part by part. A question to the text model costs cents and is in the ledger each time, so
 * one whose process died is asked again.
 */
import { z } from 'zod';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { AppError } from '#shared/errors.ts';
import { breakdownLengths, breakdownParts } from '#shared/rules/breakdown-lengths.ts';
import { segmentSeconds } from '#shared/rules/segments.ts';
import type { Statement } from '#edge-api/db/client.ts';
import type {
  BreakdownPart,
  BreakdownRequest,
  BreakdownScene,
  CharacterSketch,
} from '#edge-api/providers/text-model/port.ts';
import {
  appendExtension,
  appendScene,
  readBreakdownSource,
  setBreakdown,
  setCast,
  type BreakdownSource,
} from '#edge-api/repos/generated-scenes.ts';
import { insertEntry } from '#edge-api/repos/history.ts';
import { LEASE_MS } from '#edge-api/repos/job-lines.ts';
import type { Job } from '#edge-api/repos/jobs.ts';
import { promptWordsHash } from '#edge-api/services/clip-order.ts';
import { payForTokens } from '#edge-api/services/pay-for-tokens.ts';
import type { StepContext } from './job-deps.ts';
import { backOffMs, fail, giveUp, move } from './step-outcomes.ts';
import { failureWords } from './words.ts';

/** Shorter than the lease of a breakdown (180 s). A part of fifteen scenes takes the model up to a minute. */
const BREAKDOWN_TIMEOUT_MS = 150_000;
/** How much of a scene's description the later parts are told. */
const EARLIER_LENGTH = 200;
/** For each part. */
const MAX_ASKS = 4;

const words = z.object({ title: z.string(), description: z.string() });
const progressSchema = z.object({
  partsDone: z.number().int(),
  /** Identifies the scenes when a later part fails. */
  sceneIds: z.array(z.string()),
  earlier: z.array(words),
  /** The characters the text model found, with the descriptions that go into every prompt. */
  cast: z.array(z.object({ name: z.string(), description: z.string() })),
});
/** What the earlier parts produced; stored in the job. */
type Progress = z.infer<typeof progressSchema>;

/** One step of a queued breakdown: ask for its next part, and write the scenes that it brings. */
export async function breakDown(context: StepContext, job: Job): Promise<void> {
  const apiKey = await context.readApiKey(job.userId);
  if (apiKey === null)
    return void (await fail(context, job, {
      code: 'no_api_key',
      sentence: failureWords.breakdownNoKey,
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
  try {
    await askForPart(context, sent, source, apiKey);
  } catch (error) {
    if (context.stopping.aborted) return void (await move(context, sent, { state: 'queued', attempt: job.attempt }));
    await writeFailure(context, sent, error);
  }
}

async function askForPart(context: StepContext, job: Job, source: BreakdownSource, apiKey: string): Promise<void> {
  const before = readProgress(job);
  const parts = breakdownParts(source.targetLength);
  const signal = AbortSignal.any([context.stopping, AbortSignal.timeout(BREAKDOWN_TIMEOUT_MS)]);
  const pay = payForTokens(context, { userId: job.userId, projectId: job.projectId });
  const answer = await context.textModelFor(apiKey).breakDown(partRequest(source, before, parts), { signal, pay });
  await writePart(context, job, { source, before, answer, isLast: before.partsDone + 1 >= parts.length });
}

function readProgress(job: Job): Progress {
  if (job.params === null) return { partsDone: 0, sceneIds: [], earlier: [], cast: [] };
  return progressSchema.parse(JSON.parse(job.params));
}

function partRequest(source: BreakdownSource, before: Progress, parts: readonly number[]): BreakdownRequest {
  const { title, description, aspectRatio, model } = source;
  return {
    title,
    description,
    aspectRatio,
    model,
    genreLabels: source.genres.map((id) => genreLabels([id])),
    part: { number: before.partsDone + 1, count: parts.length },
    sceneSeconds: breakdownLengths(parts[before.partsDone] ?? 0, modelRow(model)),
    earlier: before.earlier,
    cast: [...source.characterReferences.map(sketchOf), ...before.cast],
  };
}

function sketchOf({ name, description }: CharacterSketch): CharacterSketch {
  return { name, description };
}

/** Handles a breakdown whose process died. */
export async function askAgain(context: StepContext, job: Job): Promise<void> {
  if (job.attempt < MAX_ASKS) await move(context, job, { state: 'queued' });
  else
    await fail(context, job, {
      code: 'provider_failed',
      sentence: failureWords.breakdownInterrupted,
    });
}

type Part = { source: BreakdownSource; before: Progress; answer: BreakdownPart; isLast: boolean };

/** Writes the scenes of a part and the state of the job together, so that no scene appears twice. */
async function writePart(context: StepContext, job: Job, { source, before, answer, isLast }: Part): Promise<void> {
  const nowMs = context.now();
  const placed = answer.scenes.map((scene, index) => ({
    scene,
    id: uuidv7(nowMs + index, context.randomBytes(10)),
    nowMs,
  }));
  const rows = await Promise.all(placed.map((one) => sceneRows(context, job, source, one)));
  const progress: Progress = {
    partsDone: before.partsDone + 1,
    sceneIds: [...before.sceneIds, ...placed.map(({ id }) => id)],
    earlier: [
      ...before.earlier,
      ...answer.scenes.map(({ title, description }) => ({ title, description: description.slice(0, EARLIER_LENGTH) })),
    ],
    cast: [...before.cast, ...answer.newCast],
  };
  const written = [...rows.flat(), setCast(job.projectId, progress.cast)];
  if (isLast) {
    const over = setBreakdown(job.projectId, { status: null, error: null, nowMs });
    await move(context, job, { state: 'done' }, [...written, over, ...brokenDown(context, job, nowMs)]);
  } else await move(context, job, { state: 'queued', attempt: 0, params: JSON.stringify(progress) }, written);
}

function brokenDown(context: StepContext, { projectId }: Job, nowMs: number): Statement[] {
  const id = uuidv7(nowMs, context.randomBytes(10));
  const byItself = { scene: null, version: null, device: null, opKey: null, fields: [] };
  return insertEntry({ ...byItself, id, projectId, kind: 'break-down', nowMs });
}

type Placed = { scene: BreakdownScene; id: string; nowMs: number };

/** A scene, followed by the extension that makes it longer than one clip. */
async function sceneRows(
  context: StepContext,
  { projectId, userId }: Job,
  source: BreakdownSource,
  { scene, id, nowMs }: Placed,
): Promise<Statement[]> {
  const row = modelRow(source.model);
  const hash = await promptWordsHash({ ...scene, characters: source.characterReferences });
  const [, ...extensions] = segmentSeconds(scene.seconds, row);
  return [
    appendScene(
      {
        ...scene,
        promptWordsHash: hash,
        id,
        resolution: row.defaultResolution,
        durationSeconds: scene.seconds,
      },
      { projectId, userId, nowMs },
    ),
    ...extensions.map((durationSeconds, place) =>
      appendExtension({
        id: uuidv7(nowMs, context.randomBytes(10)),
        parentSceneId: id,
        extensionIndex: place + 1,
        durationSeconds,
        nowMs,
      }),
    ),
  ];
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
