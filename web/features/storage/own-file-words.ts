/** What the Storage page says of a person’s own files. */
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import { formatBytes, listed, plural } from '#shared/words/format.ts';

const files = (count: number): string => plural(count, { one: '# file', other: '# files' });

export const ownFileListWords = {
  title: 'Your files',
  sum: ({ count, bytes }: { count: number; bytes: number }) => `${files(count)} · ${formatBytes(bytes)}`,
  /** Below the heading. */
  lead: 'Files that you added to your movies. Once uploaded, they count toward your storage on the server.',
  uploading: ({ count, sentBytes, allBytes }: { count: number; sentBytes: number; allBytes: number }) =>
    `Uploading ${files(count)}: ${formatBytes(sentBytes)} of ${formatBytes(allBytes)}`,
  paused: ({ count, leftBytes }: { count: number; leftBytes: number }) =>
    `Uploads are paused. ${files(count)} to upload (${formatBytes(leftBytes)}).`,
  offline: ({ count, leftBytes }: { count: number; leftBytes: number }) =>
    `${files(count)} to upload when you’re back online (${formatBytes(leftBytes)}).`,
  progress: 'Upload progress',
  progressOf: ({ name }: { name: string }) => `Upload progress of ${name}`,
  pause: 'Pause uploads',
  resume: 'Resume uploads',
  kinds: { clip: 'Clip', picture: 'Picture', sound: 'Sound' } satisfies Record<OwnFileKind, string>,
  facts: ({ kind, sizeBytes }: { kind: string; sizeBytes: number }) => `${kind} · ${formatBytes(sizeBytes)}`,
  usedIn: ({ titles }: { titles: readonly string[] }) => `Used in ${listed(titles)}`,
  unused: 'Not used',
  uploaded: 'Uploaded',
  waiting: 'Waiting to upload',
  refused: 'Couldn’t upload',
  retry: 'Retry',
  retryOf: ({ name }: { name: string }) => `Retry uploading ${name}`,
  remove: 'Remove',
  removeOf: ({ name }: { name: string }) => `Remove ${name}`,
  inUse: ({ titles }: { titles: readonly string[] }) =>
    `${listed(titles.map((title) => `“${title}”`))} may still need this file. Remove it from the movie first.`,
  removeUnused: ({ count, bytes }: { count: number; bytes: number }) =>
    `Remove ${plural(count, { one: '# unused file', other: '# unused files' })} (${formatBytes(bytes)})`,
  confirmTitle: ({ count }: { count: number }) => plural(count, { one: 'Remove this file?', other: 'Remove # files?' }),
  confirmLead: ({ bytes }: { bytes: number }) =>
    `This frees ${formatBytes(bytes)}. The following will be removed from this browser and the server, and can’t be restored:`,
  confirm: 'Remove',
  removed: ({ count }: { count: number }) => plural(count, { one: '# file removed', other: '# files removed' }),
  removeFailed: 'Couldn’t remove the file',
  retryFailed: 'Couldn’t retry the upload',
} as const;
