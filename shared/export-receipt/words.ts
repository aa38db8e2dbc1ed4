/** What the receipt of an export says in sentences. */
import { plural } from '#shared/words/format.ts';

/** Says that nothing was decoded, and what was done instead. */
export type UndecodedNote = (values: { codec: string }) => string;

export const receiptWords = {
  everyFrame: 'Every frame was decoded.',
  undecodedByBrowser: ({ codec }: { codec: string }) =>
    `Your browser can’t decode ${codec}, so no frame was decoded. Instead, every byte of the video was compared with the clips.`,
  undecodedByServer: ({ codec }: { codec: string }) =>
    `The server can’t decode ${codec}, so no frame was decoded. Instead, every byte of the video was compared with the clips.`,
  damage: ({ number, frames }: { number: number; frames: number }) =>
    plural(frames, {
      one: `Scene ${number}: # frame can’t be decoded. The clip is damaged there and was copied as it is.`,
      other: `Scene ${number}: # frames can’t be decoded. The clip is damaged there and was copied as it is.`,
    }),
  aac: ({ encoder }: { encoder: string }) => `AAC, ${encoder}`,
  opus: 'Opus, native',
} as const;
