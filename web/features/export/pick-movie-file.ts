/** The browser's own dialog for saving a file. */
import type { ExportFormat } from '#shared/entities/export-job.ts';
import { exportWords } from './words.ts';

const types: Record<ExportFormat, FilePickerAcceptType> = {
  mp4: { description: exportWords.fileTypes.mp4, accept: { 'video/mp4': ['.mp4'] } },
  webm: { description: exportWords.fileTypes.webm, accept: { 'video/webm': ['.webm'] } },
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
