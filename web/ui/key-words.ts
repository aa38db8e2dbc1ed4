/** Keys as they are printed on a keyboard. */
export const keyWords = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' } as const;

/** What browsers call the keys that only change others. */
export const modifierKeys: readonly string[] = [
  'Control',
  'Meta',
  'Alt',
  'AltGraph',
  'Shift',
  'CapsLock',
  'NumLock',
  'Fn',
];

/** By what browsers call them. The others are shown as browsers call them. */
export const shownKeys: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
