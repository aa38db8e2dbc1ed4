/** The file that a size and a format stand for. */
import { exportSize } from '#shared/catalogue/export-presets.ts';
import type { AspectRatio } from '#shared/catalogue/models.ts';
import { exportSizeWords } from '#shared/catalogue/words.ts';
import type { ExportFormat, ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ExportTarget } from './export-target.ts';

/** Width and height are even, as H.264 with halved color resolution needs. */
export function targetOf(
  plan: Pick<MoviePlan, 'width' | 'height'>,
  { resolution, format }: { resolution: ExportResolution; format: ExportFormat },
): ExportTarget {
  const ratio: AspectRatio = plan.height > plan.width ? '9:16' : '16:9';
  const size = resolution === 'source' ? plan : exportSize(resolution, ratio);
  return {
    width: even(size.width),
    height: even(size.height),
    format,
    // The other sizes are H.264 by name; this one keeps the codec of its clips.
    keepsCodec: resolution === 'source',
    label: resolution === 'source' ? exportSizeWords.source : resolution,
  };
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
