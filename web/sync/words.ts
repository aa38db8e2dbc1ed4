/** What is said of edits that the server does not have. */
import { plural } from '#shared/words/format.ts';

export const unsavedWords = {
  /** After "Edit scene 3" has waited too long; `others` counts the changes behind it. */
  slow: ({ label, others }: { label: string; others: number }) =>
    others === 0
      ? `“${label}” hasn’t been saved yet. Try again in a moment.`
      : `“${label}” and ${plural(others, { one: '# more change', other: '# more changes' })} haven’t been saved yet. Try again in a moment.`,
  slowUnnamed: 'Your latest changes haven’t been saved yet. Try again in a moment.',
  refused: ({ label }: { label: string }) =>
    `“${label}” couldn’t be saved. Select “Not all saved” at the top of the page to fix that first.`,
  signedOut: 'Please sign in again; your changes are kept on this device until then.',
} as const;
