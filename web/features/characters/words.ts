/** What the Character References card says, with its dialogs and notices. */
import { plural } from '#shared/words/format.ts';
import { clipWords } from '#shared/words/clip-words.ts';
import { uiWords } from '#ui/words.ts';

type Named = { name: string };

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
  capLeft: ({ left, after }: { left: string; after: string }) =>
    `Price list: ${left} left under your cap, ${after} after this.`,
  capShort: ({ left }: { left: string }) => `Price list: only ${left} left under your cap.`,
  noPictures: ({ model }: { model: string }) => `${model} can’t use the pictures. It gets the descriptions only.`,
  generated: 'Character references generated',
  failed: { title: 'Generation failed', description: 'Failed to generate character references' },
} as const;

/** Fewer came than were asked for. */
export const restWords = {
  fewer: ({ came, asked }: { came: number; asked: number }) =>
    `${came} of ${plural(asked, { one: '# character', other: '# characters' })} came.`,
  noPortrait: ({ count }: { count: number }) =>
    plural(count, { one: '# of them has no portrait.', other: '# of them have no portrait.' }),
  more: ({ count }: { count: number }) => plural(count, { one: 'Generate # more', other: 'Generate # more' }),
  nobodyElse: {
    title: 'No other characters found',
    description: 'The story doesn’t mention anybody else. Add them to its scenes, then try again.',
  },
} as const;

export const portraitWords = {
  options: ({ name }: Named) => `Options for ${name}`,
  rename: 'Rename…',
  again: ({ cost }: { cost: string }) => `Make portrait again · ${cost}`,
  make: ({ cost }: { cost: string }) => `Make portrait · ${cost}`,
  about: ({ cost }: { cost: string }) => `about ${cost}`,
  free: 'free',
  own: 'Use my own picture…',
  remove: 'Delete',
  making: ({ name }: Named) => `Making ${name}’s portrait…`,
  sending: ({ name }: Named) => `Saving ${name}’s picture…`,
  made: ({ name }: Named) => `New portrait of ${name}`,
  saved: ({ name }: Named) => `${name} has your picture`,
  failed: { title: 'Generation failed', description: 'Failed to make the portrait' },
  pictureFailed: 'Couldn’t use this picture',
  wrongType: ({ name }: Named) => `“${name}” isn’t a picture that can be used. Choose a JPEG, PNG, WebP, or AVIF file.`,
  tooLarge: ({ name, limit }: Named & { limit: string }) => `“${name}” can’t be larger than ${limit}.`,
} as const;

export const renameWords = {
  title: ({ name }: Named) => `Rename ${name}`,
  field: 'Name',
  hint: 'Scenes find a character by name, so use the same name in their text.',
  taken: 'Another character already has this name.',
  save: 'Save',
  saved: ({ name }: Named) => `Renamed to ${name}`,
  failed: 'Couldn’t rename the character',
  undo: uiWords.undo,
} as const;

export const deleteWords = {
  consequence: 'Scenes keep their text, and clips stay as they are.',
  undo: uiWords.undo,
  restoreFailed: 'Couldn’t restore the character',
  removed: ({ name }: Named) => `${name} deleted`,
  failed: 'Couldn’t delete the character',
} as const;
