/** One of the provider's two ways to make clips; the rest of the video model is the same for both. */
import type { VideoModel } from './port.ts';

export type UpstreamVideo = Pick<VideoModel, 'submit' | 'poll' | 'cancel'> & {
  /** The bytes of a clip that came inside its answer; null when there are none. */
  inlineClip(upstreamId: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null>;
};

/** Prefix of a file id that means: the clip is inside the answer itself. */
export const INLINE_PREFIX = 'inline:';

/** The id in a file's address. The rest of the address is never used: it could lead anywhere. */
export function fileIdOf(uri: string): string | null {
  return /\/files\/([A-Za-z0-9_-]{1,128})(?=[:/?#]|$)/.exec(uri)?.[1] ?? null;
}
