/** Everything that can go wrong in the media engine, as a closed list of codes with one sentence and a way on for each. */
import { z } from 'zod';
import { codecName } from '#shared/words/codec-words.ts';
import { failureWords as words } from './words.ts';

export const mediaFailureCodes = [
  'no-webcodecs',
  'unsupported-encoder',
  'unsupported-sound',
  'no-storage',
  'no-canvas',
  'empty-movie',
  'source-missing',
  'source-unreadable',
  'unsupported-source',
  'undecodable-sound',
  'music-unreadable',
  'quota-exceeded',
  'file-unwritable',
  'encoder-failed',
  'sound-encoder-failed',
  'verification-failed',
  'worker-lost',
  'internal',
] as const;
export type MediaFailureCode = (typeof mediaFailureCodes)[number];

const codecInterfaceSchema = z.enum(['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder']);
export type CodecInterface = z.infer<typeof codecInterfaceSchema>;

/** Which of these this browser doesn't have, or has switched off. A worker and its page have the same. */
export function missingInterfaces(wanted: readonly CodecInterface[] = codecInterfaceSchema.options): CodecInterface[] {
  return wanted.filter((name) => !(name in globalThis));
}

/** "video encoder and video decoder" */
export function interfaceNames(missing: readonly CodecInterface[]): string[] {
  return missing.map((name) => words.interfaces[name]);
}

/** What a sentence needs to name the thing and the limit. `detail` is for reports, not for the sentence. */
export const failureFactsSchema = z.object({
  sceneNumber: z.number().int().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  format: z.enum(['mp4', 'webm']).optional(),
  /** Interfaces that this browser doesn't have. */
  missing: z.array(codecInterfaceSchema).optional(),
  /** Of a clip, by RFC 6381. */
  codec: z.string().optional(),
  /** Of music or a voice-over. */
  name: z.string().optional(),
  /** Where the movie goes: into the browser's own storage, or a file that the person chose. */
  destination: z.enum(['device', 'file']).optional(),
  neededBytes: z.number().optional(),
  freeBytes: z.number().optional(),
  detail: z.string().optional(),
});
export type FailureFacts = z.infer<typeof failureFactsSchema>;

/** A failure of the media engine. `message` is a sentence for the person. A cancel is an AbortError instead. */
export class MediaFailure extends Error {
  readonly code: MediaFailureCode;
  readonly facts: FailureFacts;

  constructor(code: MediaFailureCode, facts: FailureFacts = {}, cause?: unknown) {
    super(failureSentence(code, facts), cause === undefined ? undefined : { cause });
    this.name = 'MediaFailure';
    this.code = code;
    this.facts = facts;
  }
}

/** The sentence for a code: what happened, and what the person can do. */
export function failureSentence(code: MediaFailureCode, facts: FailureFacts): string {
  return sentences[code](facts);
}

const sentences: Record<MediaFailureCode, (facts: FailureFacts) => string> = {
  'no-webcodecs': ({ missing }) => words.noVideo({ missing: interfaceNames(missing ?? ['VideoEncoder']) }),
  'unsupported-encoder': ({ width, height, format }) => {
    const size = width === undefined || height === undefined ? null : words.size({ width, height });
    return format === 'webm' ? words.noVp9({ size }) : words.noH264({ size });
  },
  'unsupported-sound': ({ format }) => (format === 'mp4' ? words.noAac : words.noOpus),
  'no-storage': () => words.noStorage,
  'no-canvas': () => words.noCanvas,
  'empty-movie': () => words.nothing,
  'source-missing': ({ sceneNumber }) => words.away({ number: sceneNumber }),
  'source-unreadable': ({ sceneNumber }) => words.unreadable({ number: sceneNumber }),
  'unsupported-source': ({ sceneNumber, codec }) => words.undecodable({ number: sceneNumber, codec: codecName(codec) }),
  'undecodable-sound': ({ sceneNumber, codec }) =>
    codec === undefined
      ? words.damagedSound({ number: sceneNumber })
      : words.undecodableSound({ number: sceneNumber, codec: codecName(codec) ?? codec }),
  'music-unreadable': ({ name }) => words.music({ name }),
  'quota-exceeded': ({ destination, ...sizes }) =>
    destination === 'file' ? words.diskFull({ room: roomText(sizes) }) : words.deviceFull({ room: roomText(sizes) }),
  'file-unwritable': () => words.unwritable,
  'encoder-failed': () => words.encoder,
  'sound-encoder-failed': () => words.soundEncoder,
  'verification-failed': () => words.unverified,
  'worker-lost': () => words.stopped,
  internal: () => words.unknown,
};

/** "90 MB needed, 5 MB free" */
function roomText({ neededBytes = 0, freeBytes = 0 }: FailureFacts): string {
  return words.room({
    neededMegabytes: Math.ceil(neededBytes / MEGABYTE),
    freeMegabytes: Math.floor(freeBytes / MEGABYTE),
  });
}

const MEGABYTE = 1_000_000;
