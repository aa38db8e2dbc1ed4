/** What the export's dialog and card say. Pure. */
import { estimatedMegabytes, exportPresets, exportSize } from '#shared/catalogue/export-presets.ts';
import { isRunning } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import type { ExportFormat, ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';

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

/** Said where clips carry signed credentials, whoever signed them. */
export const CREDENTIALS_TEXT =
  'Your clips carry content credentials. A joined movie cannot keep them; the file says that it was made with AI, and the receipt names every clip.';

/** "12 scenes copied, 3 encoded, checked", or null while there is nothing to tell. */
export function outcomeText(outcome: ExportRow['outcome']): string | null {
  if (outcome === null) return null;
  const { copiedScenes, encodedScenes } = outcome;
  if (encodedScenes === 0) return `${sceneCountText(copiedScenes)} copied, checked`;
  if (copiedScenes === 0) return `${sceneCountText(encodedScenes)} encoded, checked`;
  return `${sceneCountText(copiedScenes)} copied, ${encodedScenes} encoded, checked`;
}

/** What the checkbox of the check says, and what it costs. */
export const EVERY_PICTURE_LABEL = 'Check every picture';
export const EVERY_PICTURE_HINT =
  'Plays the finished file through once. It takes longer, and the receipt says what does not play.';

/** "Saved to My movie.mp4", where the movie is no file of this origin; null where it is. */
export function placeText({ keptIn, fileName }: Pick<ExportRow, 'keptIn' | 'fileName'>): string | null {
  if (keptIn === 'chosen-file') return `Saved to ${fileName}`;
  return keptIn === 'page' ? 'Kept in this page: download it before you close the page.' : null;
}

/** "58 % · 0:03 elapsed, about 0:02 left" */
export function progressText({ progress, secondsLeft }: ExportRow, elapsedSeconds: number): string {
  const left = secondsLeft === null ? '' : `, about ${formatDuration(secondsLeft)} left`;
  return `${progress} % · ${formatDuration(elapsedSeconds)} elapsed${left}`;
}

/** "1080p · MP4" */
export function choiceText({ resolution, format }: Pick<ExportRow, 'resolution' | 'format'>): string {
  const preset = exportPresets.find(({ id }) => id === resolution);
  return `${preset?.label ?? 'As made'} · ${format === 'mp4' ? 'MP4' : 'WebM'}`;
}

export function receiptFileName(title: string): string {
  return `${sanitizeTitle(title)}-receipt.json`;
}

/** Which exports the card shows: the one at work, those behind it, and the newest that has ended. */
export type ShownExports = { running: ExportRow | null; waiting: ExportRow[]; ended: ExportRow | null };

/** @param rows the newest first */
export function shownExports(rows: readonly ExportRow[]): ShownExports {
  const atWork = rows.filter(isRunning).toReversed();
  const running = atWork.find(({ status }) => status === 'processing') ?? atWork[0] ?? null;
  return {
    running,
    waiting: atWork.filter((row) => row !== running),
    ended: rows.find((row) => !isRunning(row)) ?? null,
  };
}
