/** The sizes and formats a movie can be exported in, with the specification's sizes for orientation. */
import type { AspectRatio } from './models.ts';
import type { ExportFormat, ExportResolution } from '../entities/export-job.ts';
import { exportSizeWords } from './words.ts';

export type ExportPreset = {
  id: Exclude<ExportResolution, 'source'>;
  label: string;
  width: number;
  height: number;
  /** Rough upper size of a movie in megabytes, by format. */
  estimatedMegabytes: Record<ExportFormat, number>;
};

export const exportPresets: readonly ExportPreset[] = [
  { id: '4k', label: exportSizeWords['4k'], width: 3840, height: 2160, estimatedMegabytes: { mp4: 500, webm: 400 } },
  {
    id: '1080p',
    label: exportSizeWords['1080p'],
    width: 1920,
    height: 1080,
    estimatedMegabytes: { mp4: 150, webm: 120 },
  },
  { id: '720p', label: exportSizeWords['720p'], width: 1280, height: 720, estimatedMegabytes: { mp4: 80, webm: 60 } },
  { id: '480p', label: exportSizeWords['480p'], width: 854, height: 480, estimatedMegabytes: { mp4: 40, webm: 30 } },
];

export const DEFAULT_EXPORT_RESOLUTION: ExportResolution = '1080p';
export const DEFAULT_EXPORT_FORMAT: ExportFormat = 'mp4';
const UNKNOWN_ESTIMATE_MEGABYTES = 100;

/** Width and height in pixels of a preset at a ratio: at 9:16 the sides change places. */
export function exportSize(
  id: Exclude<ExportResolution, 'source'>,
  ratio: AspectRatio,
): { width: number; height: number } {
  const preset = exportPresets.find((row) => row.id === id);
  if (!preset) throw new RangeError(`No such export size: ${id}`);
  return ratio === '9:16'
    ? { width: preset.height, height: preset.width }
    : { width: preset.width, height: preset.height };
}

/** The specification's estimate in megabytes; 100 for anything that is not in its table. */
export function estimatedMegabytes(resolution: string, format: ExportFormat): number {
  return exportPresets.find((row) => row.id === resolution)?.estimatedMegabytes[format] ?? UNKNOWN_ESTIMATE_MEGABYTES;
}
