/** What the export's dialog and card say. Pure. */
import { estimatedMegabytes, exportPresets, exportSize } from '#shared/catalogue/export-presets.ts';
import type { ExportFormat, ExportJob, ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

export type SizeOption = { id: ExportResolution; name: string; size: string; bytes: string | null };

/** Every size that a movie can have, the clips' own first. */
export function sizeOptions(plan: Pick<MoviePlan, 'width' | 'height'>, format: ExportFormat): SizeOption[] {
  const ratio = plan.height > plan.width ? '9:16' : '16:9';
  return [
    {
      id: 'source',
      name: `As made (${Math.min(plan.width, plan.height)}p)`,
      size: `${plan.width} × ${plan.height}`,
      bytes: null,
    },
    ...exportPresets.map((preset) => {
      const { width, height } = exportSize(preset.id, ratio);
      return {
        id: preset.id,
        name: preset.label,
        size: `${width} × ${height}`,
        bytes: `up to about ${estimatedMegabytes(preset.id, format)} MB`,
      };
    }),
  ];
}

/** "Scene 3 has no clip and is left out.", or null when none is missing. */
export function missingText(numbers: readonly number[]): string | null {
  const last = numbers.at(-1);
  if (last === undefined) return null;
  if (numbers.length === 1) return `Scene ${last} has no clip yet and is left out.`;
  return `Scenes ${numbers.slice(0, -1).join(', ')} and ${last} have no clip yet and are left out.`;
}

export function isRunning(job: Pick<ExportJob, 'status'>): boolean {
  return job.status === 'pending' || job.status === 'processing';
}
