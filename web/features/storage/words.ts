/** What the Storage page says. */
import { formatBytes, plural } from '#shared/words/format.ts';
import { pageNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

const clips = (count: number): string => plural(count, { one: '# clip', other: '# clips' });
const files = (count: number): string => plural(count, { one: '# file', other: '# files' });

export const storageWords = {
  settings: pageNames.settings,
  title: 'Storage',
  here: 'In this browser',
  hereOf: ({ limit }: { limit: string }) => `of ${limit} this browser allows`,
  server: 'On the server',
  serverOf: ({ limit }: { limit: string }) => `of ${limit}`,
  serverNotes: [
    'Clips, takes, and your own files.',
    'Storyreel deletes earlier takes and deleted scenes after 30 days.',
  ],
  serverUnknown: 'Unavailable offline.',
  loading: 'Measuring storage',
  unmeasured: {
    title: 'Couldn’t measure storage',
    text: 'Your browser didn’t say what it keeps. Your projects and edits are safe.',
  },
  retry: uiWords.retry,
  pauseFailed: 'Couldn’t change downloads',
  persistFailed: 'Couldn’t ask your browser',
  kinds: {
    clips: 'Clips',
    takes: 'Other takes',
    others: 'Other files',
    movies: 'Finished movies',
    scrubCopies: 'Scrub copies',
    spareRoom: 'Room kept for edits',
    cached: 'Cached pieces',
  },
  freeUp: ({ size }: { size: string }) => `Free up ${size}`,
  nothingToFree: 'Nothing to free up. Clips and takes stay.',
  exporting: 'A movie is being exported. Free up space when it’s done.',
  freeUpNote:
    'Freeing up removes scrub copies and cached pieces. Storyreel makes them again when you need them. Clips and takes stay.',
  freed: ({ size }: { size: string }) => `Freed ${size}`,
  freeFailed: 'Couldn’t free up space',
  persisted: 'Your browser keeps all of this until you remove it.',
  notPersisted: 'Your browser may remove files when the disk is full. Unsent changes are at risk, too.',
  persist: 'Ask to keep them',
  persistRefused: 'Your browser didn’t agree. It may once you use Storyreel more often or install it.',
  full: ({ left }: { left: string }) =>
    `Only ${left} left. Free up space, or turn off “Keep offline” for projects that you don’t need here. Your projects, texts, and edits are never removed.`,
  downloading: ({ count, hereBytes, allBytes }: { count: number; hereBytes: number; allBytes: number }) =>
    `${files(count)} to download. ${formatBytes(hereBytes)} of ${formatBytes(allBytes)} are here.`,
  progress: 'Download progress',
  allHere: 'Everything that you keep offline is in this browser.',
  paused: ({ count, bytes }: { count: number; bytes: number }) =>
    `Paused. ${files(count)} to download (${formatBytes(bytes)}).`,
  pause: 'Pause downloads',
  resume: 'Resume downloads',
  columns: {
    project: 'Project',
    others: 'Music and pictures',
    cached: 'Cached',
    total: 'Total',
    keep: 'Keep offline',
    actions: 'Free up',
  },
  none: 'None',
  counts: ({ scenes, takes, here, all }: { scenes: string; takes: number; here: number; all: number }) =>
    [
      scenes,
      ...(takes === 0 ? [] : [plural(takes, { one: '# take', other: '# takes' })]),
      ...(here === all ? [] : [`${here} of ${clips(all)} here`]),
    ].join(' · '),
  unsent: ({ count }: { count: number }) =>
    plural(count, {
      one: '# file isn’t uploaded and stays in this browser',
      other: '# files aren’t uploaded and stay in this browser',
    }),
  keep: ({ title }: { title: string }) => `Keep ${title} offline`,
  keepFailed: 'Couldn’t change what is kept offline',
  freeProject: 'Free up',
  freeTitle: ({ title }: { title: string }) => `Free up space of ${title}`,
  /** Why nothing of a project can be freed. */
  nothingOf: ({ isKept, unsent }: { isKept: boolean; unsent: number }) => {
    if (isKept) return 'Nothing to free up while it’s kept offline.';
    return unsent === 0
      ? 'Nothing to free up.'
      : 'Nothing to free up until its files are uploaded. This browser may have the only copy.';
  },
  noProjects: 'No projects yet.',
  outOfSpace: {
    title: 'This browser is out of space',
    description: 'Clips can’t be kept offline until you free up space. Your projects and edits are safe.',
  },
  little: ({ left }: { left: string }) => ({
    title: `Only ${left} left in this browser`,
    description:
      'Free up space, or turn off “Keep offline” for projects that you don’t need here. Your projects and edits are safe.',
  }),
  openStorage: 'Open Storage',
} as const;
