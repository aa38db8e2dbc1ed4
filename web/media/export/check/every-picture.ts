/** Decodes every picture of stretches of a finished movie, and counts those that do not come out. */
import { resolvedTags } from '#shared/color/color-tags.ts';
import { decodeFrames } from '#media/decode/decode-frames.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { VideoStretch } from '#shared/export-plan/plan-types.ts';

export type EveryPicture = {
  movie: OpenClip;
  signal: AbortSignal;
  /** Called for each picture that came out. */
  onPicture: () => void;
};

/** How many frames of a stretch do not decode. @throws an AbortError */
export async function undecodedFrames(
  { movie, signal, onPicture }: EveryPicture,
  { startFrame, frameCount }: Pick<VideoStretch, 'startFrame' | 'frameCount'>,
): Promise<number> {
  const { video } = movie.facts;
  const end = startFrame + frameCount;
  const seen = new Set<number>();
  const color = resolvedTags(video.color, video);
  for (let from = startFrame; from < end;) {
    try {
      for await (const { index, frame } of decodeFrames(movie, from, end - 1, { signal, color })) {
        frame.close();
        seen.add(index);
        onPicture();
      }
      break;
    } catch (error) {
      if (!(error instanceof MediaFailure) || error.code !== 'source-unreadable') throw error;
      // A decoder that has given up starts anew at the next key frame.
      const last = Math.max(from, ...seen);
      from = video.keyFrames.find((frame) => frame > last) ?? end;
    }
  }
  return frameCount - seen.size;
}
