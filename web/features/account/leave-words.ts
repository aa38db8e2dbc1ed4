/** What is said before somebody leaves a browser. */
import { listed, plural } from '#shared/words/format.ts';

type Unsent = { changes: number; files: number; projects: number };

const it = ({ changes, files, projects }: Unsent): string => (changes + files + projects === 1 ? 'it' : 'them');

function lacking({ changes, files, projects }: Unsent): string {
  const parts = [
    ...(projects > 0 ? [plural(projects, { one: '# project', other: '# projects' })] : []),
    ...(changes > 0 ? [plural(changes, { one: '# change', other: '# changes' })] : []),
    ...(files > 0 ? [plural(files, { one: '# file', other: '# files' })] : []),
  ];
  return `The server doesn’t have ${listed(parts)} yet.`;
}

export const leaveWords = {
  title: 'Log out of this browser?',
  ways: 'Your projects in this browser',
  keepHere: 'Keep my projects in this browser',
  keepHint: 'They’re here when you log in again. Nobody else who logs in can see them.',
  removeHere: 'Remove my projects from this browser',
  removeHint:
    'This removes your projects, clips, and versions from this browser. What’s on the server stays, and comes back when you log in again.',
  unsent: (unsent: Unsent) => `${lacking(unsent)} Removing your data deletes ${it(unsent)} for good.`,
  keptUnsent: (unsent: Unsent) => `${lacking(unsent)} This browser keeps ${it(unsent)} until you log in again.`,
  uncounted: 'Storyreel can’t tell what the server doesn’t have yet. Removing your data deletes that for good, too.',
  endsExport: 'A movie is being exported in this browser. Logging out stops the export.',
  logOut: 'Log out',
  remove: 'Log out and remove',
  removeUnsent: 'Remove unsent work too',
  failed: 'Couldn’t log out',
} as const;
