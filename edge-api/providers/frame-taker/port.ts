/** Extracts the first and last frame of a clip, on hosts that can decode video. */

/** JPEG or WebP, 400 kB each at most. The first is a poster; the next scene may start from the last. */
export type ClipFrames = { first: Uint8Array<ArrayBuffer>; last: Uint8Array<ArrayBuffer> };

export type FilmedClip = {
  /** The MP4 file. Read to its end or cancelled. */
  body: ReadableStream<Uint8Array>;
  /** Seconds of its picture. */
  durationSeconds: number;
};

export interface FrameTaker {
  /**
   * Both frames of a clip; null if this host extracts none.
   * @throws FrameError when this host can't extract the frames; whatever `signal` is aborted with
   */
  take(clip: FilmedClip, signal: AbortSignal): Promise<ClipFrames | null>;
}

/** The clip couldn't be decoded within its limits of time and size. */
export class FrameError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`No picture could be taken: ${reason}`, options);
    this.name = 'FrameError';
  }
}

/** For hosts that can't decode: the owner's open browser extracts the frames. */
export const noFrames: FrameTaker = {
  take: async ({ body }) => {
    await body.cancel();
    return null;
  },
};
