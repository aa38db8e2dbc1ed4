import { textWords as words } from './words.ts';

/** Colors for texts that are legible over footage. */
export const textColors = [
  { name: words.colors.white, value: '#FFFFFF' },
  { name: words.colors.black, value: '#111111' },
  { name: words.colors.cream, value: '#F4D9A8' },
  { name: words.colors.blue, value: '#9DB8DE' },
  { name: words.colors.rose, value: '#E3B29B' },
  { name: words.colors.green, value: '#B9C9A8' },
] as const;
