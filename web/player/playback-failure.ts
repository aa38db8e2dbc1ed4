/** Why a clip can't be played. */
import { CLIP_MISSING } from './words.ts';

/** A clip is not on this device, and the server can’t send it. */
export class ClipMissingError extends Error {
  constructor(cause: unknown) {
    super(CLIP_MISSING, { cause });
    this.name = 'ClipMissingError';
  }
}

export type PlaybackFailure =
  | { kind: 'missing' }
  /** The file is damaged or incomplete. */
  | { kind: 'damaged' }
  /** The browser has no decoder for it. */
  | { kind: 'codec'; codec: string }
  /** The browser started and gave up, twice. */
  | { kind: 'decode' };

/** Whether another try would fail the same way. */
export function isLasting({ kind }: PlaybackFailure): boolean {
  return kind === 'damaged' || kind === 'codec';
}

type Opened = { codec: string | null; isDamaged: boolean };

/** The meaning of a `<video>` error. @param canPlay whether the browser has a decoder for the clip's codec */
export function failureOf(error: MediaError | null, { codec, isDamaged }: Opened, canPlay: boolean): PlaybackFailure {
  if (error?.code === MediaError.MEDIA_ERR_NETWORK) return { kind: 'missing' };
  if (isDamaged) return { kind: 'damaged' };
  if (codec !== null && !canPlay) return { kind: 'codec', codec };
  // The index is readable and the codec is known, so the browser must have failed to decode the pictures.
  return codec !== null ? { kind: 'decode' } : { kind: 'damaged' };
}

/** Whether the browser says that it can decode a codec, as far as it can be asked. */
export async function canDecode(
  codec: string | null,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  if (codec === null || !('mediaCapabilities' in navigator)) return true;
  const { supported } = await navigator.mediaCapabilities.decodingInfo({
    type: 'file',
    video: { contentType: `video/mp4; codecs="${codec}"`, width, height, bitrate: 2_000_000, framerate: 24 },
  });
  return supported;
}
