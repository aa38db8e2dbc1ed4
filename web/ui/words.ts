/** What the parts of the interface say that know nothing of movies. */
import { formatCount } from '#shared/words/format.ts';

export const uiWords = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  loading: 'Loading...',
  retry: 'Retry',
  undo: 'Undo',
  show: 'Show',
  keyboardShortcuts: 'Keyboard shortcuts',
  newTab: '(opens in a new tab)',
  notifications: 'Notifications (F8)',
  unknownFailure: 'An error occurred. Please try again.',
  lengthLimit: ({ limit }: { limit: number }) => `You’ve reached the limit of ${formatCount(limit)} characters.`,
  theme: { toLight: 'Switch to light theme', toDark: 'Switch to dark theme' },
  offline: {
    badge: 'Offline',
    refusal: 'You’re offline. This needs a network connection.',
    noNetwork: 'You’re offline. Storyreel keeps your changes on this device and sends them when you’re back online.',
    noServer:
      'Storyreel can’t reach the server. It keeps your changes on this device and sends them when the server is back.',
  },
} as const;

/** What a screen reader says while an item is moved. */
export const sortableWords = {
  instructions:
    'To pick up this item, press Space or Enter, then move it with the arrow keys. Press Space or Enter to drop it, or Escape to cancel.',
  unnamed: 'Item',
  over: ({ name, position, total }: Position) => `${name} is over position ${position} of ${total}.`,
  nowhere: ({ name }: { name: string }) => `${name} is not over a position.`,
  dropped: ({ name, position, total }: Position) => `${name} moved to position ${position} of ${total}.`,
  returned: ({ name, position, total }: Position) => `${name} returned to position ${position} of ${total}.`,
} as const;

type Position = { name: string; position: number; total: number };
