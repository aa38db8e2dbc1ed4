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
  has(key: string): boolean;
  /** Memory for a picture: that of one that was dropped, where it fits. Else each would wait for the collector. */
  room(bytes: number): Uint8Array<ArrayBuffer>;
  clear(): void;
  readonly bytes: number;
};

/** Memory of dropped pictures that waits for the next ones. */
const MOST_SPARE = 2;

/** What is used longest ago goes first; the newest picture always stays. */
export function createPictureCache(budgetBytes: number): PictureCache {
  const pictures = new Map<string, StoredPicture>();
  const spare: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const drop = (key: string): void => {
    const data = pictures.get(key)?.data;
    if (data === undefined) return;
    bytes -= data.byteLength;
    pictures.delete(key);
    if (spare.length < MOST_SPARE) spare.push(data);
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
    has: (key) => pictures.has(key),
    room(wanted) {
      const fits = spare.findIndex(({ byteLength }) => byteLength === wanted);
      const [found] = fits < 0 ? [] : spare.splice(fits, 1);
      // What fits nothing is of clips of another size.
      if (found === undefined) spare.length = 0;
      return found ?? new Uint8Array(wanted);
    },
    clear() {
      pictures.clear();
      spare.length = 0;
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Formats whose pixels can be made a frame of again, as they are. */
const PLANAR: readonly (VideoPixelFormat | null)[] = ['I420', 'NV12'];

/** Copies the visible pixels. The frame stays the caller's. @param room memory of so many bytes */
export async function storePicture(frame: VideoFrame, room: PictureCache['room']): Promise<StoredPicture> {
  const { width, height } = visibleSize(frame);
  const { timestamp, format, colorSpace, displayWidth, displayHeight } = frame;
  const asTold = format !== null && PLANAR.includes(format);
  const options: VideoFrameCopyToOptions = asTold ? {} : { format: 'RGBA' };
  const data = room(frame.allocationSize(options));
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
