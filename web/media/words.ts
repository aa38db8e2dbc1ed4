/** What the media engine says: why an export fails, what its receipt adds, and what a movie says of itself. */
import { formatCount, listed } from '#shared/words/format.ts';

type Size = { size: string | null };
type OfScene = { number: number | undefined };

const scene = (number: number | undefined): string => (number === undefined ? 'a scene' : `scene ${number}`);

export const failureWords = {
  noVideo: ({ missing }: { missing: Iterable<string> }) =>
    `Your browser has no ${listed(missing)}, and this movie needs encoding. Export it on a server with ffmpeg.`,
  interfaces: {
    VideoEncoder: 'video encoder',
    VideoDecoder: 'video decoder',
    AudioEncoder: 'audio encoder',
    AudioDecoder: 'audio decoder',
  },
  noVp9: ({ size }: Size) =>
    `Your browser can’t write VP9 video at ${size ?? 'this size'}. Choose MP4 or a smaller size, or export on a server with ffmpeg.`,
  noH264: ({ size }: Size) =>
    `Your browser can’t write H.264 video at ${size ?? 'this size'}. Choose WebM or a smaller size, or export on a server with ffmpeg.`,
  size: ({ width, height }: { width: number; height: number }) => `${width}×${height}`,
  noOpus: 'Your browser can’t write the sound of a WebM movie. Choose MP4, or export on a server with ffmpeg.',
  noAac: 'Your browser can’t write the sound of an MP4 movie. Choose WebM, or export on a server with ffmpeg.',
  noStorage:
    'Your browser can’t keep the movie’s file, which is usual in a private window. Use a normal window, or export on a server with ffmpeg.',
  noCanvas: 'Your browser can’t draw text while it exports. Update your browser, or export on a server with ffmpeg.',
  nothing: 'No completed scenes available. Generate videos first.',
  away: ({ number }: OfScene) =>
    `The clip of ${scene(number)} isn’t on this device. Go online so that Storyreel can download it, then export again.`,
  unreadable: ({ number }: OfScene) =>
    `Storyreel can’t read the clip of ${scene(number)}. Generate or add that clip again, then export again.`,
  undecodable: ({ number, codec }: OfScene & { codec: string | null }) =>
    `Your browser can’t decode the clip of ${scene(number)}${codec === null ? '' : `, which is ${codec}`}. Export on a server with ffmpeg, or generate or add the clip again.`,
  undecodableSound: ({ number, codec }: OfScene & { codec: string }) =>
    `The sound of ${scene(number)} is ${codec}, which your browser can’t decode. Export on a server with ffmpeg, or leave that sound out.`,
  damagedSound: ({ number }: OfScene) =>
    `The sound of ${scene(number)} is damaged. Mute that scene, or generate or add its clip again, then export again.`,
  music: ({ name }: { name: string | undefined }) =>
    `Storyreel can’t read ${name === undefined ? 'the music' : `“${name}”`}. Replace or remove it on the timeline, then export again.`,
  deviceFull: ({ room }: { room: string }) =>
    `This device doesn’t have enough space for the movie: ${room}. Free up space, choose a smaller size, save to a file of your choice, or export on a server with ffmpeg.`,
  diskFull: ({ room }: { room: string }) =>
    `The disk with the file you chose is full: ${room}. Free up space, choose a smaller size, or choose a file on another disk.`,
  room: ({ neededMegabytes, freeMegabytes }: { neededMegabytes: number; freeMegabytes: number }) =>
    `${formatCount(neededMegabytes)} MB needed, ${freeMegabytes === 0 ? 'less than 1' : formatCount(freeMegabytes)} MB free`,
  unwritable:
    'Storyreel can’t write to the file you chose. It may be open in another program, moved, or read-only. Choose another file and export again.',
  encoder:
    'Your browser’s video encoder stopped. Export again. If it stops again, choose a smaller size, or export on a server with ffmpeg.',
  soundEncoder:
    'Couldn’t encode the sound because the encoder stopped or didn’t load. If you’re offline, go online. Export again.',
  unverified: 'The finished file didn’t pass its check, so Storyreel removed it. Export again.',
  stopped:
    'Your browser stopped the export. Export again. If it stops again, close other tabs to free up memory, or export on a server with ffmpeg.',
  unknown: 'Something went wrong. Try again.',
} as const;
