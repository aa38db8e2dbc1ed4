/** What is said when a scene’s clip is made longer. */
import { clipWords } from '#shared/words/clip-words.ts';

/** A clip that goes on. */
export const extendWords = {
  title: ({ number, seconds }: { number: number; seconds: number }) => `Extend scene ${number} by ${seconds} s`,
  start: clipWords.extendBy,
  promise: ({ model }: { model: string }) =>
    `${model} continues the clip from its end. You keep your current clip until the longer one is stored.`,
  trim: 'Its trim at the end will be removed.',
  length: 'Length',
  lengths: ({ from, to }: { from: string; to: string }) => `${from} → ${to}`,
  removed: ({ number }: { number: number }) => `Scene ${number}: extension removed`,
  removeFailed: 'Couldn’t remove the extension',
} as const;
