/** What is said before a browser is cleared. */
import { listed, plural } from '#shared/words/format.ts';

export const leaveWords = {
  title: 'Log out and remove your data from this browser?',
  text: 'This removes your projects, clips, and versions from this browser. What’s on the server stays, and comes back when you log in again.',
  keep: 'To keep everything here for next time, choose Logout instead. Nobody else who logs in can see it.',
  unsent: ({ changes, files }: { changes: number; files: number }) => {
    const parts = [
      ...(changes > 0 ? [plural(changes, { one: '# change', other: '# changes' })] : []),
      ...(files > 0 ? [plural(files, { one: '# file', other: '# files' })] : []),
    ];
    return `The server doesn’t have ${listed(parts)} yet. Removing your data deletes ${changes + files === 1 ? 'it' : 'them'} for good.`;
  },
  remove: 'Log out and remove',
  removeUnsent: 'Remove unsent work too',
  failed: 'Couldn’t log out',
} as const;

export const endExportsWords = {
  title: 'Stop exporting and log out?',
  text: 'A movie is being exported in this browser. Logging out stops the export.',
  logOut: 'Stop and log out',
} as const;
