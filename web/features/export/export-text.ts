/** What the export's dialog and card say. Pure. */
import { estimatedMegabytes, exportPresets, exportSize } from '#shared/catalogue/export-presets.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import type { ExportChoice } from '#editor/page-exports.ts';
import { exportWords } from '#editor/words.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import type { ExportFormat, ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import { formatDuration } from '#shared/words/format.ts';
import { roundedTime } from './rounded-time.ts';
import { fileText, timeText } from './plan-sentences.ts';
import { cardWords, choiceWords, lossWords, planWords } from './words.ts';

export type SizeOption = {
  id: Exclude<ExportResolution, 'source'>;
  name: string;
  size: string;
  /** The specification's figure. */
  bytes: string;
  /** What becomes of most of the pictures, unless they are copied. */
  change: 'enlarged' | 'reduced' | 'encoded';
};

/** "As made (720p)" */
export function sourceName({ width, height }: Pick<MoviePlan, 'width' | 'height'>): string {
  return choiceWords.source({ lines: Math.min(width, height) });
}

/** Every size beside the clips' own. */
export function sizeOptions(plan: Pick<MoviePlan, 'width' | 'height'>, format: ExportFormat): SizeOption[] {
  const ratio = plan.height > plan.width ? '9:16' : '16:9';
  return exportPresets.map((preset) => {
    const size = exportSize(preset.id, ratio);
    return {
      id: preset.id,
      name: preset.label,
      size: choiceWords.size(size),
      bytes: choiceWords.upTo({ megabytes: estimatedMegabytes(preset.id, format) }),
      change: size.width > plan.width ? 'enlarged' : size.width < plan.width ? 'reduced' : 'encoded',
    };
  });
}

type SizePlan = Pick<MoviePlan, 'width' | 'height'>;

/** "1080p · about 24 s · about 41 MB"; on the server nobody knows how long it takes. */
export function costText(plan: SizePlan, { resolution, where }: ExportChoice, summary: PlanSummary | null): string {
  const preset = exportPresets.find(({ id }) => id === resolution);
  const name = preset?.label ?? sourceName(plan);
  if (summary === null) return name;
  return [name, ...(where === 'server' ? [] : [timeText(summary)]), fileText(summary)].join(' · ');
}

/** What the chosen size costs of the pictures; null where all are copied. */
export function lossText(plan: SizePlan, { resolution, format }: ExportChoice, summary: PlanSummary): string | null {
  if (summary.encodedSeconds === 0) return null;
  const option = sizeOptions(plan, format).find(({ id }) => id === resolution);
  return planWords.cost[option?.change ?? 'encoded'];
}

/** Null when no scene is missing. */
export function missingText(numbers: readonly number[]): string | null {
  return numbers.length === 0 ? null : lossWords.missing({ numbers });
}

/** "12 scenes copied, 3 encoded, checked", or null while there is nothing to tell. */
export function outcomeText(outcome: ExportRow['outcome']): string | null {
  if (outcome === null) return null;
  const { copiedScenes: copied, encodedScenes: encoded } = outcome;
  if (encoded === 0) return cardWords.outcome.copied({ copied });
  return copied === 0 ? cardWords.outcome.encoded({ encoded }) : cardWords.outcome.both({ copied, encoded });
}

/** "Saved to My movie.mp4", where the movie is no file of this origin; null where it is. */
export function placeText({ keptIn, fileName }: Pick<ExportRow, 'keptIn' | 'fileName'>): string | null {
  if (keptIn === 'chosen-file') return cardWords.savedTo({ fileName });
  if (keptIn === 'server') return cardWords.onServer;
  return keptIn === 'page' ? cardWords.inPageOnly : null;
}

/** "58% · 0:03 elapsed, about 2 s left" */
export function progressText({ progress: percent, secondsLeft }: ExportRow, elapsedSeconds: number): string {
  const elapsed = formatDuration(elapsedSeconds);
  return secondsLeft === null
    ? cardWords.soFar({ percent, elapsed })
    : cardWords.soFarAndLeft({ percent, elapsed, left: roundedTime(secondsLeft) });
}

/** "1080p · MP4" */
export function choiceText({ resolution, format }: Pick<ExportRow, 'resolution' | 'format'>): string {
  const preset = exportPresets.find(({ id }) => id === resolution);
  return `${preset?.label ?? exportWords.asMade} · ${choiceWords.formatNames[format]}`;
}

export function receiptFileName(title: string): string {
  return `${sanitizeTitle(title)}-receipt.json`;
}
