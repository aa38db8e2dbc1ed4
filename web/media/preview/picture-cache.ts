/**
 * Decoded pictures within a budget of bytes. They are copies, because decoders that have few buffers stand still until
 * theirs are given back.
 */
import { visibleSize } from '../compositor/planes.ts';

export type StoredPicture = {
  data: Uint8Array<ArrayBuffer>;
  init: VideoFrameBufferInit;
};

export type PictureCache = {
  get(key: string): StoredPicture | null;
  put(key: string, picture: StoredPicture): void;
  clear(): void;
  readonly bytes: number;
};

/** What is used longest ago goes first; the newest picture always stays. */
export function createPictureCache(budgetBytes: number): PictureCache {
  const pictures = new Map<string, StoredPicture>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= pictures.get(key)?.data.byteLength ?? 0;
    pictures.delete(key);
  };
  return {
    get(key) {
      const picture = pictures.get(key);
      if (picture === undefined) return null;
      pictures.delete(key);
      pictures.set(key, picture);
      return picture;
    },
    put(key, picture) {
      drop(key);
      pictures.set(key, picture);
      bytes += picture.data.byteLength;
      for (const oldest of pictures.keys()) {
        if (bytes <= budgetBytes || oldest === key) return;
        drop(oldest);
      }
    },
    clear() {
      pictures.clear();
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Formats whose pixels can be made a frame of again, as they are. */
const PLANAR: readonly (VideoPixelFormat | null)[] = ['I420', 'NV12'];

/** Copies the visible pixels. The frame stays the caller's. */
export async function storePicture(frame: VideoFrame): Promise<StoredPicture> {
  const { width, height } = visibleSize(frame);
  const { timestamp, format, colorSpace, displayWidth, displayHeight } = frame;
  const asTold = format !== null && PLANAR.includes(format);
  const options: VideoFrameCopyToOptions = asTold ? {} : { format: 'RGBA' };
  const data = new Uint8Array(frame.allocationSize(options));
  const layout = await frame.copyTo(data, options);
  const init: VideoFrameBufferInit = {
    format: asTold ? format : 'RGBA',
    codedWidth: width,
    codedHeight: height,
    displayWidth,
    displayHeight,
    timestamp,
    layout,
    ...(asTold ? { colorSpace: colorSpace.toJSON() } : {}),
  };
  return { data, init };
}

/** The caller closes the frame. */
export function frameOfPicture({ data, init }: StoredPicture): VideoFrame {
  return new VideoFrame(data, init);
}
