/** What the media engine writes for a choice in the export dialog. */
import type { ExportFormat, ExportResolution } from '#shared/entities/export-job.ts';
import { targetOf } from '#shared/export-plan/target-of.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ExportTarget } from '#media/worker/client.ts';

export type ExportPlace = 'browser' | 'server';

export type ExportChoice = {
  resolution: ExportResolution;
  format: ExportFormat;
  /** Whether scenes whose sound this browser can't decode are to be silent. */
  leavesOutSound?: boolean;
  /** Whether the check decodes all of the finished file. Left out for no. */
  checksEveryPicture?: boolean;
  /** Where it is written. Left out for this browser. */
  where?: ExportPlace;
  /** Movie frames, `toFrame` exclusive. Null or left out for the whole movie. */
  range?: { fromFrame: number; toFrame: number } | null;
};

export function exportTarget(
  plan: Pick<MoviePlan, 'width' | 'height'>,
  choice: Pick<ExportChoice, 'resolution' | 'format'>,
): ExportTarget {
  return targetOf(plan, choice);
}
