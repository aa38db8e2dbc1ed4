/** Why a file can't be used, each naming the file and the limit. */
import type { OwnFileKind } from '../entities/own-file.ts';
import { limits } from '../limits.ts';
import { formatBytes, formatCount } from '../words/format.ts';

/** Names of containers that are words. */
export const containerWords = { ogg: 'Ogg', oggVideo: 'Ogg video' } as const;

const KINDS: Readonly<Record<OwnFileKind, string>> = { clip: 'Clips', picture: 'Pictures', sound: 'Sound files' };
const HELP: Readonly<Record<string, string>> = {
  HEIC: 'Export it as JPEG and add that.',
  GIF: 'Save it as MP4 or PNG and add that.',
  TIFF: 'Save it as JPEG or PNG and add that.',
  AVI: 'Convert it to MP4 and add that.',
  'MPEG-TS': 'Convert it to MP4 and add that.',
  [containerWords.oggVideo]: 'Convert it to MP4 or WebM and add that.',
};
/** How to get another codec from the start. */
const RECORDED: Readonly<Record<string, string>> = {
  HEVC: '; iPhones record H.264 when Settings > Camera > Formats is set to Most Compatible',
};
const TAKEN =
  'Storyreel takes MP4, MOV, WebM, and MKV clips, JPEG, PNG, WebP, and AVIF pictures, and MP3, AAC, M4A, WAV, FLAC, and Ogg sound.';

export const ownFileWords = {
  empty: ({ name }: { name: string }) => `“${name}” is empty (0 bytes). Choose another file.`,
  tooLarge: ({
    name,
    kind,
    sizeBytes,
    limitBytes,
  }: {
    name: string;
    kind: OwnFileKind;
    sizeBytes: number;
    limitBytes: number;
  }) => `“${name}” is ${formatBytes(sizeBytes)}. ${KINDS[kind]} can be up to ${formatBytes(limitBytes)}.`,
  tooManyPixels: ({ name, width, height, limit }: { name: string; width: number; height: number; limit: number }) =>
    `“${name}” is ${formatCount(width)} × ${formatCount(height)} pixels. Pictures can be up to ${formatCount(limit)} pixels a side.`,
  unknownType: ({ name }: { name: string }) => `Storyreel can’t tell what “${name}” is. ${TAKEN}`,
  notTaken: ({ name, type }: { name: string; type: string }) =>
    `“${name}” is ${type}, which Storyreel can’t use. ${HELP[type] ?? TAKEN}`,
  undecodable: ({ name, codec, kind }: { name: string; codec: string; kind: 'clip' | 'sound' }) =>
    `“${name}” is in ${codec}, which this browser can’t decode. Convert it to ${kind === 'clip' ? 'H.264 (MP4)' : 'AAC (M4A) or WAV'} and add that${RECORDED[codec] ?? ''}.`,
  unknownCodec: 'an unknown codec',
  silentClip: ({ name, codec }: { name: string; codec: string }) =>
    `The sound of “${name}” is in ${codec}, which this browser can’t decode, so the clip plays without sound here. To hear it, convert its sound to AAC and add it again.`,
  undecodablePicture: ({ name, type }: { name: string; type: string }) =>
    `This browser can’t show “${name}” (${type}). It may be damaged. Save it as JPEG or PNG and add that.`,
  noTracks: ({ name }: { name: string }) => `“${name}” has neither a picture nor sound. Choose another file.`,
  noRoom: ({ name, sizeBytes }: { name: string; sizeBytes: number }) =>
    `“${name}” needs ${formatBytes(sizeBytes)}, and this device has less room for Storyreel. Free some space and add it again.`,
  noFiles: ({ name }: { name: string }) =>
    `“${name}” can’t be kept: this browser keeps no files in private windows. Open Storyreel in a normal window and add it there.`,
  tooShort: ({ name, seconds }: { name: string; seconds: number }) =>
    `“${name}” is shorter than ${seconds} seconds. Choose a longer file.`,
  tooManyScenes: ({ name, limit }: { name: string; limit: number }) =>
    `“${name}” wasn’t added: a project can have up to ${limit} scenes. Delete some and add it again.`,
  tooManyPieces: ({ name, limit }: { name: string; limit: number }) =>
    `“${name}” wasn’t added: a movie can have up to ${limit} pieces of music and voice-over. Delete some and add it again.`,
  notAdded: ({ name, why }: { name: string; why: string }) => `“${name}” wasn’t added. ${why}`,
  unreadable: ({ name }: { name: string }) =>
    `“${name}” can’t be read. It may have been moved or changed. Add it again.`,
  noEncoder: ({ name }: { name: string }) =>
    `This browser can’t encode H.264, so it can’t turn “${name}” into a scene. Open Storyreel in Chrome, Edge, or Safari and add it there.`,
  animated: ({ name }: { name: string }) =>
    `“${name}” is animated, so only its first picture is used. To use all of it, save it as MP4 and add that.`,
  otherKind: ({ name, type, kind }: { name: string; type: string; kind: OwnFileKind }) =>
    `“${name}” is ${type}, which can’t be used as ${kind === 'sound' ? 'sound' : `a ${kind}`}.`,
  soundForClip: ({ name, type }: { name: string; type: string }) =>
    `“${name}” is sound (${type}), which can’t be used as a clip. Add it as music on the timeline.`,
  tooLong: ({ name, minutes }: { name: string; minutes: number }) =>
    `“${name}” is longer than ${minutes} minutes. Cut it into shorter clips and add those.`,
  noReference: ({ name }: { name: string }) =>
    `“${name}” can’t be a reference. Take a JPEG, PNG, or WebP of ${formatBytes(limits.referencePictureBytes)} or less.`,
  damaged: ({ name, kind }: { name: string; kind: OwnFileKind }) =>
    `“${name}” is damaged or cut off, so its ${kind === 'picture' ? 'size' : 'length'} can’t be read. Copy it here again and retry.`,
} as const;
