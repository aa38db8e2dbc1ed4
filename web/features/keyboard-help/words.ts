/** The list of shortcuts: those that work on every page, and the choice of other keys. */
import { listed } from '#shared/words/format.ts';
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

export const keyChoiceWords = {
  lead: 'You can give the commands that have a button other keys. They’re kept on this device for you. Keys that browsers, screen readers, and controls use stay as they are.',
  change: ({ does, keys }: { does: string; keys: string }) => `Change the key of “${does}”: ${keys}`,
  none: 'No key',
  press: 'Press a key…',
  pressFor: ({ does }: { does: string }) => `Press the new key for “${does}”. Tab leaves it as it is.`,
  remove: 'Remove key',
  reset: ({ does }: { does: string }) => `Reset the key of “${does}”`,
  resetAll: 'Reset all keys',
  taken: ({ keys, does }: { keys: string; does: string }) => `${keys} already does “${does}”.`,
  takeOver: 'Use it here instead',
  refused: ({ keys }: { keys: string }) =>
    `${keys} belongs to the browser, a screen reader, or a control. Press a letter, digit, or sign, with Shift if you like.`,
  set: ({ does, keys }: { does: string; keys: string }) => `“${does}” now has the key ${keys}`,
  unset: ({ does }: { does: string }) => `“${does}” has no key now`,
  allReset: 'All keys are reset',
  failed: 'Couldn’t keep the key',
  together: ({ keys }: { keys: readonly string[] }) => (keys.length > 1 ? keys.join(' + ') : listed(keys)),
} as const;

/** Keys as they are labeled on a keyboard. */
export const keyNames = { escape: 'Esc', tab: 'Tab' } as const;
