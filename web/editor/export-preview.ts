/** What an export would do, asked of the media engine before anything is started. */
import { db } from '#data/db.ts';
import type { ExportInput, PlanSummary } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { storedSources } from './export-sources.ts';
import { exportTarget, type ExportChoice } from './export-target.ts';

export type ExportPreview =
  /** The summary is null while clips of the movie are not on this device. */
  { can: true; summary: PlanSummary | null } | { can: false; reason: string };

/** What this browser would do at a choice, stretch by stretch, with size and time. */
export async function previewExport(
  plan: MoviePlan,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<ExportPreview> {
  return await ask(plan, choice, await storedSources(db, plan), signal);
}

/**
 * Whether this browser can write the movie at a choice or, where it lacks that encoder, as its clips were made. Clips are
 * opened for the second question alone.
 */
export async function canExport(plan: MoviePlan, choice: ExportChoice, signal: AbortSignal): Promise<boolean> {
  if ((await ask(plan, choice, {}, signal)).can) return true;
  return (await previewExport(plan, { resolution: 'source', format: 'mp4' }, signal)).can;
}

async function ask(
  plan: MoviePlan,
  choice: ExportChoice,
  sources: ExportInput['sources'],
  signal: AbortSignal,
): Promise<ExportPreview> {
  // The editor opens without the media engine.
  const { exportCapability } = await import('#media/worker/client.ts');
  const capability = await exportCapability({ plan, target: exportTarget(plan, choice), sources }, signal);
  if (capability.can) return { can: true, summary: capability.summary };
  // Their sentences come with them.
  const { failureSentence } = await import('#media/failures.ts');
  return { can: false, reason: failureSentence(capability.code, capability.facts) };
}
