/** Which video models a key can use, and whether the key is valid at all. */
import { modelRow, models, type ModelId } from '#shared/catalogue/models.ts';
import { modelReachSchema, type ModelOffer } from '#shared/api/models.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { AppError, errorCodes } from '#shared/errors.ts';
import { nearestModel } from '#shared/rules/nearest-model.ts';
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import type { KeyCheck, TextModelFor } from '#edge-api/providers/text-model/port.ts';
import type { ReachedModel, VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { findReach, noteRefusedPolls, saveReach } from '#edge-api/repos/model-reach.ts';
import { sha256Hex } from './digest.ts';
import { keyWords, modelReachWords } from './words.ts';

const CHECK_TIMEOUT_MS = 15_000;
/** How long upstream's answer is trusted. */
const REACH_KEPT_MS = 60 * 60 * 1000;
/** How long to wait after a failed request for the list. Generation asks anyway, because it's about to pay. */
const FAILURE_KEPT_MS = 60 * 1000;
/** Enough of a key's hash to distinguish the person's keys, too little to recover one. */
const MARK_DIGITS = 8;

export type ReachDeps = { db: Db; videoModelFor: VideoModelFor; now(): number };

const reachedSchema = z.array(modelReachSchema.extend({ upstreamModel: z.string().nullable() }));
/** The rows that upstream last named, or why it named none and the rows before that. */
const keptSchema = z.union([
  reachedSchema,
  z.object({ code: z.enum(errorCodes), message: z.string(), rows: reachedSchema.nullable() }),
]);

/**
 * Asks the provider whether it accepts a key.
 * @throws AppError `rate_limited` or `provider_failed` when the provider gave no verdict
 */
export function checkKey(deps: { textModelFor: TextModelFor }, apiKey: string): Promise<KeyCheck> {
  return deps.textModelFor(apiKey).checkKey(AbortSignal.timeout(CHECK_TIMEOUT_MS));
}

/**
 * The catalog with what a person's key can use; upstream is asked at most once an hour per key.
 * @throws AppError when the provider gave no verdict and none is stored
 */
export async function reachOf(deps: ReachDeps, userId: string, apiKey: string): Promise<ReachedModel[]> {
  const kept = await keptReach(deps, userId, apiKey);
  return kept.isFresh ? kept.rows : orOldRows(kept, () => askReach(deps, userId, apiKey, kept));
}

/**
 * What is stored about a key: `rows` is null until upstream answers once, `failure` is the last outcome if it failed.
 */
type KeptReach = ({ isFresh: true; rows: ReachedModel[] } | { isFresh: false; rows: ReachedModel[] | null }) & {
  keyMark: string;
  failure: AppError | null;
};

async function keptReach(deps: ReachDeps, userId: string, apiKey: string): Promise<KeptReach> {
  const keyMark = await keyMarkOf(apiKey);
  const kept = await findReach(deps.db, userId, keyMark);
  const answer = keptSchema.safeParse(kept?.rows).data;
  if (kept === null || answer === undefined) return { isFresh: false, rows: null, keyMark, failure: null };
  // One that was asked for by a clock ahead of this one is as good as none.
  const ageMs = Math.abs(deps.now() - kept.askedAtMs);
  if (Array.isArray(answer)) return { isFresh: ageMs < REACH_KEPT_MS, rows: answer, keyMark, failure: null };
  const waitMs = FAILURE_KEPT_MS - ageMs;
  const wait = answer.code === 'rate_limited' ? { retryAfterSeconds: waitMs / 1000 } : {};
  return {
    isFresh: false,
    rows: answer.rows,
    keyMark,
    failure: waitMs > 0 ? new AppError(answer.code, answer.message, wait) : null,
  };
}

/** Asks upstream and stores the answer. */
async function askReach(
  deps: ReachDeps,
  userId: string,
  apiKey: string,
  { keyMark, rows }: KeptReach,
): Promise<ReachedModel[]> {
  const remember = (answer: z.infer<typeof keptSchema>): Promise<void> =>
    saveReach(deps.db, { userId, keyMark, rows: answer, askedAtMs: deps.now() });
  try {
    const asked = await deps.videoModelFor(apiKey).reach(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    await remember(asked);
    return asked;
  } catch (error) {
    if (error instanceof AppError) await remember({ code: error.code, message: error.message, rows });
    throw error;
  }
}

/** An old answer is better than none: the request itself still checks. */
async function orOldRows({ rows }: KeptReach, ask: () => Promise<ReachedModel[]>): Promise<ReachedModel[]> {
  try {
    return await ask();
  } catch (error) {
    if (rows !== null && error instanceof AppError) return rows;
    throw error;
  }
}

/** Whether this key needs one long request for each clip, see `rememberRefusedPolls`. */
export async function arePollsRefused(deps: { db: Db }, userId: string, apiKey: string): Promise<boolean> {
  return (await findReach(deps.db, userId, await keyMarkOf(apiKey)))?.pollsRefused === true;
}

/**
 * Remembers that upstream accepts requests with this key but refuses polls for them, a known bug of the provider with
 * newer keys.
 */
export async function rememberRefusedPolls(deps: { db: Db }, userId: string, apiKey: string): Promise<void> {
  await noteRefusedPolls(deps.db, userId, await keyMarkOf(apiKey));
}

/** Enough to distinguish the person's keys, too little to recover one. */
export async function keyMarkOf(apiKey: string): Promise<string> {
  return (await sha256Hex(apiKey)).slice(0, MARK_DIGITS);
}

/**
 * The reply of `GET /api/models`. Without a key no model can be used, and each row says so.
 * @param countCheck called before upstream is asked, because that tells whether the key is valid; may refuse
 * @throws AppError when the provider gave no verdict and none is stored, and what `countCheck` throws
 */
export async function listModels(
  deps: ReachDeps & { readApiKey(userId: string): Promise<string | null> },
  userId: string,
  countCheck: () => Promise<void>,
): Promise<ModelOffer[]> {
  const apiKey = await deps.readApiKey(userId);
  if (apiKey === null)
    return models.map(({ id }) => ({ id, reachable: false, reason: keyWords.missingForModels, usdPerSecond: null }));
  const kept = await keptReach(deps, userId, apiKey);
  const ask = async (): Promise<ReachedModel[]> => {
    if (kept.failure !== null) throw kept.failure;
    if (apiKey !== DEMO_STUDIO_KEY) await countCheck();
    return askReach(deps, userId, apiKey, kept);
  };
  const rows = kept.isFresh ? kept.rows : await orOldRows(kept, ask);
  const { priceUsd } = deps.videoModelFor(apiKey);
  return rows.map(({ id, reachable, reason, upstreamModel }) => {
    const usdFor = (resolution: '720p' | '1080p'): number =>
      upstreamModel === null ? 0 : priceUsd({ upstreamModel, resolution, durationSeconds: 1 });
    const usdPerSecond = upstreamModel === null ? null : { '720p': usdFor('720p'), '1080p': usdFor('1080p') };
    return { id, reachable, reason, usdPerSecond };
  });
}

/** As `verdictFor`, by what is stored, and null where nothing is: upstream isn't asked. */
export async function knownVerdict(
  deps: ReachDeps,
  userId: string,
  apiKey: string,
  model: ModelId,
): Promise<ReachVerdict | null> {
  const { rows } = await keptReach(deps, userId, apiKey);
  return rows === null ? null : verdictFor(rows, model);
}

export type ReachVerdict = { reachable: true; upstreamModel: string } | { reachable: false; sentence: string };

/** Whether a model can be used, and which others can if not. */
export function verdictFor(rows: readonly ReachedModel[], model: ModelId): ReachVerdict {
  const row = rows.find(({ id }) => id === model);
  if (row?.reachable && row.upstreamModel !== null) return { reachable: true, upstreamModel: row.upstreamModel };
  const nearest = nearestModel(
    model,
    rows.filter(({ reachable }) => reachable).map(({ id }) => id),
  );
  const reason = row?.reason ?? modelReachWords.unreachable({ model: modelRow(model).label });
  const sentence = nearest === null ? reason : modelReachWords.instead({ reason, model: modelRow(nearest).label });
  return { reachable: false, sentence };
}
