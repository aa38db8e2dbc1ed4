/** Everything that can go wrong in the media engine, as a closed list of codes with one sentence and a way on for each. */
import { z } from 'zod';

export const mediaFailureCodes = [
  'no-webcodecs',
  'unsupported-encoder',
  'unsupported-sound',
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

/** What a sentence needs to name the thing and the limit. `detail` is for reports, not for the sentence. */
export const failureFactsSchema = z.object({
  sceneNumber: z.number().int().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  format: z.enum(['mp4', 'webm']).optional(),
  /** Of a clip, by RFC 6381. */
  codec: z.string().optional(),
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
  'no-webcodecs': () =>
    'This browser cannot write video. Use the server export, or a current Chrome, Edge, Firefox or Safari.',
  'unsupported-encoder': ({ width, height, format }) =>
    format === 'webm'
      ? `This browser cannot write VP9 video at ${width ?? '?'}×${height ?? '?'}. Choose MP4 or a smaller size, or use the server export.`
      : `This browser cannot write H.264 video at ${width ?? '?'}×${height ?? '?'}. Choose WebM or a smaller size, or use the server export.`,
  'unsupported-sound': () =>
    'This browser cannot write the sound of a WebM movie. Choose MP4, or use the server export.',
  'empty-movie': () => 'There is nothing to export yet. Generate at least one scene first.',
  'source-missing': ({ sceneNumber }) =>
    `The clip of ${sceneName(sceneNumber)} is not on this device. Go online so that it can be fetched, then export again.`,
  'source-unreadable': ({ sceneNumber }) =>
    `The clip of ${sceneName(sceneNumber)} cannot be read as video. Generate that scene again, then export again.`,
  'unsupported-source': ({ sceneNumber, codec }) =>
    `This browser cannot play the clip of ${sceneName(sceneNumber)}${whichIs(codec)}, and so cannot change it. Use another browser or the server export, or generate that scene again.`,
  'undecodable-sound': ({ sceneNumber, codec }) => {
    const scene = sceneNumber === undefined ? 'A scene' : `Scene ${sceneNumber}`;
    const name = codecName(codec);
    const what = name === null ? 'is damaged and can’t be decoded' : `is ${name}, which this browser can’t decode`;
    return `${scene}’s sound ${what}. Export again with that scene silent, or mute the scene.`;
  },
  'music-unreadable': () => 'The music cannot be read. Choose another file for it, or take it out, and export again.',
  'quota-exceeded': ({ destination, neededBytes, freeBytes }) =>
    destination === 'file'
      ? `The disk of the chosen file is full: ${roomText(neededBytes, freeBytes)}. Free some space there, or choose a smaller size or a file on another disk.`
      : `There is not enough room for the movie: ${roomText(neededBytes, freeBytes)}. Free some space, choose a smaller size, or save to a file of your choice.`,
  'file-unwritable': () =>
    'The chosen file cannot be written: it is open elsewhere, was moved, or may not be changed. Choose another file and export again.',
  'encoder-failed': () =>
    "The browser's video encoder stopped. Export again; if it stops again, choose a smaller size or use the server export.",
  'sound-encoder-failed': () =>
    "The movie's sound could not be encoded: the encoder stopped, or could not be loaded. Go online if you are offline, then export again, or use the server export.",
  'verification-failed': () =>
    'The finished file did not pass its check and was removed. Export again, or use the server export.',
  'worker-lost': () =>
    'The browser stopped the export. Export again; if it stops again, close other tabs to free memory, or use the server export.',
  internal: () => 'Something went wrong that should not have. Try again; if it happens again, use the server export.',
};

function sceneName(sceneNumber: number | undefined): string {
  return sceneNumber === undefined ? 'a scene' : `scene ${sceneNumber}`;
}

/** Names that people know, by how the codec's own begins. */
const CODEC_NAMES = {
  hev1: 'HEVC',
  hvc1: 'HEVC',
  av01: 'AV1',
  vp09: 'VP9',
  vp8: 'VP8',
  avc1: 'H.264',
  avc3: 'H.264',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  mp4a: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  flac: 'FLAC',
  vorbis: 'Vorbis',
  alac: 'Apple Lossless',
  dts: 'DTS',
};

/** Null for one that has no name here. */
export function codecName(codec = ''): string | null {
  return Object.entries(CODEC_NAMES).find(([begin]) => codec.startsWith(begin))?.[1] ?? null;
}

function whichIs(codec: string | undefined): string {
  const name = codecName(codec);
  return name === null ? '' : `, which is ${name}`;
}

/** "90 MB needed, 5 MB free" */
function roomText(neededBytes = 0, freeBytes = 0): string {
  const free = Math.floor(freeBytes / MEGABYTE);
  return `${Math.ceil(neededBytes / MEGABYTE)} MB needed, ${free === 0 ? 'less than 1' : free} MB free`;
}

const MEGABYTE = 1_000_000;
