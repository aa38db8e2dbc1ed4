/** What sync says about edits that the server doesn’t have, and why a call can’t be made. */
import { plural } from '#shared/words/format.ts';

export const unsavedWords = {
  /** After "Edit scene 3" has waited too long; `others` counts the changes behind it. */
  slow: ({ label, others }: { label: string; others: number }) =>
    others === 0
      ? `“${label}” hasn’t been saved yet. Try again in a moment.`
      : `“${label}” and ${plural(others, { one: '# more change', other: '# more changes' })} haven’t been saved yet. Try again in a moment.`,
  slowUnnamed: 'Your latest changes haven’t been saved yet. Try again in a moment.',
  refused: ({ label }: { label: string }) =>
    `“${label}” couldn’t be saved. Select “Needs you” at the top of the page to fix that first.`,
  signedOut: 'Please sign in again. Your changes are kept on this device until then.',
} as const;

export const uploadWords = {
  fileGone: ({ name }: { name: string }) => `“${name}” is no longer on this device. Add it again.`,
} as const;

export const versionSyncWords = {
  anotherDevice: 'Another device',
} as const;

export const callWords = {
  signedOut: 'Please sign in first.',
  noScene: 'This scene was deleted.',
  unreadable: 'Storyreel couldn’t read the server’s reply. Reload the page to get the latest version.',
  /** For a refusal without a sentence of its own. */
  serverFailed: 'Something went wrong on the server. Please try again.',
} as const;
