/** Takes the first and the last picture out of a clip, on hosts that can decode video. */

/** JPEG or WebP, 400 kB at most each. The first is a poster; the last is what the next scene may start from. */
export type ClipFrames = { first: Uint8Array<ArrayBuffer>; last: Uint8Array<ArrayBuffer> };

export type FilmedClip = {
  /** The MP4 file. Read to its end or cancelled. */
  body: ReadableStream<Uint8Array>;
  /** Seconds of its picture. */
  durationSeconds: number;
};

export interface FrameTaker {
  /**
   * Both pictures of a clip; null where this host takes none.
   * @throws FrameError when the clip gives no picture here; whatever `signal` is aborted with
   */
  take(clip: FilmedClip, signal: AbortSignal): Promise<ClipFrames | null>;
}

/** The clip could not be decoded, or not in the time and size that it may take. */
export class FrameError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`No picture could be taken: ${reason}`, options);
    this.name = 'FrameError';
  }
}

/** For hosts that can't decode: the owner's open browser takes the pictures there. */
export const noFrames: FrameTaker = {
  take: async ({ body }) => {
    await body.cancel();
    return null;
  },
};
