/** What the media engine writes for a choice in the export dialog. */
import { exportSize } from '#shared/catalogue/export-presets.ts';
import type { AspectRatio } from '#shared/catalogue/models.ts';
import type { ExportFormat, ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ExportTarget } from '#media/worker/client.ts';
import type { ExportPlace } from './export-places.ts';
import { exportWords } from './words.ts';

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

/** Width and height are even, as H.264 with halved color resolution needs. */
export function exportTarget(
  plan: Pick<MoviePlan, 'width' | 'height'>,
  choice: Pick<ExportChoice, 'resolution' | 'format'>,
): ExportTarget {
  const { resolution, format } = choice;
  const ratio: AspectRatio = plan.height > plan.width ? '9:16' : '16:9';
  const size = resolution === 'source' ? plan : exportSize(resolution, ratio);
  return {
    width: even(size.width),
    height: even(size.height),
    format,
    // The other sizes are H.264 by name; this one keeps the codec of its clips.
    keepsCodec: resolution === 'source',
    label: resolution === 'source' ? exportWords.asMade : resolution,
  };
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
