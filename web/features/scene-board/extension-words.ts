/** What cards and their menus say of clips that go on. */
import { clipWords } from '#shared/words/clip-words.ts';

type Numbered = { number: number };

export const extensionWords = {
  extendBy: clipWords.extendBy,
  checking: 'Checking…',
  unanswered: 'Couldn’t check whether this clip can be extended.',
  generate: 'Generate the extension',
  generateOf: ({ number, price }: Numbered & { price: string }) => `Generate the extension · ${price}, scene ${number}`,
  remove: 'Remove',
  removeOf: ({ number }: Numbered) => `Remove the extension of scene ${number}`,
} as const;
