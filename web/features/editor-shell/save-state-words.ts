/** What the header says about whether the project’s changes are on the server. */
import { plural } from '#shared/words/format.ts';

const changes = (count: number): string => plural(count, { one: '# change', other: '# changes' });

export const saveStateWords = {
  saved: { word: 'Saved', tip: 'Everything is on the server.' },
  saving: { word: 'Saving', tip: (unsent: number) => `${changes(unsent)} on the way to the server.` },
  delayed: {
    word: 'Not saved yet',
    tip: (label: string) => `“${label}” hasn’t been saved yet. Storyreel keeps trying. Select to try now.`,
    storageFull: (label: string) =>
      `“${label}” hasn’t been saved yet, because the server is out of storage space. It’s kept on this device, and Storyreel keeps trying. Select to try now.`,
  },
  offline: {
    word: 'Offline',
    tip: (unsent: number) =>
      unsent === 0
        ? 'No network. You can keep working.'
        : `No network. ${changes(unsent)} kept on this device until it’s back.`,
  },
  signedOut: {
    word: 'Signed out',
    tip: (unsent: number) => `Please sign in again. ${changes(unsent)} kept on this device until then.`,
  },
  problem: {
    word: 'Not all saved',
    tip: (refused: number) =>
      `The server refused ${plural(refused, { one: 'a change', other: '# changes' })}. Select to see what you can do.`,
  },
} as const;
