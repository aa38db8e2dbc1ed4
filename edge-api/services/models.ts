/** Which video models a key reaches, and whether a key is good at all. */
import { modelRow, models, type ModelId } from '#shared/catalogue/models.ts';
import { modelReachSchema, type ModelReach } from '#shared/api/models.ts';
import { AppError } from '#shared/errors.ts';
import { nearestModel } from '#shared/rules/nearest-model.ts';
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import type { KeyCheck, TextModelFor } from '#edge-api/providers/text-model/port.ts';
import type { ReachedModel, VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { findReach, noteRefusedPolls, saveReach } from '#edge-api/repos/model-reach.ts';
import { sha256Hex } from './digest.ts';

const CHECK_TIMEOUT_MS = 15_000;
/** What upstream said is believed this long. */
const REACH_KEPT_MS = 60 * 60 * 1000;
/** Enough of a key's hash to tell it from the person's next one, too little to find the key by. */
const MARK_DIGITS = 8;

export type ReachDeps = { db: Db; videoModelFor: VideoModelFor; now(): number };

const reachedSchema = z.array(modelReachSchema.extend({ upstreamModel: z.string().nullable() }));

/**
 * Asks the provider whether it accepts a key.
 * @throws AppError `rate_limited` or `provider_failed` when the provider gave no verdict
 */
export function checkKey(deps: { textModelFor: TextModelFor }, apiKey: string): Promise<KeyCheck> {
  return deps.textModelFor(apiKey).checkKey(AbortSignal.timeout(CHECK_TIMEOUT_MS));
}

/**
 * The rows of the catalogue as a person's key reaches them; asked upstream at most once an hour for a key.
 * @throws AppError when the provider gave no verdict and none is remembered
 */
export async function reachOf(deps: ReachDeps, userId: string, apiKey: string): Promise<ReachedModel[]> {
  const keyMark = await keyMarkOf(apiKey);
  const kept = await findReach(deps.db, userId, keyMark);
  const rows = kept === null ? undefined : reachedSchema.safeParse(kept.rows).data;
  if (kept && rows && deps.now() - kept.askedAtMs < REACH_KEPT_MS) return rows;
  try {
    const asked = await deps.videoModelFor(apiKey).reach(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    await saveReach(deps.db, { userId, keyMark, rows: asked, askedAtMs: deps.now() });
    return asked;
  } catch (error) {
    // An old answer is better than none: what it allows is still judged by the request itself.
    if (rows && error instanceof AppError) return rows;
    throw error;
  }
}

/** Whether clips have to be asked for by one long request with this key, see `rememberRefusedPolls`. */
export async function arePollsRefused(deps: { db: Db }, userId: string, apiKey: string): Promise<boolean> {
  return (await findReach(deps.db, userId, await keyMarkOf(apiKey)))?.pollsRefused === true;
}

/**
 * Remembers that upstream takes requests with this key but refuses to tell about the work they began, a fault of the
 * provider's that is known of newer keys.
 */
export async function rememberRefusedPolls(deps: { db: Db }, userId: string, apiKey: string): Promise<void> {
  await noteRefusedPolls(deps.db, userId, await keyMarkOf(apiKey));
}

/** Enough to tell a key from the person's next one; nobody can find the key by it. */
export async function keyMarkOf(apiKey: string): Promise<string> {
  return (await sha256Hex(apiKey)).slice(0, MARK_DIGITS);
}

/**
 * The answer of `GET /api/models`. Without a key nothing is reachable, and each row says so.
 * @throws AppError when the provider gave no verdict and none is remembered
 */
export async function listModels(
  deps: ReachDeps & { readApiKey(userId: string): Promise<string | null> },
  userId: string,
): Promise<ModelReach[]> {
  const apiKey = await deps.readApiKey(userId);
  if (apiKey === null)
    return models.map(({ id }) => ({ id, reachable: false, reason: 'Add an API key in Settings first.' }));
  const rows = await reachOf(deps, userId, apiKey);
  return rows.map(({ id, reachable, reason }) => ({ id, reachable, reason }));
}

export type ReachVerdict = { reachable: true; upstreamModel: string } | { reachable: false; sentence: string };

/** Whether one model can be asked, and what else could be if not. */
export function verdictFor(rows: readonly ReachedModel[], model: ModelId): ReachVerdict {
  const row = rows.find(({ id }) => id === model);
  if (row?.reachable && row.upstreamModel !== null) return { reachable: true, upstreamModel: row.upstreamModel };
  const nearest = nearestModel(
    model,
    rows.filter(({ reachable }) => reachable).map(({ id }) => id),
  );
  const advice = nearest === null ? '' : ` ${modelRow(nearest).label} can be used instead.`;
  return { reachable: false, sentence: `${row?.reason ?? `${modelRow(model).label} can't be reached.`}${advice}` };
}
