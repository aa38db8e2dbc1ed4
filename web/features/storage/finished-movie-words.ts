/** What the Storage page says of the movies that were exported into this browser. */
import { exportSizeWords } from '#shared/catalogue/words.ts';
import type { ExportResolution } from '#shared/entities/export-job.ts';
import { formatBytes, plural } from '#shared/words/format.ts';
import { failureTitles } from '#shared/words/product-words.ts';

const movies = (count: number): string => plural(count, { one: '# movie', other: '# movies' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const finishedMovieWords = {
  title: 'Finished movies',
  sum: ({ count, bytes }: { count: number; bytes: number }) => `${movies(count)} · ${formatBytes(bytes)}`,
  lead: 'Movies that you exported stay in this browser until you remove them or delete their project.',
  facts: ({ resolution, sizeBytes, atMs }: { resolution: ExportResolution; sizeBytes: number; atMs: number }) =>
    `${exportSizeWords[resolution]} · ${formatBytes(sizeBytes)} · Exported ${moment.format(atMs)}`,
  /** Of several that are called the same. */
  named: ({ fileName, atMs }: { fileName: string; atMs: number }) => `${fileName}, ${moment.format(atMs)}`,
  of: ({ title }: { title: string }) => `From ${title}`,
  /** It was deleted, or hasn't come to this browser. */
  withoutProject: 'Its project isn’t in this browser',
  download: 'Download',
  downloadOf: ({ fileName }: { fileName: string }) => `Download ${fileName}`,
  downloadFailed: failureTitles.downloadVideo,
  remove: 'Remove',
  removeOf: ({ fileName }: { fileName: string }) => `Remove ${fileName}`,
  removeAll: ({ bytes }: { bytes: number }) => `Remove all (${formatBytes(bytes)})`,
  confirmTitle: ({ count }: { count: number }) =>
    plural(count, { one: 'Remove this movie?', other: 'Remove # movies?' }),
  confirmLead: ({ bytes }: { bytes: number }) =>
    `This frees ${formatBytes(bytes)}. Movies that you’ve downloaded stay where you saved them. You can’t undo this. The following will be removed from this browser:`,
  removed: ({ count }: { count: number }) => plural(count, { one: '# movie removed', other: '# movies removed' }),
  removeFailed: ({ count, all }: { count: number; all: number }) =>
    all === 1 ? 'Couldn’t remove the movie' : `Removed ${count} of ${all} movies`,
} as const;
