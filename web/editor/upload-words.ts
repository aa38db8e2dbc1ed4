/** What an export, a public page, and the header say of own files that the server doesn’t have yet. */
import { formatBytes, plural } from '#shared/words/format.ts';

export const projectUploadWords = {
  uploading: ({ sentBytes, allBytes }: { sentBytes: number; allBytes: number }) =>
    `Uploading your files: ${formatBytes(sentBytes)} of ${formatBytes(allBytes)}`,
  /** Of one that failed several times. The sentence says why. */
  failing: ({ name, sentence }: { name: string; sentence: string }) =>
    `Couldn’t upload “${name}” yet. ${sentence} We’ll keep retrying.`,
  offline: 'Your files will upload when you’re back online',
  signedOut: 'Sign in again to upload your files',
  refused: ({ name, sentence }: { name: string; sentence: string | null }) =>
    `The server doesn’t have “${name}”, which this movie uses. ${sentence ?? 'Remove it from the movie, or add it again.'}`,
  /** Of a project that was made public. */
  publicAfter: ({ count, leftBytes }: { count: number; leftBytes: number }) =>
    plural(count, {
      one: `It goes public when your file is uploaded (${formatBytes(leftBytes)} to go).`,
      other: `It goes public when your # files are uploaded (${formatBytes(leftBytes)} to go).`,
    }),
  /** Of one that is public. */
  shownAfter: ({ count, leftBytes }: { count: number; leftBytes: number }) =>
    plural(count, {
      one: `What you added shows up when its file is uploaded (${formatBytes(leftBytes)} to go).`,
      other: `What you added shows up when its # files are uploaded (${formatBytes(leftBytes)} to go).`,
    }),
  /** After a sentence about what the server does. */
  first: ({ count, leftBytes }: { count: number; leftBytes: number }) =>
    plural(count, {
      one: `Your file is uploaded first (${formatBytes(leftBytes)} to go).`,
      other: `Your # files are uploaded first (${formatBytes(leftBytes)} to go).`,
    }),
} as const;
