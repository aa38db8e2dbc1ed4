/** What is said of clips and pictures of the person’s own, and of title cards, where they are added. */
import type { StillGroundId } from '#shared/movie/still-grounds.ts';
import { plural } from '#shared/words/format.ts';

export const ownClipWords = {
  title: 'Your clips and pictures',
  offer: 'Or use clips and pictures of your own',
  hint: 'Drop or paste them anywhere on this page, or choose them: MP4, MOV, WebM, or MKV clips up to 2 GB each, and JPEG, PNG, WebP, or AVIF pictures up to 20 MB each. They cost nothing and stay on this device until they’re uploaded.',
  choose: 'Choose Files',
  adding: ({ bytes, ofBytes }: { bytes: string; ofBytes: string }) => `Adding… ${bytes} of ${ofBytes}`,
  added: ({ count }: { count: number }) => plural(count, { one: '# scene added', other: '# scenes added' }),
  failed: 'Couldn’t add your files',
  signedOut: 'Please sign in first.',
  untitled: 'Own clip',
} as const;

export const stillWords = {
  chosen: ({ count, name }: { count: number; name: string }) =>
    plural(count, { one: `“${name}”`, other: `# files, starting with “${name}”` }),
  add: ({ count }: { count: number }) => plural(count, { one: 'Add as a Scene', other: 'Add as # Scenes' }),
  length: 'Length of each picture in seconds',
  cardLength: 'Length in seconds',
  lengthLimit: ({ min, max }: { min: number; max: number }) => `Enter a length from ${min} to ${max} seconds.`,
  fit: {
    label: 'Picture',
    fill: 'Fill the frame',
    fit: 'Fit in the frame',
  },
  pushIn: { label: 'Slow push-in', hint: 'The picture slowly grows while it’s shown.' },
  background: 'Background',
  grounds: {
    black: 'Black',
    night: 'Night',
    ember: 'Ember',
    moss: 'Moss',
    cream: 'Cream',
    white: 'White',
  } satisfies Record<StillGroundId, string>,
} as const;

export const stillDialogWords = {
  making: 'Making the scene anew…',
  incomplete: 'A scene needs a title, and a length from 1 to 60 seconds.',
} as const;

export const titleCardWords = {
  offer: 'Or put words on a plain background',
  open: 'Make a Title Card',
  title: 'Add Title Card',
  save: 'Add Scene',
  words: 'Words',
  hint: 'You can move, style, and time them in the timeline, like any text.',
  incomplete: 'A title card needs words.',
  making: 'Making the title card…',
  failed: 'Couldn’t add the title card',
} as const;
