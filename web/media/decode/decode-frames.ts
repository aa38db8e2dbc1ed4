/** Decodes a range of a clip's frames in the order in which they are shown, with few frames alive at a time. */
import { unreadable, type OpenClip } from '../probe/open-clip.ts';
import type { ColorTags } from '../worker/protocol.ts';
import { pictureChunks } from './clip-packets.ts';
import { videoColorSpace } from './color-tags.ts';
import { createWake } from './wake.ts';

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
};

/** Packets that wait in the decoder. More gains no speed and costs a decoded picture each. */
const IN_FLIGHT = 4;

/**
 * Yields the frames first..last (both included). Decoding starts at the key frame before `first`; what lies between is
 * closed here. The stream is always flushed, because a decoder with frame threads keeps its last pictures back until then.
 * @throws MediaFailure `source-unreadable`, or an AbortError
 */
export async function* decodeFrames(
  clip: OpenClip,
  first: number,
  last: number,
  options: DecodeOptions,
): AsyncGenerator<DecodedFrame, void> {
  const { signal } = options;
  const indexAt = new Map(clip.facts.video.frameTimesUs.map((us, index) => [us, index]));
  const ready: VideoFrame[] = [];
  const wake = createWake(signal);
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
    wake.wake();
  };
  const decoder = new VideoDecoder({
    output: (frame) => {
      ready.push(frame);
      wake.wake();
    },
    error: fail,
  });
  decoder.addEventListener('dequeue', wake.wake);
  const chunks = pictureChunks(clip, first, last);
  const stream = { isFed: false, isFlushed: false };
  try {
    decoder.configure(await decoderConfig(clip, options.color));
    for (;;) {
      signal.throwIfAborted();
      if (failure !== null) throw unreadable(failure, options.sceneNumber);
      const frame = ready.shift();
      if (frame !== undefined) {
        const index = indexAt.get(frame.timestamp) ?? -1;
        if (index < first || index > last) frame.close();
        else yield { index, frame };
      } else if (stream.isFlushed) return;
      else if (!stream.isFed && decoder.decodeQueueSize < IN_FLIGHT) {
        const chunk = await chunks.next();
        if (failure !== null) continue;
        if (!chunk.done) decoder.decode(chunk.value);
        else {
          stream.isFed = true;
          decoder.flush().then(() => {
            stream.isFlushed = true;
            wake.wake();
          }, fail);
        }
      } else await wake.wait();
    }
  } catch (error) {
    throw isAbort(error) || !isCodecError(error) ? error : unreadable(error, options.sceneNumber);
  } finally {
    for (const frame of ready) frame.close();
    if (decoder.state !== 'closed') decoder.close();
    await chunks.return();
  }
}

async function decoderConfig(clip: OpenClip, color: ColorTags): Promise<VideoDecoderConfig> {
  const { stored, codec, description, codedWidth, codedHeight } = clip.facts.video;
  const config =
    stored !== null && description !== null
      ? { codec, description, codedWidth, codedHeight }
      : await (await clip.tracks()).video.getDecoderConfig();
  if (config === null) throw new Error('The picture is in no known codec');
  return { ...config, colorSpace: videoColorSpace(color), optimizeForLatency: false };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What codecs and readers throw of a broken stream, as against our own typed failures. */
function isCodecError(error: unknown): boolean {
  return error instanceof DOMException || (error instanceof Error && error.name !== 'MediaFailure');
}
