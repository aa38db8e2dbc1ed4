/** What the Storage page says of the movies that were exported into this browser. */
import { formatBytes, plural } from '#shared/words/format.ts';
import { failureTitles } from '#shared/words/product-words.ts';

const movies = (count: number): string => plural(count, { one: '# movie', other: '# movies' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

export const finishedMovieWords = {
  title: 'Finished movies',
  sum: ({ count, bytes }: { count: number; bytes: number }) => `${movies(count)} · ${formatBytes(bytes)}`,
  lead: 'Movies that you exported stay in this browser until you remove them.',
  facts: ({ sizeBytes, atMs }: { sizeBytes: number; atMs: number }) =>
    `${formatBytes(sizeBytes)} · Exported ${day.format(atMs)}`,
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
    `This frees ${formatBytes(bytes)}. Movies that you’ve downloaded stay where you saved them. The following will be removed from this browser:`,
  removed: ({ count }: { count: number }) => plural(count, { one: '# movie removed', other: '# movies removed' }),
  removeFailed: 'Couldn’t remove the movie',
} as const;
