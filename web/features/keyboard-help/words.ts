/** The list of shortcuts that work on every page. */
import { uiWords } from '#ui/words.ts';

export const keyboardHelpWords = {
  title: uiWords.keyboardShortcuts,
  everywhere: {
    name: 'Everywhere',
    showList: 'Show this list',
    notifications: 'Go to notifications',
    close: 'Close a dialog or discard an unsaved edit',
    nextControl: 'Go to the next control',
  },
} as const;

/** Keys as they are labeled on a keyboard. */
export const keyNames = { escape: 'Esc', tab: 'Tab' } as const;
