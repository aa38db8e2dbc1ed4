import { useFfmpegCheck } from '#api/queries/ffmpeg.ts';
import { useReach } from '#data/live.ts';
import { useProjectUploads } from '#data/live-uploads.ts';
import { leftOf } from '#data/tables/project-uploads.ts';
import { exportPlaces, type ExportPlaces } from '#editor/export-places.ts';
import type { ExportPlace } from '#editor/export-target.ts';
import { refusedUpload } from '#editor/upload-notes.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import type { ExportFormat } from '#shared/entities/export-job.ts';
import { useSyncStatus } from '#sync/status.ts';

/**
 * Where a movie can be written at a choice, and which place is taken.
 * @param preview what this browser would do at the choice; undefined while that isn't known
 * @param format what is chosen
 * @param picked by the person; null for whatever is best
 */
export function useExportPlaces(
  projectId: string,
  preview: ExportPreview | undefined,
  format: ExportFormat,
  picked: ExportPlace | null,
  isOpenedFile: boolean,
): ExportPlaces {
  const ffmpeg = useFfmpegCheck();
  const reach = useReach() ?? 'online';
  const { unsent, problems } = useSyncStatus(projectId);
  const refused = problems[0]?.label ?? null;
  const uploads = useProjectUploads(projectId) ?? { waiting: [], refused: [] };
  const waitsFor = { uploads: leftOf(uploads.waiting), refusedFile: refusedUpload(uploads) };
  return exportPlaces({
    preview,
    format,
    ffmpeg,
    reach,
    unsent: { waiting: unsent, refused, ...waitsFor },
    picked,
    isOpenedFile,
  });
}
