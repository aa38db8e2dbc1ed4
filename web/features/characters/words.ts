/** What the Character References card says. */
import { clipWords } from '#shared/words/product-words.ts';

export const characterWords = {
  title: 'Character References',
  empty: 'Give each character one face, so they look the same in every scene.',
  count: 'Number of characters',
  generate: 'Generate',
  generateAgain: clipWords.again,
  generating: 'Generating…',
  replaces: 'This replaces the current ones.',
  demoCost: 'The demo studio draws them for free.',
  cost: ({ cost }: { cost: string }) => `About ${cost} on your key.`,
  noPictures: ({ model }: { model: string }) => `${model} can’t use the pictures. It gets the descriptions only.`,
  generated: 'Character references generated',
  failed: { title: 'Generation failed', description: 'Failed to generate character references' },
} as const;
