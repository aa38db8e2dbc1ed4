/** What is said of clips of the person’s own, where they are added. */
import { plural } from '#shared/words/format.ts';

export const ownClipWords = {
  title: 'Or use clips of your own',
  hint: 'Drop them anywhere on this page or choose them: MP4, MOV, WebM, or MKV, up to 2 GB each. They cost nothing and stay on this device until they’re uploaded.',
  choose: 'Choose Clips',
  adding: ({ bytes, ofBytes }: { bytes: string; ofBytes: string }) => `Adding… ${bytes} of ${ofBytes}`,
  added: ({ count }: { count: number }) => plural(count, { one: '# scene added', other: '# scenes added' }),
  failed: 'Couldn’t add your clips',
  signedOut: 'Please sign in first.',
  untitled: 'Own clip',
  tooLong: ({ name, minutes }: { name: string; minutes: number }) =>
    `“${name}” is longer than ${minutes} minutes. Cut it into shorter clips and add those.`,
} as const;
