/** The part of WebAV that the bench uses, so that types hold where the package is not installed. */
declare module '@webav/av-cliper' {
  export class MP4Clip {
    constructor(source: ReadableStream<Uint8Array>, options?: { audio?: boolean });
    readonly ready: Promise<unknown>;
    /** `duration` in microseconds. */
    readonly meta: { duration: number };
    destroy(): void;
  }
  export class OffscreenSprite {
    constructor(clip: MP4Clip);
    readonly ready: Promise<unknown>;
    /** Microseconds of the movie. */
    time: { offset: number; duration: number };
  }
  export class Combinator {
    constructor(options: { width: number; height: number; fps: number; bitrate: number; audio?: false });
    addSprite(sprite: OffscreenSprite): Promise<void>;
    output(): ReadableStream<Uint8Array>;
    destroy(): void;
  }
  export function fastConcatMP4(streams: ReadableStream<Uint8Array>[]): Promise<ReadableStream<Uint8Array>>;
}
