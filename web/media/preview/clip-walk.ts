/**
 * Decoded frames of one clip, in any order. A clip is usually one group of pictures, so a decoder that stands before the
 * wanted frame walks on to it; else one starts at the key frame before. On the way it is spared what nothing hangs on. Of
 * what it passes, the last pictures are kept for as long as there is room.
 */
import { resolvedTags } from '#shared/color/color-tags.ts';
import { canDecode } from '../decode/can-decode.ts';
import { decodeFrames, type DecodedFrame } from '../decode/decode-frames.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { ClipUnplayable } from './clip-shelf.ts';
import { storePicture, type PictureCache, type StoredPicture } from './picture-cache.ts';

export type ClipWalk = {
  /**
   * A frame of the clip, by its number. Calls are answered one after the other.
   * @param keptBefore frames before it that are kept too, because they may be wanted next
   * @throws ClipUnplayable from the second failure on, or an AbortError once `signal` is; the decoder then stands where it is
   */
  picture(frame: number, keptBefore: number, signal: AbortSignal): Promise<StoredPicture>;
  close(): void;
};

type Walking = {
  frames: AsyncGenerator<DecodedFrame, void>;
  end: AbortController;
  /** The next frame that it can give. */
  next: number;
  /** Frames before it are passed over. */
  wantedFrom: number;
  /** The last one that was: it may be missing. */
  passed: number;
};

/** After so many frames past a failure, a decoder may be opened again once more. */
const RECOVERED_AFTER = 48;

/** Of a clip's frame in the cache. */
export function pictureKey(sha256: string, frame: number): string {
  return `${sha256}:${frame}`;
}

export function createClipWalk(sha256: string, clip: OpenClip, cache: PictureCache): ClipWalk {
  const { video } = clip.facts;
  const color = resolvedTags(video.color, video);
  const keyOf = (frame: number): string => pictureKey(sha256, frame);
  const keyFrameOf = (frame: number): number => video.keyFrames.findLast((key) => key <= frame) ?? 0;
  let walking: Walking | null = null;
  /** Where a decoder was opened again. */
  let reopenedAt: number | null = null;
  let failure: ClipUnplayable | null = null;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = (): void => {
    walking?.end.abort();
    walking?.frames.return().catch(() => undefined);
    walking = null;
  };
  const startAt = (first: number): Walking => {
    stop();
    const end = new AbortController();
    const isWanted = (frame: number): boolean => {
      if (frame >= started.wantedFrom) return true;
      started.passed = Math.max(started.passed, frame);
      return false;
    };
    const frames = decodeFrames(clip, first, video.frameCount - 1, { signal: end.signal, color, isWanted });
    const started: Walking = { frames, end, next: first, wantedFrom: first, passed: -1 };
    walking = started;
    return started;
  };
  const walkTo = async (frame: number, keptBefore: number, signal: AbortSignal): Promise<StoredPicture> => {
    const key = keyFrameOf(frame);
    const isAhead = walking !== null && walking.next <= frame && walking.next >= key && walking.passed < frame;
    const it = isAhead && walking !== null ? walking : startAt(key);
    it.wantedFrom = Math.max(key, frame - keptBefore);
    for (;;) {
      signal.throwIfAborted();
      const { value, done } = await it.frames.next();
      if (done === true || value === undefined) throw new Error(`Frame ${frame} did not decode`);
      it.next = value.index + 1;
      if (value.index > frame) {
        value.frame.close();
        throw new Error(`Frame ${frame} did not decode`);
      }
      if (value.index < it.wantedFrom) value.frame.close();
      else {
        const picture = await stored(value, cache);
        cache.put(keyOf(value.index), picture);
        if (value.index === frame) return picture;
      }
    }
  };
  const find = async (frame: number, keptBefore: number, signal: AbortSignal): Promise<StoredPicture> => {
    signal.throwIfAborted();
    const kept = cache.get(keyOf(frame));
    if (kept !== null) return kept;
    if (failure !== null) throw failure;
    if (reopenedAt !== null && frame > reopenedAt + RECOVERED_AFTER) reopenedAt = null;
    for (;;) {
      try {
        return await walkTo(frame, keptBefore, signal);
      } catch (error) {
        if (signal.aborted || isClosed) throw error;
        stop();
        if (reopenedAt !== null) {
          failure = new ClipUnplayable(sha256, await failureOf(clip), error);
          throw failure;
        }
        reopenedAt = frame;
      }
    }
  };
  return {
    async picture(frame, keptBefore, signal) {
      const mine = turn.then(() => find(frame, keptBefore, signal));
      turn = mine.catch(() => undefined);
      return await mine;
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}

async function stored({ frame }: DecodedFrame, cache: PictureCache): Promise<StoredPicture> {
  try {
    return await storePicture(frame, cache.room);
  } finally {
    frame.close();
  }
}

async function failureOf(clip: OpenClip) {
  if (await canDecode(clip)) return { kind: 'decode' } as const;
  return { kind: 'codec', codec: clip.facts.video.codec } as const;
}
