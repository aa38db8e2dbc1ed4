/** What importing an opened file says. */
import { listed, plural } from '#shared/words/format.ts';

export const importWords = {
  export: 'Export Movie',
  import: 'Import',
  importing: 'Importing project…',
  progress: ({ percent }: { percent: number }) => `Importing… ${percent}%`,
  signIn: 'Sign in to edit',
  signInHint: 'Storyreel imports this project after you sign in.',
  imported: 'Project imported',
  replaced: 'Project replaced',
  lost: ({ lost }: { lost: readonly number[] }) =>
    lost.length === 0
      ? null
      : plural(lost.length, {
          one: `The clip of scene ${lost[0]} isn’t in the file.`,
          other: `The clips of scenes ${listed(lost.map(String))} aren’t in the file.`,
        }),
  gone: ({ lost }: { lost: readonly number[] }) =>
    lost.length === 0
      ? null
      : plural(lost.length, {
          one: `The earlier clip of scene ${lost[0]} is no longer available.`,
          other: `The earlier clips of scenes ${listed(lost.map(String))} are no longer available.`,
        }),
  silent: ({ silent }: { silent: number }) =>
    silent === 0
      ? null
      : plural(silent, {
          one: 'One piece of music or voice-over isn’t in the file.',
          other: '# pieces of music or voice-over aren’t in the file.',
        }),
  unseen: ({ unseen }: { unseen: number }) =>
    unseen === 0
      ? null
      : plural(unseen, {
          one: 'The picture of one character isn’t in the file.',
          other: 'The pictures of # characters aren’t in the file.',
        }),
  failed: 'Couldn’t import the project',
  open: 'Open project',
  choice: {
    title: 'Import project',
    text: ({ title }: { title: string }) =>
      `This file was saved from “${title}”. Replace that project with the file, or keep both.`,
    replaceHint: 'Replacing is one edit that you can undo.',
    replace: 'Replace project',
    asNew: 'Import as new project',
  },
} as const;
