/** What the header says about whether the project’s changes are on the server. */
import { formatBytes, formatCount, plural } from '#shared/words/format.ts';

const changes = (count: number): string => plural(count, { one: '# change', other: '# changes' });

export const saveStateWords = {
  saved: { word: 'Saved', tip: 'Saved on this device and on the server.' },
  saving: {
    word: (unsent: number) => `Syncing ${formatCount(unsent)}`,
    tip: (unsent: number) => `Saved on this device. ${changes(unsent)} on the way to the server.`,
  },
  /** Own files are on their way, and edits with them. */
  uploading: {
    word: (percent: number) => `Uploading ${percent}%`,
    tip: (what: { count: number; leftBytes: number }) =>
      `Saved on this device. ${plural(what.count, { one: '# file', other: '# files' })} to upload (${formatBytes(what.leftBytes)} to go). Select to see them.`,
  },
  uploadPaused: { word: 'Upload paused', tip: 'Saved on this device. Select to see your files and resume.' },
  uploadDelayed: {
    word: 'Upload delayed',
    tip: (name: string) => `“${name}” hasn’t been uploaded yet. Storyreel keeps trying. Select to see why.`,
  },
  uploadRefused: {
    word: 'Upload failed',
    tip: (name: string) => `The server didn’t take “${name}”. Select to see why and what you can do.`,
  },
  delayed: {
    word: 'Kept on this device',
    tip: (label: string) => `“${label}” hasn’t reached the server yet. Storyreel keeps trying. Select to try now.`,
    storageFull: (label: string) =>
      `“${label}” hasn’t reached the server yet, because it’s out of storage space. It’s saved on this device, and Storyreel keeps trying. Select to try now.`,
  },
  offline: {
    word: (unsent: number) => (unsent === 0 ? 'Offline' : `Offline, ${changes(unsent)}`),
    /** Beside “Offline”. */
    wordOfDevice: (unsent: number) => `${changes(unsent)} to send`,
    tip: (unsent: number) =>
      unsent === 0
        ? 'No network. You can keep working.'
        : `No network. ${changes(unsent)} kept on this device until it’s back.`,
  },
  signedOut: {
    word: (unsent: number) => (unsent === 0 ? 'Signed out' : `Signed out, ${changes(unsent)}`),
    tip: (unsent: number) => `Please sign in again. ${changes(unsent)} kept on this device until then.`,
  },
  problem: {
    word: 'Needs you',
    missing: 'A project is only on this device. Select to see what you can do.',
    tip: (refused: number) =>
      `${plural(refused, { one: 'A change', other: '# changes' })} couldn’t be saved on the server. Select to see what you can do.`,
  },
} as const;
