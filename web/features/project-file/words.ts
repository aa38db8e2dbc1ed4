/** What saving a project as a file, and opening one, say. */
import { plural } from '#shared/words/format.ts';

export const saveWords = {
  fileType: 'Storyreel project',
  gathering: 'Saving project…',
  saved: 'Project saved',
  withoutFiles: ({ count }: { count: number }) =>
    `${plural(count, { one: '# clip, sound, or picture isn’t', other: '# clips, sounds, or pictures aren’t' })} in the file, because this device can’t reach ${count === 1 ? 'it' : 'them'} now. Save again when you’re online.`,
  failed: 'Couldn’t save the project',
} as const;

export const openWords = {
  title: 'Open project',
  text: 'Choose a .storyreel file, or drop it here. It opens on this device and isn’t uploaded.',
  choose: 'Choose file',
  another: 'Open another file',
  opening: ({ percent }: { percent: number }) => `Opening… ${percent}%`,
  failed: 'Couldn’t open this file',
  unknown: 'Something went wrong while the file was read. Try again.',
  onlyFirst: 'Only the first file is open',
  oneByOne: 'Open the others one by one.',
  noRoom: 'This browser is out of space. Free up space in Settings, under Storage, and try again.',
  withoutFiles: ({ count }: { count: number }) =>
    `${plural(count, { one: '# clip, sound, or picture wasn’t', other: '# clips, sounds, or pictures weren’t' })} in the file.`,
} as const;
