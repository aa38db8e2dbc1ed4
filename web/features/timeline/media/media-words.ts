/** What is said of the media of a project: everything that it is made of, and files that it could use. */
import type { MediaKind } from '#data/tables/project-media.ts';
import { formatBytes, formatDuration, listed, plural } from '#shared/words/format.ts';

type Named = { name: string };
const files = (count: number): string => plural(count, { one: '# file', other: '# files' });

export const mediaWords = {
  open: 'Media',
  title: 'Media',
  close: 'Close media',
  search: 'Search media',
  show: 'Show',
  filters: { all: 'All', used: 'Used', unused: 'Unused' },
  kinds: { clip: 'Clips', take: 'Earlier takes', still: 'Stills', sound: 'Sound' } satisfies Record<MediaKind, string>,
  /** @param bytes of those whose size is known */
  sum: ({ count, bytes }: { count: number; bytes: number }) => `${files(count)} · ${formatBytes(bytes)}`,
  facts: ({ seconds, sizeBytes }: { seconds: number | null; sizeBytes: number | null }) => [
    ...(seconds === null ? [] : [formatDuration(seconds)]),
    ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]),
  ],
  inScenes: ({ numbers }: { numbers: readonly number[] }) =>
    `${numbers.length === 1 ? 'Scene' : 'Scenes'} ${listed(numbers.map(String))}`,
  takeOf: ({ name }: Named) => `Earlier take of “${name}”`,
  inPieces: ({ count }: { count: number }) => plural(count, { one: 'Used once', other: 'Used # times' }),
  unused: 'Unused',
  usedElsewhere: ({ titles }: { titles: readonly string[] }) => `In ${listed(titles.map((title) => `“${title}”`))}`,
  ofTake: ({ number }: { number: number }) => `Scene ${number} had it`,
  ofDeleted: 'Its scene was deleted',
  away: 'Not on this device',
  awayNote: 'This file isn’t on this device yet. Try again when it’s downloaded.',
  waiting: 'Not uploaded yet',
  refused: 'Couldn’t upload',
  nothing: 'Nothing yet. Clips, stills, and sound that you generate or add appear here.',
  noMatch: 'Nothing matches.',
  hint: 'Drag an item to the timeline, or add it: scenes go after the selected one, sound to the playhead.',
  touchHint: 'Scenes are added after the selected one, and sound at the playhead.',
  add: ({ name }: Named) => `Add “${name}”`,
  select: ({ name }: Named) => `Show “${name}” in the timeline`,
  restore: ({ name }: Named) => `Restore “${name}”`,
  remove: ({ name }: Named) => `Remove “${name}”`,
  inUse: ({ titles }: { titles: readonly string[] }) =>
    `${listed(titles.map((title) => `“${title}”`))} may still need this file. Remove it from the movie first.`,
  removeUnused: ({ count, bytes }: { count: number; bytes: number }) =>
    `Remove ${plural(count, { one: '# unused file', other: '# unused files' })} (${formatBytes(bytes)})`,
  confirmTitle: ({ count }: { count: number }) => plural(count, { one: 'Remove this file?', other: 'Remove # files?' }),
  confirmLead: ({ bytes }: { bytes: number }) =>
    `This frees ${formatBytes(bytes)}. No movie uses these files. They will be removed from this browser and the server, and can’t be restored:`,
  confirm: 'Remove',
  removed: ({ count }: { count: number }) => plural(count, { one: '# file removed', other: '# files removed' }),
  removeFailed: 'Couldn’t remove the file',
  sceneAdded: ({ name }: Named) => `“${name}” added as a scene`,
  soundAdded: ({ name }: Named) => `“${name}” added`,
  restored: ({ name }: Named) => `“${name}” restored`,
  addFailed: 'Couldn’t add it to the movie',
  restoreFailed: 'Couldn’t restore it',
  dropHere: ({ place }: { place: number }) => `Add as scene ${place}`,
  dropSound: 'Add here',
  tooLong: ({ minutes }: { minutes: number }) =>
    `It’s longer than ${minutes} minutes. Cut it into shorter clips and add those.`,
} as const;
