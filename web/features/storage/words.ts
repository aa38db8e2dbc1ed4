/** What the Storage page says. */
import { plural } from '#shared/words/format.ts';
import { pageNames } from '#shared/words/product-words.ts';

const clips = (count: number): string => plural(count, { one: '# clip', other: '# clips' });

export const storageWords = {
  settings: pageNames.settings,
  title: 'Storage',
  here: 'In this browser',
  hereOf: ({ limit }: { limit: string }) => `of ${limit} this browser allows`,
  server: 'On the server',
  serverOf: ({ limit }: { limit: string }) => `of ${limit}`,
  serverNotes: ['Clips, takes, and your own files.', 'Storyreel never deletes these on its own.'],
  serverUnknown: 'Unavailable offline.',
  loading: 'Measuring storage',
  kinds: {
    clips: 'Clips',
    takes: 'Other takes',
    movies: 'Finished movies',
    scrubCopies: 'Scrub copies',
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
  downloading: ({ count }: { count: number }) => `${clips(count)} to download.`,
  allHere: 'Every clip that you keep offline is in this browser.',
  paused: ({ count }: { count: number }) => `Paused. ${clips(count)} to download.`,
  pause: 'Pause downloads',
  resume: 'Resume downloads',
  columns: { project: 'Project', total: 'Total', keep: 'Keep offline', actions: 'Free up' },
  none: 'None',
  counts: ({ scenes, here, all }: { scenes: string; here: number; all: number }) =>
    here === all ? scenes : `${scenes} · ${here} of ${clips(all)} here`,
  keep: ({ title }: { title: string }) => `Keep ${title} offline`,
  keepFailed: 'Couldn’t change what is kept offline',
  freeProject: 'Free up',
  freeTitle: ({ title }: { title: string }) => `Free up space of ${title}`,
  keptNote: 'Nothing to free up while it’s kept offline.',
  noProjects: 'No projects yet.',
  outOfSpace: {
    title: 'This browser is out of space',
    description: 'Clips can’t be kept offline until you free up space. Your projects and edits are safe.',
  },
  openStorage: 'Open Storage',
} as const;
