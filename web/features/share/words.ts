/** What the page of shared files says. */
import { formatBytes, plural } from '#shared/words/format.ts';

export const shareWords = {
  title: 'Add shared files',
  text: ({ count, bytes }: { count: number; bytes: number }) =>
    `${plural(count, { one: '# file', other: '# files' })}, ${formatBytes(bytes)}. ${count === 1 ? 'It’s on this device only, until you add it to a project.' : 'They’re on this device only, until you add them to a project.'}`,
  files: 'Shared files',
  pick: 'Add to which project?',
  projects: 'Projects',
  addTo: ({ title }: { title: string }) => `Add to ${title}`,
  open: 'Open the project',
  another: 'Pick another project',
  discard: 'Discard files',
  discarded: 'Files discarded',
  discardFailed: 'Couldn’t discard the files',
  signIn: 'Sign in to add them',
  signInHint: 'The files stay on this device while you sign in.',
  none: {
    title: 'No shared files',
    text: 'Share clips or pictures with Storyreel from another app, and they appear here.',
    back: 'Go to My Projects',
  },
  unread: {
    title: 'Couldn’t read the shared files',
    text: 'They’re still in this browser. Free up space in Settings, under Storage, and try again.',
  },
  leftOut: ({ count }: { count: number }) =>
    `${plural(count, { one: '# file wasn’t kept', other: '# files weren’t kept' })}: only 50 can wait here. Add these to a project, and share the rest again.`,
  failed: {
    title: 'Couldn’t keep the shared files',
    space:
      'They need more than half of this browser’s free space. Free up space in Settings, under Storage, and share them again.',
    error: 'Storyreel couldn’t save them in this browser. Try sharing them again.',
    earlier: ({ count }: { count: number }) =>
      count === 1 ? 'The file you shared earlier is still here.' : 'The files you shared earlier are still here.',
  },
  noProjects: {
    text: 'You have no project yet. Create one, then open this page again.',
    create: 'Go to My Projects',
  },
} as const;
