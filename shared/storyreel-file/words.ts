/** Why a .storyreel file can't be opened. */
import { formatBytes, formatCount } from '../words/format.ts';

export const fileWords = {
  notAZip:
    'This isn’t a Storyreel project: it isn’t a zip file, or its end is missing. If you downloaded it, try again.',
  damagedList: 'The list of contents in this file is damaged. Use another copy of the file.',
  severalDisks: 'This zip file is one part of several. Put it together first.',
  tooMany: ({ count }: { count: number }) =>
    `This file holds ${formatCount(count)} entries, which is more than a project can have.`,
  listTooLong: 'The list of contents in this file is longer than a project’s can be.',
  compressed: ({ name }: { name: string }) =>
    `“${name}” is compressed or encrypted, which a Storyreel project never is. Save the project again instead of zipping it.`,
  strangeName: ({ name }: { name: string }) => `“${name}” doesn’t belong in a Storyreel project.`,
  twice: ({ name }: { name: string }) => `“${name}” is in this file twice.`,
  outside: ({ name }: { name: string }) => `“${name}” lies outside of the file, or over another entry.`,
  noDocument: 'This zip file has no project in it.',
  documentTooLong: ({ size }: { size: string }) => `The project in this file is too large (${size}).`,
  damagedDocument: 'The project in this file is damaged. Use another copy of the file.',
  notADocument: 'This file is not a Storyreel project.',
  newer: 'A newer version of Storyreel made this file. Update Storyreel, then open it again.',
  wrongDocument: ({ path }: { path: string }) => `The project in this file isn’t valid (at ${path}).`,
  missing: ({ name }: { name: string }) => `“${name}” is missing from this file.`,
  unlisted: ({ name }: { name: string }) => `The project in this file doesn’t mention “${name}”.`,
  wrongSize: ({ name, sizeBytes }: { name: string; sizeBytes: number }) =>
    `“${name}” should have ${formatBytes(sizeBytes)}, and doesn’t.`,
  wrongHash: ({ name }: { name: string }) => `“${name}” was changed or damaged.`,
  tooManyScenes: ({ limit }: { limit: number }) =>
    `This project has more scenes than Storyreel allows (${formatCount(limit)}).`,
  unreadable: 'The file can’t be read anymore. It may have been moved or changed.',
} as const;
