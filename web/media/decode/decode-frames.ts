/** Decodes a range of a clip's frames in the order in which they are shown. */
import type { OpenClip } from '../probe/open-clip.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { pictureChunks } from './clip-packets.ts';
import { videoColorSpace } from './frame-color.ts';
import { decodeChunks } from './decode-chunks.ts';

export type DecodedFrame = {
  /** Number of the frame in the clip, from 0. */
  index: number;
  /** The receiver closes it. */
  frame: VideoFrame;
};

export type DecodeOptions = {
  signal: AbortSignal;
  /** What untagged pictures are taken for. */
  color: ColorTags;
  /** For the sentence of a failure. */
  sceneNumber?: number;
  /** As for `pictureChunks`: what is left out there is not yielded. */
  isWanted?: (frame: number) => boolean;
};

/**
 * Yields the frames first..last (both included). Decoding starts at the key frame before `first`; what lies between is
 * closed here.
 * @throws MediaFailure `source-unreadable`, or an AbortError
 */
export async function* decodeFrames(
  clip: OpenClip,
  first: number,
  last: number,
  { signal, color, sceneNumber, isWanted }: DecodeOptions,
): AsyncGenerator<DecodedFrame, void> {
  const indexAt = new Map(clip.facts.video.frameTimesUs.map((us, index) => [us, index]));
  const frames = decodeChunks({
    config: await decoderConfig(clip, color),
    chunks: pictureChunks(clip, first, last, isWanted === undefined ? {} : { isWanted }),
    signal,
    ...(sceneNumber === undefined ? {} : { sceneNumber }),
  });
  for await (const frame of frames) {
    const index = indexAt.get(frame.timestamp) ?? -1;
    if (index < first || index > last) frame.close();
    else yield { index, frame };
  }
}

/** What decodes a clip. @param color what untagged pictures are taken for */
export async function decoderConfig(clip: OpenClip, color: ColorTags): Promise<VideoDecoderConfig> {
  const { stored, codec, description, codedWidth, codedHeight } = clip.facts.video;
  const config =
    stored !== null && description !== null
      ? { codec, description, codedWidth, codedHeight }
      : await (await clip.tracks()).video.getDecoderConfig();
  if (config === null) throw new Error('The picture is in no known codec');
  return { ...config, colorSpace: videoColorSpace(color), optimizeForLatency: false };
}
