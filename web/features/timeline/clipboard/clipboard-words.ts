/** What copying and pasting says. */
import { plural } from '#shared/words/format.ts';

type Counted = { count: number };

export const clipboardWords = {
  copied: {
    scenes: ({ count }: Counted) => (count === 1 ? 'Scene copied' : `${count} scenes copied`),
    texts: ({ count }: Counted) => (count === 1 ? 'Text copied' : `${count} texts copied`),
  },
  cut: {
    scenes: ({ count }: Counted) => (count === 1 ? 'Scene cut' : `${count} scenes cut`),
    texts: ({ count }: Counted) => (count === 1 ? 'Text cut' : `${count} texts cut`),
  },
  pasted: {
    scenes: ({ count }: Counted) => (count === 1 ? 'Scene pasted' : `${count} scenes pasted`),
    texts: ({ count }: Counted) => (count === 1 ? 'Text pasted' : `${count} texts pasted`),
  },
  withoutClips: ({ count }: Counted) =>
    `${plural(count, { one: '# clip isn’t yours and was', other: '# clips aren’t yours and were' })} left out. You can generate ${count === 1 ? 'it' : 'them'} in the scene editor.`,
  pasteFailed: 'Couldn’t paste',
  copyFailed: {
    title: 'Couldn’t copy',
    message: 'Your browser didn’t allow it. Press Ctrl C (on a Mac, ⌘ C) instead.',
  },
  unreadable: { title: 'Couldn’t read the clipboard', message: 'Press Ctrl V (on a Mac, ⌘ V) instead.' },
  nothing: { title: 'Nothing to paste', message: 'Copy a scene or a text on a timeline first.' },
  noScene: { title: 'Couldn’t paste', message: 'Select a scene with a clip first.' },
  textMenu: ({ text }: { text: string }) => `Text “${text}”`,
  menu: { copy: 'Copy', cut: 'Cut', paste: 'Paste', duplicate: 'Duplicate', edit: 'Edit', delete: 'Delete' },
  keys: { copy: 'Ctrl C', cut: 'Ctrl X', paste: 'Ctrl V', duplicate: 'Ctrl D', edit: 'Enter', delete: 'Delete' },
  appleKeys: { copy: '⌘ C', cut: '⌘ X', paste: '⌘ V', duplicate: '⌘ D' },
} as const;

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
/** As they are printed in menus. */
export const clipboardKeys = { ...clipboardWords.keys, ...(isApple ? clipboardWords.appleKeys : {}) };
