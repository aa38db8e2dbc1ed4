/** The browser's own dialog for saving a file. */
import type { ExportFormat } from '#shared/entities/export-job.ts';

const types: Record<ExportFormat, FilePickerAcceptType> = {
  mp4: { description: 'MP4 movie', accept: { 'video/mp4': ['.mp4'] } },
  webm: { description: 'WebM movie', accept: { 'video/webm': ['.webm'] } },
};

export function canPickFiles(): boolean {
  return 'showSaveFilePicker' in globalThis;
}

/** The file that the person chose; null when they dismissed the dialog. Call it from a click. */
export async function pickMovieFile(suggestedName: string, format: ExportFormat): Promise<FileSystemFileHandle | null> {
  try {
    return await showSaveFilePicker({ suggestedName, types: [types[format]] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
